import { randomUUID } from 'node:crypto';
import {
  type CopiedFileDto,
  type FilesChanged,
  type KeepableFile,
  type KeepableMessage,
  type KeepsakePart,
  type KeepsakeSource,
  type StoryKeepsakePart,
  capsuleUpdated,
  changeContribution,
  deleteCapsule,
  deleteContribution,
  filesChanged,
  getCapsule,
  getOurYear,
  keepChallenge,
  keepGoal,
  keepMessage,
  keepStory,
  keepYear,
  keepsakePurged,
  listCapsules,
  listPlaces,
  messageDeleted,
  planKeeping,
  planKeepsake,
  planStoryKeepsake,
  reopenCapsule,
  sealCapsule,
  storyKeepsakePurged,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { type KeptThings, startKeepingPeers } from './keeping-peers.js';
import { RunningMemories, bury } from './running-memories.js';

let memories: RunningMemories;
let peers: Awaited<ReturnType<typeof startKeepingPeers>>;
let known: KeptThings;

beforeAll(async () => {
  memories = await RunningMemories.start();
  peers = await startKeepingPeers(memories.nats.url, memories.keys);
  ({ known } = peers);
});

afterAll(async () => {
  await peers.app.close();
  await memories.stop();
});

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

async function couple(): Promise<[ada: TestUser, bob: TestUser, coupleId: string]> {
  const [ada, bob, coupleId] = await memories.couple();
  for (const { id } of [ada, bob]) known.chats.set(id, coupleId);
  return [ada, bob, coupleId];
}

const TRANSCRIPT = 'spoken into the phone';
const picture = (): KeepableFile => ({ id: randomUUID(), kind: 'image' });
const copyOf = ({ id, kind }: KeepableFile): CopiedFileDto => ({
  id: randomUUID(),
  kind,
  fingerprint: 'a'.repeat(64),
  ...(kind === 'image' && { place: { lat: 38.7, lng: -9.1 } }),
  copyOf: id,
});

function send(coupleId: string, { id: senderId }: TestUser, more: Partial<KeepableMessage>): KeepableMessage {
  const createdAt = '2026-11-20T10:00:00.000Z';
  const message = { messageId: randomUUID(), seq: 1, senderId, content: '', createdAt, ...more };
  known.messages.set(coupleId, [...(known.messages.get(coupleId) ?? []), message]);
  return message;
}

/** As the gateway keeps: it asks what to copy first. */
async function keep(by: TestUser, { messageId, files = [] }: KeepableMessage, more: { capsuleId?: string } = {}) {
  const wish = { messageId, clientId: randomUUID(), ...more };
  const { capsuleId, fileIds } = await by.call(planKeeping, wish);
  const attachments = files.filter(({ id }) => fileIds.includes(id)).map(copyOf);
  return by.call(keepMessage, capsuleId === null ? wish : { ...wish, capsuleId, attachments });
}

const changesIn = async (coupleId: string): Promise<FilesChanged[]> =>
  (await memories.bus.events(filesChanged)).filter(({ owner }) => owner.coupleId === coupleId);

const inIt = async (by: TestUser, id: string) => (await by.call(getCapsule, { id })).contributions;

describe('files of a kept message', () => {
  it('are copied in their order, with transcripts, and once', async () => {
    const [ada, bob, coupleId] = await couple();
    const message = send(coupleId, bob, {
      files: [
        picture(),
        { id: randomUUID(), kind: 'voice', transcript: TRANSCRIPT },
        { id: randomUUID(), kind: 'file' },
      ],
    });
    const [kept, again] = [await keep(ada, message), await keep(bob, message)];
    expect([kept.repeated, again.repeated]).toEqual([false, true]);
    const { attachments, keptMessage, capsuleId } = kept.contribution;
    expect(keptMessage).toMatchObject({ by: bob.id, words: '' });
    expect(attachments.map(({ kind, transcript }) => [kind, transcript])).toEqual([
      ['image', null],
      ['voice', TRANSCRIPT],
      ['file', null],
    ]);
    expect((await inIt(bob, capsuleId))[0]?.attachments).toEqual(attachments);
    const { places } = await bob.call(listPlaces, {});
    expect(places.map(({ attachmentId }) => attachmentId)).toEqual([attachments[0]?.id]);
    const added = attachments.map(({ id }) => id);
    await eventually(async () =>
      expect(await changesIn(coupleId)).toMatchObject([{ added, removed: [], accessEpoch: 0 }]),
    );
    const plan = await ada.call(planKeeping, { messageId: message.messageId, clientId: randomUUID() });
    expect(plan).toEqual({ capsuleId: null, fileIds: [] });
  });

  it('go with the message, with an undo and with the account of its sender, and end their links', async () => {
    const [ada, bob, coupleId] = await couple();
    const [first, second, third] = [0, 1, 2].map(() => send(coupleId, bob, { files: [picture()] }));
    if (!first || !second || !third) throw new Error('no messages');
    const kept = [await keep(ada, first), await keep(ada, second), await keep(ada, third)];
    const ids = kept.map(({ contribution }) => contribution.attachments[0]?.id ?? '');
    const capsuleId = kept[0]?.contribution.capsuleId ?? '';
    const removals = async () => (await changesIn(coupleId)).filter(({ removed }) => removed.length > 0);
    await memories.bus.publish(messageDeleted, coupleId, {
      chatId: coupleId,
      messageId: first.messageId,
      seq: 1,
      rev: 2,
      userId: bob.id,
    } as never);
    await eventually(async () => expect(await removals()).toMatchObject([{ removed: [ids[0]], accessEpoch: 1 }]));
    const contributionId = kept[1]?.contribution._id ?? '';
    expect(await ada.call(deleteContribution, { id: capsuleId, contributionId })).toMatchObject({ accessEpoch: 2 });
    expect(await inIt(ada, capsuleId)).toHaveLength(1);
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () =>
      expect((await removals()).map(({ removed }) => removed)).toEqual(ids.map((id) => [id])),
    );
  });

  it('are hidden with the capsule, and are not copied into a sealed one', async () => {
    const [ada, bob, coupleId] = await couple();
    const { _id: id } = await bury(ada);
    const note = send(coupleId, bob, { files: [{ id: randomUUID(), kind: 'voice', transcript: TRANSCRIPT }] });
    const hers = { capsuleId: id, clientId: randomUUID() };
    await keep(ada, note, hers);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id });
    for (const member of [ada, bob]) {
      const sealed = await member.call(getCapsule, { id });
      expect(sealed).toMatchObject({ accessEpoch: 1, contributions: [], counts: { byKind: { message: 1 } } });
      expect(JSON.stringify(sealed)).not.toContain(TRANSCRIPT);
    }
    const repeat = { ...hers, messageId: note.messageId };
    expect(await ada.call(planKeeping, repeat)).toEqual({ capsuleId: null, fileIds: [] });
    expect(await ada.call(keepMessage, repeat)).toMatchObject({ repeated: true, contribution: { attachments: [] } });
    const { messageId } = send(coupleId, bob, { files: [picture()] });
    const wish = { messageId, capsuleId: id, clientId: randomUUID() };
    expect(await ada.refusal(planKeeping, wish)).toMatchObject({ code: 'CAPSULE_SEALED' });
  });

  it('must all be there, and a voice note must be ready; strangers learn nothing', async () => {
    const [ada, bob, coupleId] = await couple();
    const refuse = (message: KeepableMessage, attachments: CopiedFileDto[] = []) =>
      ada.refusal(keepMessage, { messageId: message.messageId, clientId: randomUUID(), attachments });
    const invalid = { code: 'VALIDATION_FAILED' };
    const two = send(coupleId, bob, { files: [picture(), picture()] });
    expect(await refuse(two, two.files?.slice(1).map(copyOf))).toMatchObject(invalid);
    expect(await refuse(send(coupleId, bob, {}))).toMatchObject(invalid);
    for (const voiceStatus of ['processing', 'failed'] as const) {
      const note = send(coupleId, bob, { files: [{ id: randomUUID(), kind: 'voice' }], voiceStatus });
      expect(await refuse(note, note.files?.map(copyOf))).toMatchObject(invalid);
    }
    const [stranger] = await couple();
    for (const by of [stranger, memories.user()])
      expect([403, 404]).toContain(
        (await by.refusal(planKeeping, { messageId: two.messageId, clientId: randomUUID() })).status,
      );
    expect((await ada.call(listCapsules, {})).capsules).toEqual([]);
  });
});

