import { wholePerson } from './person-facts.js';
import type { PersonFact } from './views.js';

const told = { _id: 'a', firstName: 'Ada', lastName: 'King', username: 'ada', email: 'ada@example.org', avatar: null, findable: 'everyone' as const, version: 3 };

it('a fact of a build that told less shows what people show who never said anything', () => {
  const older: unknown = JSON.parse(JSON.stringify(told));
  expect(wholePerson(older as PersonFact)).toEqual({ ...told, readReceipts: true, typing: true, online: true, linkPreviews: true, disappearingDefault: null, unlisted: [], dailyQuestionTime: '19:00' });
});

it('what was said stays', () => {
  const fact: PersonFact = { ...told, readReceipts: false, typing: false, online: false, linkPreviews: false, disappearingDefault: 3_600, unlisted: ['reactions'], dailyQuestionTime: '07:30' };
  expect(wholePerson(fact)).toEqual(fact);
});
