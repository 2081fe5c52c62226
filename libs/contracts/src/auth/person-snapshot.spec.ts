import { wholePerson } from './person-snapshot.js';
import type { PersonSnapshot } from './views.js';

const snapshotOfOlderBuild = {
  _id: 'a',
  firstName: 'Ada',
  lastName: 'King',
  username: 'ada',
  email: 'ada@example.org',
  avatar: null,
  findable: 'everyone' as const,
  version: 3,
};

it('completes a snapshot of an older build with the defaults', () => {
  const older: unknown = JSON.parse(JSON.stringify(snapshotOfOlderBuild));
  expect(wholePerson(older as PersonSnapshot)).toEqual({
    ...snapshotOfOlderBuild,
    readReceipts: true,
    typing: true,
    online: true,
    lastSeen: true,
    linkPreviews: true,
    disappearingDefault: null,
    unlisted: [],
    dailyQuestionTime: '19:00',
    hiddenParts: [],
  });
});

it('keeps the fields of a complete snapshot', () => {
  const snapshot: PersonSnapshot = {
    ...snapshotOfOlderBuild,
    readReceipts: false,
    typing: false,
    online: false,
    lastSeen: false,
    linkPreviews: false,
    disappearingDefault: 3_600,
    unlisted: ['reactions'],
    dailyQuestionTime: '07:30',
    hiddenParts: ['goals'],
  };
  expect(wholePerson(snapshot)).toEqual(snapshot);
});
