import { randomBytes, randomUUID } from 'node:crypto';
import {
  LIMITS,
  type StagedFileDto,
  type StorySessionView,
  chooseInStory,
  couplePurged,
  filesChanged,
  getStoryKeepsakeSource,
  getStorySession,
  listBadges,
  listStories,
  listStoryRecords,
  recordStoryKeepsake,
  respondToStory,
  searchStories,
  startStory,
  storyChanged,
  storyFilesInUse,
  storyKeepsakePurged,
  storyProgressed,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { STORIES } from '../src/stories/story-library.js';
import { RunningChallenges } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

const MYSTERIES = 'small-mysteries';

const start = (user: TestUser, more: object = {}): Promise<StorySessionView> =>
  user.call(startStory, { templateId: MYSTERIES, clientId: randomUUID(), ...more });

async function started(ada: TestUser, bob: TestUser, more: object = {}): Promise<StorySessionView> {
  const { _id: id } = await start(ada, more);
  return bob.call(respondToStory, { id, action: 'accept' });
}

type Seen = Pick<StorySessionView, '_id' | 'version' | 'node'>;

const press = ({ _id: id, version, node }: Seen, given: object = {}) => ({
  id,
  version,
  nodeId: node?.id ?? '',
  ...given,
});

const seen = (user: TestUser, { _id: id }: Pick<StorySessionView, '_id'>) => user.call(getStorySession, { id });

/** Reads on until a node of this kind; both choose the first way and write a line. */
async function readTo(ada: TestUser, bob: TestUser, session: StorySessionView, kind: string) {
  let now = await seen(ada, session);
  while (now.node && now.node.kind !== kind) {
    const given = {
      scene: {},
      choice: { choiceId: now.node.choices[0]?.id },
      prompt: { text: 'a line' },
      ending: {},
    }[now.node.kind];
    if (now.node.kind !== 'scene') await bob.call(chooseInStory, press(now, given));
    now = await ada.call(chooseInStory, press(now, given));
  }
  return now;
}

/** The first choice of a session that both read. */
async function atChoice(more: object = {}): Promise<[ada: TestUser, bob: TestUser, session: StorySessionView]> {
  const [ada, bob] = await challenges.couple();
  return [ada, bob, await readTo(ada, bob, await started(ada, bob, more), 'choice')];
}

const changesOf = ({ _id }: Pick<StorySessionView, '_id'>) =>
  challenges.bus.live(storyChanged).filter(({ activity }) => activity.entity.id === _id);
const kindsOf = (session: Pick<StorySessionView, '_id'>) => changesOf(session).map(({ activity }) => activity.kind);

const stepsOf = async ({ _id }: Pick<StorySessionView, '_id'>) =>
  (await challenges.bus.events(storyProgressed)).filter(({ sessionId }) => sessionId === _id);

describe('starting', () => {
  it('invites once, announces it, and shows nothing of the story before the other accepts', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const clientId = randomUUID();
    const [first, again] = [await start(ada, { clientId }), await start(ada, { clientId })];
    expect(again).toEqual(first);
    expect(first).toMatchObject({ status: 'invited', node: null, path: [], actions: ['reject'], waitsForMe: false });
    expect(await seen(bob, first)).toMatchObject({ node: null, actions: ['accept', 'reject'], waitsForMe: true });
    await eventually(async () =>
      expect(await stepsOf(first)).toEqual([{ coupleId, sessionId: first._id, step: 'invited', actorId: ada.id }]),
    );
    expect(kindsOf(first)).toEqual(['story_changed']);
    const stories = await bob.call(listStories, {});
    expect(stories.stories.map(({ _id, open }) => [_id, open?._id])).toContainEqual([MYSTERIES, first._id]);
    expect(await ada.refusal(chooseInStory, press({ ...first, node: null }, { nodeId: 'letter' }))).toMatchObject({
      code: 'STORY_STATE',
    });
    expect(await ada.refusal(respondToStory, { id: first._id, action: 'accept' })).toMatchObject({ code: 'NOT_YOURS' });
  });

  it('opens one session, also where both start the story at once', async () => {
    const [ada, bob] = await challenges.couple();
    const sessions = await Promise.all([start(ada), start(bob), start(ada), start(bob)]);
    expect(new Set(sessions.map(({ _id }) => _id)).size).toBe(1);
    await eventually(async () => expect(await stepsOf(sessions[0])).toHaveLength(1));
  });

  it('begins anew after the story was left', async () => {
    const [ada, bob] = await challenges.couple();
    const first = await started(ada, bob);
    const left = await bob.call(respondToStory, { id: first._id, action: 'reject' });
    expect(left).toMatchObject({ status: 'left', actions: [] });
    expect(await ada.call(respondToStory, { id: first._id, action: 'reject' })).toEqual({ ...left });
    expect((await start(bob))._id).not.toBe(first._id);
  });

  it.each([
    ['an unknown story', { templateId: 'nothing' }, 'STORY_NOT_FOUND'],
    ['the name of a property', { templateId: 'constructor' }, 'STORY_NOT_FOUND'],
    ['a name that is none', { templateId: '../x' }, 'VALIDATION_FAILED'],
    ['a long name', { templateId: 'x'.repeat(10_000) }, 'VALIDATION_FAILED'],
    ['no client id', { clientId: undefined }, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_name, more, code) => {
    const [ada] = await challenges.couple();
    const input = { templateId: MYSTERIES, clientId: randomUUID(), ...more };
    expect(await ada.refusal(startStory, input as never)).toMatchObject({ code });
  });

  it('fills the slots, with words where something is not known', async () => {
    const [ada, bob] = await challenges.couple();
    const known = await started(ada, bob, { templateId: 'lamplighters', daysTogether: 1234 });
    expect(known.node?.text).toContain('Ada and Bob');
    const next = await ada.call(chooseInStory, press(known));
    expect(next.node?.text).toContain('1,234 days');
    const [cem, dora] = await challenges.couple();
    const fresh = await started(cem, dora, { templateId: 'lamplighters', daysTogether: 1 });
    expect((await cem.call(chooseInStory, press(fresh))).node?.text).toContain('so many days');
  });
});

describe('reading on', () => {
  it('turns a scene once where both press at once', async () => {
    const [ada, bob] = await challenges.couple();
    const session = await started(ada, bob);
    const presses = await Promise.all([ada, bob, ada].map((user) => user.call(chooseInStory, press(session))));
    for (const { node, version } of presses) expect([node?.id, version]).toEqual(['badges', 3]);
    await eventually(async () =>
      expect(kindsOf(session).filter((kind) => kind === 'story_advanced')).toEqual(['story_advanced']),
    );
  });

  it('refuses an older page with the session as it is', async () => {
    const [ada, bob] = await challenges.couple();
    const first = await started(ada, bob);
    const second = await ada.call(chooseInStory, press(first));
    const third = await ada.call(chooseInStory, press(second));
    const refusal = await bob.refusal(chooseInStory, press(first));
    expect(refusal).toMatchObject({ code: 'VERSION_CONFLICT', current: { version: third.version } });
  });
});

describe('a choice', () => {
  it('is in no answer before both have chosen, and may change until then', async () => {
    const [ada, bob, session] = await atChoice();
    const one = await ada.call(chooseInStory, press(session, { choiceId: 'bell' }));
    expect(one).toMatchObject({ mine: { choiceId: 'bell' }, partnerChose: false, waitsForMe: false });
    const theirs = await seen(bob, session);
    expect(theirs).toMatchObject({ mine: null, partnerChose: true, waitsForMe: true, version: session.version });
    expect(theirs.path).toEqual(session.path);
    await ada.call(chooseInStory, press(session, { choiceId: 'bell' }));
    await ada.call(chooseInStory, press(session, { choiceId: 'cat' }));
    const both = await bob.call(chooseInStory, press(session, { choiceId: 'cat' }));
    expect(both.node?.id).toBe('catdeal');
    expect(both.path.at(-1)?.answers.toSorted((a, b) => (a.user === ada.id ? -1 : b.user === ada.id ? 1 : 0))).toEqual([
      { user: ada.id, choiceId: 'cat', text: null },
      { user: bob.id, choiceId: 'cat', text: null },
    ]);
    expect(await ada.call(chooseInStory, press(session, { choiceId: 'cat' }))).toMatchObject({ node: both.node });
    expect(await ada.refusal(chooseInStory, press(session, { choiceId: 'bell' }))).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    await eventually(async () =>
      expect((await stepsOf(session)).filter(({ step }) => step === 'waiting')).toHaveLength(1),
    );
    expect(kindsOf(session).slice(-3)).toEqual(['story_waiting', 'story_changed', 'story_advanced']);
    expect(JSON.stringify([changesOf(session), await stepsOf(session)])).not.toMatch(/bell|cat/);
  });

  it('leads on once where both choose at the same moment', async () => {
    const [ada, bob, session] = await atChoice();
    await Promise.all([
      ada.call(chooseInStory, press(session, { choiceId: 'bell' })),
      bob.call(chooseInStory, press(session, { choiceId: 'cat' })),
    ]);
    expect(await seen(ada, session)).toMatchObject({ node: { id: 'collide' }, version: session.version + 1 });
  });

  it.each([
    ['a way that does not exist', { choiceId: 'constructor' }],
    ['no way', {}],
    ['a line', { text: 'bell' }],
    ['both', { choiceId: 'bell', text: 'bell' }],
    ['a way of another shape', { choiceId: { deep: ['bell'] } }],
    ['a version of another shape', { choiceId: 'bell', version: '1' }],
  ])('refuses %s', async (_name, given) => {
    const [ada, , session] = await atChoice();
    expect(await ada.refusal(chooseInStory, press(session, given) as never)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('stores the seed that decided between two, so that the way stays the same', async () => {
    const [ada, bob] = await challenges.couple();
    let session = await readTo(ada, bob, await started(ada, bob), 'prompt');
    await ada.call(chooseInStory, press(session, { text: 'a glove' }));
    session = await bob.call(chooseInStory, press(session, { text: 'a key' }));
    session = await ada.call(chooseInStory, press(session));
    expect(session.node?.id).toBe('lead');
    await ada.call(chooseInStory, press(session, { choiceId: 'pigeon' }));
    const { node } = await bob.call(chooseInStory, press(session, { choiceId: 'sugar' }));
    const rows = await challenges.rows<{ seed: number }>(
      `SELECT (path->-1->>'seed')::int AS seed FROM story_sessions WHERE id = $1`,
      [session._id],
    );
    expect(node?.id).toBe((rows[0]?.seed ?? -1) % 2 === 0 ? 'witness' : 'cellar');
  });
});

describe('a prompt', () => {
  it('shows both lines once both have written', async () => {
    const [ada, bob] = await challenges.couple();
    const session = await readTo(ada, bob, await started(ada, bob), 'prompt');
    expect(await ada.refusal(chooseInStory, press(session, { text: '  ' }))).toMatchObject({ status: 400 });
    expect(await ada.refusal(chooseInStory, press(session, { text: 'x'.repeat(301) }))).toMatchObject({ status: 400 });
    await ada.call(chooseInStory, press(session, { text: 'the line of Ada' }));
    expect(JSON.stringify(await seen(bob, session))).not.toContain('the line of Ada');
    const both = await bob.call(chooseInStory, press(session, { text: 'the line of Bob' }));
    expect(both.path.at(-1)?.answers.map(({ text }) => text)).toEqual(['the line of Ada', 'the line of Bob']);
  });
});

describe('a photo', () => {
  const aPhoto = (kind: StagedFileDto['kind'] = 'image'): StagedFileDto => ({
    id: randomUUID(),
    kind,
    fingerprint: randomBytes(32).toString('hex'),
  });
  const shownIn = ({ path }: StorySessionView) => path.at(-1)?.answers.map(({ photo, text }) => [photo?.id, text]);
  const told = async ({ _id }: Pick<StorySessionView, '_id'>) =>
    (await challenges.bus.events(filesChanged))
      .filter(({ owner }) => owner.id === _id)
      .map(({ accessEpoch, added, removed }) => ({ accessEpoch, added, removed }));
  const inUse = async (...files: StagedFileDto[]) =>
    (await challenges.bus.call(storyFilesInUse, { ids: files.map(({ id }) => id) })).ids;
  const recordsOf = async (user: TestUser) => {
    const token = accessToken(challenges.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export');
    return (await challenges.bus.call(listStoryRecords, {}, { token })).stories;
  };
  const show = (by: TestUser, session: Seen, photo: StagedFileDto, more: object = {}) =>
    by.call(chooseInStory, press(session, { attachments: [photo], clientId: randomUUID(), ...more }));

  /** The prompt of photos of a session that both read. */
  async function atPhoto(): Promise<[ada: TestUser, bob: TestUser, session: StorySessionView]> {
    const [ada, bob] = await challenges.couple();
    let now = await readTo(ada, bob, await started(ada, bob), 'prompt');
    while (!now.node?.takesPhoto) {
      for (const user of [ada, bob]) await user.call(chooseInStory, press(now, { text: 'a line' }));
      now = await readTo(ada, bob, now, 'prompt');
    }
    return [ada, bob, now];
  }

  it('reaches nobody else before both have answered, by no way; then the scene after it shows both', async () => {
    const [ada, bob, session] = await atPhoto();
    const photo = aPhoto();
    const mine = await show(ada, session, photo, { text: 'my mug' });
    expect(mine.mine).toEqual({ user: ada.id, choiceId: null, text: 'my mug', photo: { id: photo.id, file: null } });
    expect(mine.access).toEqual({ epoch: 0, seconds: LIMITS.collectingLinkSeconds });
    const theirs = await seen(bob, session);
    expect(theirs).toMatchObject({ mine: null, partnerChose: true, path: session.path, access: session.access });
    const known = JSON.stringify([
      theirs,
      await bob.call(listStories, {}),
      await bob.call(searchStories, { q: 'mug' }),
      await recordsOf(bob),
      changesOf(session),
      await stepsOf(session),
      await bob.refusal(chooseInStory, press({ ...session, version: 1 }, { text: 'late' })),
    ]);
    for (const secret of [photo.id, photo.fingerprint, 'my mug']) expect(known).not.toContain(secret);
    const both = await bob.call(chooseInStory, press(session, { text: 'a pebble' }));
    const revealed = [
      { user: ada.id, choiceId: null, text: 'my mug', photo: { id: photo.id, file: null } },
      { user: bob.id, choiceId: null, text: 'a pebble' },
    ];
    expect(both).toMatchObject({ node: { kind: 'scene', recalled: revealed }, path: expect.anything() });
    expect(both.path.at(-1)?.answers).toEqual(revealed);
    expect((await seen(bob, session)).access).toEqual({ epoch: 0, seconds: LIMITS.mediaLinkSeconds });
    const end = await readTo(ada, bob, both, 'ending');
    const recalling = end.path.filter(({ node }) => node.recalled);
    expect(recalling.map(({ node }) => node.recalled)).toEqual([revealed, revealed]);
    expect((await bob.call(searchStories, { q: 'mug' })).hits).toMatchObject([{ text: 'my mug' }]);
    expect((await recordsOf(bob))[0]?.answers.flatMap(({ attachments }) => attachments)).toEqual([{ id: photo.id }]);
    const { parts } = await challenges.bus.call(getStoryKeepsakeSource, { userId: bob.id, id: session._id });
    expect(parts.filter(({ files }) => files?.length)).toMatchObject([
      { author: ada.id, text: 'my mug', files: [{ id: photo.id, kind: 'image' }] },
    ]);
    await eventually(async () =>
      expect(await told(session)).toEqual([{ accessEpoch: 0, added: [photo.id], removed: [] }]),
    );
    expect(await inUse(photo, aPhoto())).toEqual([photo.id]);
  });

  it('may be replaced until the other has answered, by another photo or a line, and goes from media then', async () => {
    const [ada, bob, session] = await atPhoto();
    const [first, second] = [aPhoto(), aPhoto()];
    await show(ada, session, first);
    expect(await show(ada, session, second)).toMatchObject({ mine: { text: null, photo: { id: second.id } } });
    const line = await ada.call(chooseInStory, press(session, { text: 'no camera' }));
    expect(line.mine).toEqual({ user: ada.id, choiceId: null, text: 'no camera' });
    await eventually(async () =>
      expect(await told(session)).toEqual([
        { accessEpoch: 0, added: [first.id], removed: [] },
        { accessEpoch: 0, added: [second.id], removed: [first.id] },
        { accessEpoch: 0, added: [], removed: [second.id] },
      ]),
    );
    expect(await inUse(first, second)).toEqual([]);
    expect(shownIn(await show(bob, session, aPhoto()))?.[0]).toEqual([undefined, 'no camera']);
    expect((await stepsOf(session)).filter(({ step }) => step === 'waiting').length).toBeGreaterThan(0);
  });

  it('is stored once under one clientId, also by two forms at once and after the story went on', async () => {
    const [ada, bob, session] = await atPhoto();
    const clientId = randomUUID();
    const [one, two] = await Promise.all([1, 2].map(() => show(ada, session, aPhoto(), { clientId })));
    expect(one?.mine).toEqual(two?.mine);
    const both = await show(bob, session, aPhoto());
    const repeated = aPhoto();
    expect((await show(ada, session, repeated, { clientId })).path).toEqual(both.path);
    expect(await inUse(repeated)).toEqual([]);
    expect(await ada.refusal(chooseInStory, press(session, { attachments: [aPhoto()] }))).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
  });

  it('comes from both at the same moment: the story goes on once, with both', async () => {
    const [ada, bob, session] = await atPhoto();
    const photos = [aPhoto(), aPhoto()];
    await Promise.all([show(ada, session, photos[0] ?? aPhoto()), show(bob, session, photos[1] ?? aPhoto())]);
    const after = await seen(ada, session);
    expect(after.version).toBe(session.version + 1);
    expect(
      shownIn(after)
        ?.map(([id]) => id)
        .toSorted(),
    ).toEqual(photos.map(({ id }) => id).toSorted());
  });

  it('is one picture, where the page takes one', async () => {
    const [ada, bob, session] = await atPhoto();
    const refused = async (attachments: unknown, more: object = {}, on: Seen = session) =>
      (await ada.refusal(chooseInStory, press(on, { attachments, clientId: randomUUID(), ...more }) as never)).code;
    expect(await refused([aPhoto('video')])).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refused([aPhoto('voice')])).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refused([aPhoto(), aPhoto()])).toBe('TOO_MANY_FILES');
    expect(await refused([])).toBe('VALIDATION_FAILED');
    expect(await refused([{ ...aPhoto(), id: 'x' }])).toBe('VALIDATION_FAILED');
    expect(await refused([aPhoto()], { choiceId: 'bell' })).toBe('VALIDATION_FAILED');
    expect(await refused([aPhoto()], { text: 'x'.repeat(LIMITS.storyLineLength + 1) })).toBe('VALIDATION_FAILED');
    expect(await ada.refusal(chooseInStory, press(session))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await told(session)).toEqual([]);
    // A scene and a choice take none.
    await show(ada, session, aPhoto());
    const scene = await show(bob, session, aPhoto());
    expect(await refused([aPhoto()], {}, scene)).toBe('VALIDATION_FAILED');
    const choice = await readTo(ada, bob, scene, 'choice');
    expect(await refused([aPhoto()], { choiceId: choice.node?.choices[0]?.id }, choice)).toBe('VALIDATION_FAILED');
  });

  it('is out of reach for strangers and former partners, and goes with its author', async () => {
    const [ada, bob, session] = await atPhoto();
    const [hers, his] = [aPhoto(), aPhoto()];
    await show(ada, session, hers);
    const [stranger] = await challenges.couple();
    const given = press(session, { attachments: [aPhoto()], clientId: randomUUID() });
    expect(await stranger.refusal(chooseInStory, given)).toMatchObject({ code: 'STORY_NOT_FOUND' });
    await show(bob, session, his);
    await challenges.unlink(ada, bob, session.coupleId);
    expect(await bob.refusal(chooseInStory, given)).toMatchObject({ code: 'NO_PARTNER' });
    expect(await bob.refusal(getStorySession, { id: session._id })).toMatchObject({ code: 'NO_PARTNER' });
    expect(JSON.stringify(await recordsOf(bob))).toContain(hers.id);
    await challenges.relink(ada, bob, session.coupleId, 3);
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await inUse(hers, his)).toEqual([his.id]));
    expect(JSON.stringify(await seen(bob, session))).not.toContain(hers.id);
    // An export that names an erased person is never finished.
    expect(JSON.stringify(await recordsOf(bob))).not.toContain(ada.id);
  });
});

describe('an ending', () => {
  it.each([...STORIES.keys()])('finishes %s with its whole path, and announces it once', async (templateId) => {
    const [ada, bob] = await challenges.couple();
    const session = await readTo(ada, bob, await started(ada, bob, { templateId }), 'ending');
    expect(session).toMatchObject({
      status: 'finished',
      node: { kind: 'ending' },
      actions: ['keep'],
      waitsForMe: false,
    });
    expect(session.finishedAt).not.toBeNull();
    expect(JSON.stringify(session)).not.toContain('{{');
    await eventually(async () =>
      expect((await stepsOf(session)).filter(({ step }) => step === 'finished')).toHaveLength(1),
    );
    const { stories } = await bob.call(listStories, {});
    expect(stories.find(({ _id }) => _id === templateId)).toMatchObject({
      open: null,
      finished: [{ _id: session._id }],
    });
    expect((await start(bob, { templateId }))._id).not.toBe(session._id);
  });
});

describe('a finished story', () => {
  const figures = { capsules: 0, reveals: 0, rhythm: 0, daysTogether: 0 };

  async function finished() {
    const [ada, bob, coupleId] = await challenges.couple();
    const session = await readTo(ada, bob, await started(ada, bob), 'ending');
    const source = (user: TestUser, id = session._id) =>
      challenges.bus.call(getStoryKeepsakeSource, { userId: user.id, id });
    return { ada, bob, coupleId, session, source };
  }

  it('gives a badge, and to memories the way that the two took, in its order', async () => {
    const { ada, bob, session, source } = await finished();
    const { badges } = await bob.call(listBadges, figures);
    expect(badges.filter(({ earnedAt }) => earnedAt !== null).map(({ id }) => id)).toEqual(['story_finished']);
    const { title, ending, parts } = await source(bob);
    expect([title, ending]).toEqual([session.title, session.node?.text]);
    const passed = session.path.flatMap(({ node, answers }) => answers.map(({ user }) => [node.text, user]));
    expect(parts.map(({ page, author }) => [page, author])).toEqual(passed);
    expect(parts.map(({ text }) => text)).toContain('By the front door, with the bell and some drama');
    expect(parts.filter(({ text }) => text === 'a line')).toHaveLength(6);
    expect(parts.filter(({ author }) => author === ada.id)).toHaveLength(parts.length / 2);
  });

  it('has one keepsake, and another once it was purged', async () => {
    const { ada, bob, coupleId, session } = await finished();
    const [capsuleId, other] = [randomUUID(), randomUUID()];
    const record = (user: TestUser, id: string) => user.call(recordStoryKeepsake, { id: session._id, capsuleId: id });
    await Promise.all([record(ada, capsuleId), record(bob, capsuleId)]);
    expect(await seen(bob, session)).toMatchObject({ capsuleId, actions: [] });
    expect(await bob.refusal(recordStoryKeepsake, { id: session._id, capsuleId: other })).toMatchObject({
      code: 'STORY_STATE',
    });
    expect(kindsOf(session).slice(-2)).toEqual(['story_advanced', 'story_changed']);
    for (const id of [other, capsuleId])
      await challenges.bus.publish(storyKeepsakePurged, coupleId, {
        coupleId,
        sessionId: session._id,
        capsuleId: id,
      });
    await eventually(async () =>
      expect(await seen(ada, session)).toMatchObject({ capsuleId: null, actions: ['keep'] }),
    );
  });

  it('is nothing to keep before its ending, and nothing for strangers', async () => {
    const { session, source } = await finished();
    const [cem, dora, open] = await atChoice();
    for (const [user, id, code] of [
      [cem, open._id, 'STORY_STATE'],
      [dora, session._id, 'STORY_NOT_FOUND'],
      [challenges.user(), session._id, 'NO_PARTNER'],
    ] as const) {
      await expect(source(user, id)).rejects.toMatchObject({ code });
      expect(await user.refusal(recordStoryKeepsake, { id, capsuleId: randomUUID() })).toMatchObject({ code });
    }
  });
});

describe('a search', () => {
  it('finds titles, and lines that both may read', async () => {
    const [ada, bob] = await challenges.couple();
    const session = await readTo(ada, bob, await started(ada, bob), 'prompt');
    const find = async (user: TestUser, q: string) => (await user.call(searchStories, { q })).hits;
    const hit = { _id: session._id, title: session.title };
    expect(await find(bob, 'mysteries')).toEqual([{ ...hit, text: '' }]);
    await ada.call(chooseInStory, press(session, { text: 'a glove of red wool' }));
    for (const user of [ada, bob]) expect(await find(user, 'glove')).toEqual([]);
    await bob.call(chooseInStory, press(session, { text: 'a key' }));
    expect(await find(bob, 'glove')).toEqual([{ ...hit, text: 'a glove of red wool' }]);
    const [stranger] = await challenges.couple();
    expect(await find(stranger, 'glove')).toEqual([]);
    await ada.call(respondToStory, { id: session._id, action: 'reject' });
    expect(await find(bob, 'mysteries')).toEqual([]);
    expect(await challenges.user().refusal(searchStories, { q: 'glove' })).toMatchObject({ code: 'NO_PARTNER' });
  });
});

describe('strangers and former partners', () => {
  it('find no session', async () => {
    const [ada, bob, session] = await atChoice();
    const [stranger] = await challenges.couple();
    const alone = challenges.user();
    for (const [user, status] of [
      [stranger, 404],
      [alone, 403],
    ] as const) {
      expect(await user.refusal(getStorySession, { id: session._id })).toMatchObject({ status });
      expect(await user.refusal(chooseInStory, press(session, { choiceId: 'bell' }))).toMatchObject({ status });
      expect(await user.refusal(respondToStory, { id: session._id, action: 'reject' })).toMatchObject({ status });
    }
    await challenges.unlink(ada, bob, session.coupleId);
    expect(await ada.refusal(getStorySession, { id: session._id })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await ada.refusal(listStories, {})).toMatchObject({ code: 'NO_PARTNER' });
    await challenges.relink(ada, bob, session.coupleId, 3);
    expect(await seen(ada, session)).toMatchObject({ status: 'active', node: { id: session.node?.id } });
  });
});

describe('the data of a person', () => {
  const exported = async (user: TestUser) => {
    const token = accessToken(challenges.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export');
    return (await challenges.bus.call(listStoryRecords, {}, { token })).stories;
  };

  it('contain a secret choice for the one who made it alone', async () => {
    const [ada, bob, session] = await atChoice();
    await ada.call(chooseInStory, press(session, { choiceId: 'bell' }));
    expect(await exported(ada)).toMatchObject([{ id: session._id, answers: [{ author: ada.id }] }]);
    expect(await exported(bob)).toMatchObject([{ id: session._id, answers: [] }]);
    await challenges.unlink(ada, bob, session.coupleId);
    expect(await exported(ada)).toHaveLength(1);
    const members: [string, string] = [ada.id, bob.id];
    await challenges.bus.publish(couplePurged, session.coupleId, { coupleId: session.coupleId, members, version: 2 });
    await eventually(async () => expect(await exported(ada)).toEqual([]));
  });

  it('leave none of their words, and what the partner wrote stays', async () => {
    const [ada, bob] = await challenges.couple();
    const session = await readTo(ada, bob, await started(ada, bob), 'prompt');
    await ada.call(chooseInStory, press(session, { text: 'the line of Ada' }));
    await bob.call(chooseInStory, press(session, { text: 'the line of Bob' }));
    const unread = await start(ada, { templateId: 'lamplighters' });
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () =>
      expect(await bob.refusal(getStorySession, { id: unread._id })).toMatchObject({ status: 404 }),
    );
    const left = JSON.stringify(await seen(bob, session));
    expect(left).not.toContain('the line of Ada');
    expect(left).toContain('the line of Bob');
  });
});
