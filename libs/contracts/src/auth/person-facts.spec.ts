import { wholePerson } from './person-facts.js';
import type { PersonFact } from './views.js';

const told = { _id: 'a', firstName: 'Ada', lastName: 'King', username: 'ada', email: 'ada@example.org', avatar: null, findable: 'everyone' as const, version: 3 };

it('a fact of a build that told less shows what people show who never said anything', () => {
  const older: unknown = JSON.parse(JSON.stringify(told));
  expect(wholePerson(older as PersonFact)).toEqual({ ...told, readReceipts: true, typing: true, online: true, unlisted: [] });
});

it('what was said stays', () => {
  const fact: PersonFact = { ...told, readReceipts: false, typing: false, online: false, unlisted: ['reactions'] };
  expect(wholePerson(fact)).toEqual(fact);
});