describe('the keepsake of a challenge', () => {
  function finish(coupleId: string, parts: Partial<KeepsakePart>[]): KeepsakeSource {
    const source = {
      coupleId,
      challengeId: randomUUID(),
      title: 'A week outside',
      completedAt: '2026-11-21T10:00:00.000Z',
      parts: parts.map((part) => ({
        stepId: randomUUID(),
        step: 'Take a walk',
        author: '',
        text: null,
        doneAt: '2026-11-20T10:00:00.000Z',
        files: [],
        ...part,
      })),
    };
    known.challenges.set(source.challengeId, source);
    return source;
  }

  async function make(by: TestUser, { challengeId, parts }: KeepsakeSource) {
    const { capsuleId, fileIds } = await by.call(planKeepsake, { challengeId });
    const files = parts.flatMap((part) => part.files).filter(({ id }) => fileIds.includes(id));
    return by.call(keepChallenge, { challengeId, capsuleId, attachments: files.map(copyOf) });
  }

  it('has what the two did, by its authors and in the order of the steps, and is finished', async () => {
    const [ada, bob, coupleId] = await couple();
    const source = finish(coupleId, [
      {
        author: bob.id,
        text: 'To the sea',
        doneAt: '2026-11-20T10:00:00.000Z',
        files: [{ id: randomUUID(), kind: 'image' }],
      },
      { author: ada.id, step: 'Watch the stars', doneAt: '2026-11-18T10:00:00.000Z' },
    ]);
    const { capsuleId, fileIds } = await make(ada, source);
    const { challengeId, title } = source;
    const capsule = await bob.call(getCapsule, { id: capsuleId });
    expect(capsule).toMatchObject({
      title,
      kind: 'keepsake',
      source: 'challenge',
      status: 'completed',
      createdBy: ada.id,
    });
    expect(capsule.contributions).toMatchObject([
      {
        author: bob.id,
        kind: 'step',
        text: 'To the sea',
        keptChallenge: { challengeId, title, step: 'Take a walk' },
        attachments: [{ id: fileIds[0], kind: 'image' }],
        happenedAt: '2026-11-20',
      },
      { author: ada.id, kind: 'step', text: '', keptChallenge: { step: 'Watch the stars' }, happenedAt: '2026-11-20' },
    ]);
    await eventually(async () => expect(await changesIn(coupleId)).toMatchObject([{ added: fileIds, removed: [] }]));
    expect(JSON.stringify(memories.bus.live(capsuleUpdated))).not.toContain('To the sea');
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () => expect((await inIt(ada, capsuleId)).map(({ author }) => author)).toEqual([ada.id]));
  });

  it('is one, also of presses at the same moment, and can be made again once it is purged', async () => {
    const [ada, bob, coupleId] = await couple();
    const source = finish(coupleId, [{ author: bob.id, files: [{ id: randomUUID(), kind: 'image' }] }]);
    const made = [
      ...(await Promise.all([make(ada, source), make(bob, source), make(ada, source)])),
      await make(bob, source),
    ];
    const [id = ''] = new Set(made.map(({ capsuleId }) => capsuleId));
    expect(new Set(made.map(({ capsuleId }) => capsuleId)).size).toBe(1);
    expect(made.filter(({ fileIds }) => fileIds.length > 0)).toHaveLength(1);
    expect((await ada.call(listCapsules, {})).capsules).toHaveLength(1);
    for (const member of [ada, bob]) await member.call(deleteCapsule, { id });
    expect((await make(ada, source)).capsuleId).toBe(id);
    memories.itIs('2026-12-30T12:00:00Z');
    await memories.passMinute();
    const { challengeId } = source;
    const purged = async () =>
      (await memories.bus.events(keepsakePurged)).filter((event) => event.coupleId === coupleId);
    await eventually(async () => expect(await purged()).toEqual([{ coupleId, challengeId, capsuleId: id }]));
    expect((await make(ada, source)).capsuleId).not.toBe(id);
  });

  it('is refused to strangers', async () => {
    const [ada, , coupleId] = await couple();
    const { challengeId } = finish(coupleId, [{ author: ada.id }]);
    const [stranger] = await couple();
    for (const [by, code] of [
      [stranger, 'CHALLENGE_NOT_FOUND'],
      [memories.user(), 'NO_PARTNER'],
    ] as const) {
      expect(await by.refusal(planKeepsake, { challengeId })).toMatchObject({ code });
      const wish = { challengeId, capsuleId: randomUUID(), attachments: [] };
      expect(await by.refusal(keepChallenge, wish)).toMatchObject({ code });
    }
  });

  it('can be part of our year', async () => {
    const [ada, bob, coupleId] = await couple();
    const { challengeId, title, completedAt } = finish(coupleId, []);
    known.calendar = { timezone: 'UTC', since: '2024-05-04' };
    memories.itIs('2026-12-31T12:00:00Z');
    expect((await ada.call(getOurYear, {})).proposal).toMatchObject({
      challenges: 1,
      finished: [{ challengeId, title, completedAt }],
    });
    const choose = (by: TestUser, challengeIds: string[]) =>
      by.call(keepYear, { year: 2026, messageIds: [], challengeIds });
    const made = await Promise.all([choose(ada, [challengeId]), choose(bob, [challengeId])]);
    expect(await inIt(bob, made[0]?._id ?? '')).toMatchObject([
      { kind: 'challenge', text: '', keptChallenge: { challengeId, title, step: null }, happenedAt: '2026-11-21' },
    ]);
    const refused = await bob.refusal(keepYear, { year: 2026, messageIds: [], challengeIds: [randomUUID()] });
    expect(refused).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
  });
});

