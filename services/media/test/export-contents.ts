import { randomUUID } from 'node:crypto';
import {
  type CapsuleRecord,
  type ChallengeRecord,
  type ContributionRecord,
  type CoupleRecord,
  LIMITS,
  type StoryRecord,
} from '@duet/contracts';
import type { Belongings } from './export-peers.js';
import { plain } from './pictures.js';
import type { RunningMedia } from './running-media.js';

export const BEN = { _id: randomUUID(), firstName: 'Ben', username: 'ben' };

export const keepsakeOf = (person: Belongings, { coupleId, linkedAt }: CoupleRecord, title: string): CapsuleRecord => ({
  id: randomUUID(),
  coupleId,
  title,
  description: '',
  kind: 'keepsake',
  status: 'collecting',
  createdBy: person.id,
  createdAt: linkedAt,
  unlockAt: null,
  completedAt: null,
  comments: [],
});

export const contributionOf = (person: Belongings, { linkedAt }: CoupleRecord): ContributionRecord => ({
  author: person.id,
  text: '',
  keptMessage: null,
  keptAnswers: null,
  place: null,
  happenedAt: '2026-02-03',
  createdAt: linkedAt,
});

export const challengeOf = (
  person: Belongings,
  { coupleId, linkedAt }: CoupleRecord,
  title: string,
): ChallengeRecord => ({
  id: randomUUID(),
  coupleId,
  title,
  description: '',
  category: 'apart',
  status: 'active',
  proposedBy: person.id,
  createdAt: linkedAt,
  dueAt: null,
  completedAt: null,
  note: null,
  steps: [],
  proofs: [],
  reflections: [],
});

export const storyOf = (person: Belongings, { coupleId, linkedAt }: CoupleRecord): StoryRecord => ({
  id: randomUUID(),
  coupleId,
  title: 'A story for two',
  status: 'active',
  createdBy: person.id,
  createdAt: linkedAt,
  finishedAt: null,
  answers: [],
});

function addCapsules(person: Belongings, couple: CoupleRecord): void {
  for (const title of ['Our trip', 'Our year'])
    person.capsules.push({
      record: {
        ...keepsakeOf(person, couple, title),
        status: 'completed',
        completedAt: couple.linkedAt,
        comments: [{ author: BEN._id, text: 'So <good>', createdAt: couple.linkedAt }],
      },
      contributions: [{ ...contributionOf(person, couple), text: 'My letter', place: { label: 'Lisbon' } }],
    });
}

function addChallenges(person: Belongings, couple: CoupleRecord): void {
  for (const title of ['Ten good things', 'A week outside'])
    person.challenges.push({
      ...challengeOf(person, couple, title),
      category: 'talk',
      status: 'completed',
      completedAt: couple.linkedAt,
      note: 'With <pleasure>',
      steps: ['Write'],
      proofs: [{ author: person.id, step: 'Write', text: 'My answer', doneAt: couple.linkedAt }],
      reflections: [{ author: BEN._id, text: 'So <fine>', mood: null, at: couple.linkedAt }],
    });
  const template = { id: randomUUID(), author: person.id, title: 'Ours', description: '', category: 'play' as const };
  person.templates.push({ ...template, steps: [] });
}

function addGoalAndStory(person: Belongings, couple: CoupleRecord): void {
  const { coupleId, linkedAt } = couple;
  person.goals.push({
    id: randomUUID(),
    coupleId,
    title: 'Read <more>',
    why: 'Because',
    category: 'learning',
    type: 'counter',
    ownership: 'ours',
    status: 'active',
    createdBy: person.id,
    createdAt: linkedAt,
    dueAt: null,
    achievedAt: null,
    milestones: [{ title: 'The first', doneAt: linkedAt }],
    entries: [{ author: BEN._id, delta: 2, note: 'Two <books>', at: linkedAt }],
  });
  person.stories.push({
    ...storyOf(person, couple),
    answers: [{ author: BEN._id, question: 'Left or right?', answer: 'Left, <always>', at: linkedAt }],
  });
}

function addListAndWish(person: Belongings, { coupleId, linkedAt }: CoupleRecord): void {
  person.lists.push({
    id: randomUUID(),
    coupleId,
    title: 'Market',
    kind: 'shopping',
    createdBy: person.id,
    createdAt: linkedAt,
    items: [{ author: BEN._id, text: 'Bread <fresh>', assignedTo: null, dueAt: null, doneAt: linkedAt }],
  });
  person.wishes.push({
    id: randomUUID(),
    coupleId,
    title: 'Breakfast in <bed>',
    points: 20,
    status: 'fulfilled',
    createdBy: BEN._id,
    createdAt: linkedAt,
    redeemedAt: linkedAt,
    fulfilledAt: linkedAt,
  });
}

/** Gives the person an avatar, a couple with pages of messages, an ex-couple, and entities of every kind. */
export async function addEverything(
  media: RunningMedia,
  person: Belongings,
): Promise<{ now: CoupleRecord; before: CoupleRecord }> {
  person.avatar = (await media.uploaded(person.id, { bytes: await plain('png'), name: 'me.png' })).avatar;
  const now = person.talk(
    BEN,
    Array.from({ length: 2 * LIMITS.exportPage + 50 }, (_, index) => `Line ${index}`),
  );
  const [first, second] = person.messages;
  if (!first || !second) throw new Error('nothing was said');
  Object.assign(first, {
    content: '<script>alert(1)</script> & "quoted"',
    reactions: [{ emoji: '👍', user: BEN._id }],
    editedAt: first.createdAt,
  });
  Object.assign(second, {
    replyTo: { _id: first._id, seq: 1, rev: 1, sender: first.sender, content: 'quoted words', deletedAt: null },
  });
  const before = person.talk(
    { _id: randomUUID(), firstName: 'Cleo', username: 'cleo' },
    ['Old words'],
    '2026-02-20T00:00:00.000Z',
  );
  Object.assign(now, { nickname: 'Benny <3', togetherSince: '2020-02-29' });
  now.dates.push({
    title: 'The ring & the <vow>',
    date: '2026-12-24',
    yearly: true,
    remindDaysBefore: [3],
    private: true,
    createdByMe: true,
  });
  now.moods.push({ day: '2026-02-03', mood: 'in_love', note: 'Since <breakfast>' });
  person.status = {
    hasPartner: true,
    pendingRequests: 0,
    couple: {
      _id: now.coupleId,
      chatId: now.coupleId,
      linkedAt: now.linkedAt,
      timezone: now.timezone,
      togetherSince: '2026-01-01',
      togetherSinceVersion: 0,
      hiddenParts: [],
      version: 1,
    },
    nickname: null,
    partner: { ...BEN, id: BEN._id, lastName: 'Reed', fullName: 'Ben Reed', avatar: null, email: 'ben@example.org' },
  };
  addCapsules(person, now);
  addChallenges(person, now);
  addGoalAndStory(person, now);
  addListAndWish(person, now);
  person.reports.push({ reason: 'threat', text: 'Said <so>', at: '2026-02-01T10:00:00.000Z' });
  return { now, before };
}