describe('the keepsake of a story', () => {
  function finish(coupleId: string, parts: StoryKeepsakePart[]) {
    const source = { coupleId, sessionId: randomUUID(), title: 'Two lamps', ending: 'They burn on.', parts };
    known.stories.set(source.sessionId, source);
    return source;
  }

  it('has the ending outside, and inside what each chose and wrote, by its author and in the order of the path', async () => {
    const [ada, bob, coupleId] = await couple();
    const [page, at] = ['Left or right?', '2026-11-20T10:00:00.000Z'];
    const line = { page: 'Write a line.', author: bob.id, text: 'To the sea', at };
    const { sessionId, title } = finish(coupleId, [
      { page, author: bob.id, text: 'Left', at },
      { page, author: ada.id, text: 'Right', at },
      line,
    ]);
    const { capsuleId } = await ada.call(keepStory, { sessionId });
    const capsule = await bob.call(getCapsule, { id: capsuleId });
    const outside = { title, description: 'They burn on.', kind: 'keepsake', source: 'story', status: 'completed' };
    expect(capsule).toMatchObject({ ...outside, createdBy: ada.id, counts: { byKind: { story: 3 } } });
    expect(capsule.contributions).toMatchObject([
      {
        author: bob.id,
        kind: 'story',
        text: 'Left',
        keptStory: { sessionId, title, question: page },
        happenedAt: '2026-11-20',
      },
      { author: ada.id, text: 'Right' },
      { author: bob.id, text: 'To the sea', keptStory: { question: 'Write a line.' } },
    ]);
    expect(JSON.stringify(memories.bus.live(capsuleUpdated))).not.toContain('To the sea');
    await ada.call(reopenCapsule, { id: capsuleId });
    const own = (await inIt(ada, capsuleId)).find(({ author }) => author === ada.id);
    const part = { id: capsuleId, contributionId: own?._id ?? '' };
    expect(await ada.call(changeContribution, { ...part, text: 'Right, of course' })).toMatchObject({
      kind: 'story',
      text: 'Right, of course',
    });
    expect(await ada.refusal(changeContribution, { ...part, happenedAt: '2026-11-19' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () => expect((await inIt(ada, capsuleId)).map(({ author }) => author)).toEqual([ada.id]));
  });

  it('is one, also of presses at the same moment, and can be made again once it is purged', async () => {
    const [ada, bob, coupleId] = await couple();
    const { sessionId } = finish(coupleId, []);
    const made = await Promise.all([ada, bob, ada].map((user) => user.call(keepStory, { sessionId })));
    const [id = ''] = new Set(made.map(({ capsuleId }) => capsuleId));
    expect(made).toEqual([0, 1, 2].map(() => ({ capsuleId: id, fileIds: [] })));
    expect((await ada.call(listCapsules, {})).capsules).toHaveLength(1);
    for (const member of [ada, bob]) await member.call(deleteCapsule, { id });
    expect((await bob.call(keepStory, { sessionId })).capsuleId).toBe(id);
    memories.itIs('2026-12-30T12:00:00Z');
    await memories.passMinute();
    const purged = async () =>
      (await memories.bus.events(storyKeepsakePurged)).filter((event) => event.coupleId === coupleId);
    await eventually(async () => expect(await purged()).toEqual([{ coupleId, sessionId, capsuleId: id }]));
    expect((await ada.call(keepStory, { sessionId })).capsuleId).not.toBe(id);
  });

  it('has copies of the photos, each of its author, and one press alone brings them', async () => {
    const [ada, bob, coupleId] = await couple();
    const photo = { id: randomUUID(), kind: 'image' as const };
    const [page, at] = ['Show your light.', '2026-11-20T10:00:00.000Z'];
    const { sessionId } = finish(coupleId, [
      { page, author: bob.id, text: '', at, files: [photo] },
      { page, author: ada.id, text: 'A candle', at, files: [] },
    ]);
    const make = async (by: TestUser) => {
      const { capsuleId, fileIds } = await by.call(planStoryKeepsake, { sessionId });
      const attachments = fileIds.map((id) => copyOf({ ...photo, id }));
      return {
        copies: attachments.map(({ id }) => id),
        ...(await by.call(keepStory, { sessionId, capsuleId, attachments })),
      };
    };
    const [one, two] = await Promise.all([make(ada), make(bob)]);
    const maker = one.fileIds.length > 0 ? one : two;
    expect([one.capsuleId, one.fileIds.length + two.fileIds.length]).toEqual([two.capsuleId, 1]);
    expect(maker.fileIds).toEqual(maker.copies);
    expect(await bob.call(planStoryKeepsake, { sessionId })).toEqual({ capsuleId: one.capsuleId, fileIds: [] });
    expect(await inIt(ada, one.capsuleId)).toMatchObject([
      { author: bob.id, text: '', attachments: [{ id: maker.fileIds[0], kind: 'image' }] },
      { author: ada.id, text: 'A candle', attachments: [] },
    ]);
    await memories.bus.publish(userDeleted, bob.id, { userId: bob.id });
    await eventually(async () =>
      expect((await inIt(ada, one.capsuleId)).map(({ author }) => author)).toEqual([ada.id]),
    );
  });

  it('is refused to strangers', async () => {
    const [, , coupleId] = await couple();
    const { sessionId } = finish(coupleId, []);
    const [stranger] = await couple();
    for (const user of [stranger, memories.user()])
      expect(await user.refusal(planStoryKeepsake, { sessionId })).toMatchObject({
        code: user === stranger ? 'STORY_NOT_FOUND' : 'NO_PARTNER',
      });
    expect(await stranger.refusal(keepStory, { sessionId })).toMatchObject({ code: 'STORY_NOT_FOUND' });
    expect(await memories.user().refusal(keepStory, { sessionId })).toMatchObject({ code: 'NO_PARTNER' });
  });
});

describe('the keepsake of a goal', () => {
  function reach(coupleId: string, ada: TestUser, bob: TestUser): string {
    const goalId = randomUUID();
    known.goals.set(goalId, {
      coupleId,
      title: 'Ten books',
      why: 'For the winter',
      parts: [
        { id: randomUUID(), author: ada.id, text: 'The first one', at: '2026-03-01T23:30:00.000Z' },
        { id: randomUUID(), author: bob.id, text: 'The last one', at: '2026-11-20T10:00:00.000Z' },
      ],
    });
    return goalId;
  }

  it('is one album of the way to it, which both fill further', async () => {
    const [ada, bob, coupleId] = await couple();
    const goalId = reach(coupleId, ada, bob);
    const pressed = await Promise.all([ada, bob].map((one) => one.call(keepGoal, { goalId })));
    const [{ capsuleId } = { capsuleId: '' }] = pressed;
    expect(pressed).toEqual([{ capsuleId }, { capsuleId }]);
    const album = await bob.call(getCapsule, { id: capsuleId });
    expect(album).toMatchObject({
      title: 'Ten books',
      description: 'For the winter',
      kind: 'keepsake',
      source: 'goal',
      status: 'collecting',
    });
    expect(album.contributions.map(({ kind, author, text, happenedAt }) => [kind, author, text, happenedAt])).toEqual([
      ['text', ada.id, 'The first one', expect.stringMatching(/^2026-03-0[12]$/)],
      ['text', bob.id, 'The last one', '2026-11-20'],
    ]);
    const created = () => memories.bus.live(capsuleUpdated).filter(({ update }) => update.capsuleId === capsuleId);
    await eventually(() => expect(created()).toMatchObject([{ update: { action: 'created' } }]));
    await memories.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await inIt(bob, capsuleId)).toMatchObject([{ text: 'The last one' }]));
  });

  it('stays one while it lies in the trash, and can be made again when that is emptied', async () => {
    const [ada, bob, coupleId] = await couple();
    const goalId = reach(coupleId, ada, bob);
    const { capsuleId } = await ada.call(keepGoal, { goalId });
    for (const one of [ada, bob]) await one.call(deleteCapsule, { id: capsuleId }).catch(() => undefined);
    expect((await ada.call(getCapsule, { id: capsuleId })).deletedAt).not.toBeNull();
    expect(await bob.call(keepGoal, { goalId })).toEqual({ capsuleId });
    memories.itIs('2026-12-30T12:00:00Z');
    await memories.passMinute();
    const again = await bob.call(keepGoal, { goalId });
    expect(again.capsuleId).not.toBe(capsuleId);
  });

  it('is of nobody else’s goal', async () => {
    const [ada, bob, coupleId] = await couple();
    const [stranger] = await couple();
    const goalId = reach(coupleId, ada, bob);
    expect(await stranger.refusal(keepGoal, { goalId })).toMatchObject({ code: 'GOAL_NOT_FOUND' });
    expect(await memories.user().refusal(keepGoal, { goalId })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await ada.refusal(keepGoal, { goalId: 'g1' })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
