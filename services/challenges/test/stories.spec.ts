import { randomUUID } from 'node:crypto';
import {
  chooseInStory,
  couplePurged,
  getStoryReading,
  listStories,
  listStoryRecords,
  respondToStory,
  searchStories,
  startStory,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { RunningChallenges } from './running-challenges.js';
import { MYSTERIES, press, readTo, seen, start, started, storyCalls } from './story-readers.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

const { atChoice, changesOf, kindsOf, stagesOf } = storyCalls(() => challenges);

describe('starting', () => {
  it('invites once, announces it, and shows nothing of the story before the other accepts', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const clientId = randomUUID();
    const [first, again] = [await start(ada, { clientId }), await start(ada, { clientId })];
    expect(again).toEqual(first);
    expect(first).toMatchObject({ status: 'invited', node: null, path: [], actions: ['reject'], waitsForMe: false });
    expect(await seen(bob, first)).toMatchObject({ node: null, actions: ['accept', 'reject'], waitsForMe: true });
    await eventually(async () =>
      expect(await stagesOf(first)).toEqual([{ coupleId, sessionId: first._id, step: 'invited', actorId: ada.id }]),
    );
    expect(kindsOf(first)).toEqual(['story_changed']);
    const stories = await bob.call(listStories, {});
    expect(stories.stories.map(({ _id, open }) => [_id, open?._id])).toContainEqual([MYSTERIES, first._id]);
    expect(await ada.refusal(chooseInStory, press({ ...first, node: null }, { nodeId: 'letter' }))).toMatchObject({
      code: 'STORY_STATE',
    });
    expect(await ada.refusal(respondToStory, { id: first._id, action: 'accept' })).toMatchObject({ code: 'NOT_YOURS' });
  });

  it('opens one reading, also where both start the story at once', async () => {
    const [ada, bob] = await challenges.couple();
    const sessions = await Promise.all([start(ada), start(bob), start(ada), start(bob)]);
    expect(new Set(sessions.map(({ _id }) => _id)).size).toBe(1);
    await eventually(async () => expect(await stagesOf(sessions[0])).toHaveLength(1));
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
    const reading = await started(ada, bob);
    const presses = await Promise.all([ada, bob, ada].map((user) => user.call(chooseInStory, press(reading))));
    for (const { node, version } of presses) expect([node?.id, version]).toEqual(['badges', 3]);
    await eventually(async () =>
      expect(kindsOf(reading).filter((kind) => kind === 'story_advanced')).toEqual(['story_advanced']),
    );
  });

  it('refuses an older page with the reading as it is', async () => {
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
    const [ada, bob, reading] = await atChoice();
    const one = await ada.call(chooseInStory, press(reading, { choiceId: 'bell' }));
    expect(one).toMatchObject({ mine: { choiceId: 'bell' }, partnerChose: false, waitsForMe: false });
    const theirs = await seen(bob, reading);
    expect(theirs).toMatchObject({ mine: null, partnerChose: true, waitsForMe: true, version: reading.version });
    expect(theirs.path).toEqual(reading.path);
    await ada.call(chooseInStory, press(reading, { choiceId: 'bell' }));
    await ada.call(chooseInStory, press(reading, { choiceId: 'cat' }));
    const both = await bob.call(chooseInStory, press(reading, { choiceId: 'cat' }));
    expect(both.node?.id).toBe('catdeal');
    expect(both.path.at(-1)?.answers.toSorted((a, b) => (a.user === ada.id ? -1 : b.user === ada.id ? 1 : 0))).toEqual([
      { user: ada.id, choiceId: 'cat', text: null },
      { user: bob.id, choiceId: 'cat', text: null },
    ]);
    expect(await ada.call(chooseInStory, press(reading, { choiceId: 'cat' }))).toMatchObject({ node: both.node });
    expect(await ada.refusal(chooseInStory, press(reading, { choiceId: 'bell' }))).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    await eventually(async () =>
      expect((await stagesOf(reading)).filter(({ step }) => step === 'waiting')).toHaveLength(1),
    );
    expect(kindsOf(reading).slice(-3)).toEqual(['story_waiting', 'story_changed', 'story_advanced']);
    expect(JSON.stringify([changesOf(reading), await stagesOf(reading)])).not.toMatch(/bell|cat/);
  });

  it('leads on once where both choose at the same moment', async () => {
    const [ada, bob, reading] = await atChoice();
    await Promise.all([
      ada.call(chooseInStory, press(reading, { choiceId: 'bell' })),
      bob.call(chooseInStory, press(reading, { choiceId: 'cat' })),
    ]);
    expect(await seen(ada, reading)).toMatchObject({ node: { id: 'collide' }, version: reading.version + 1 });
  });

  it.each([
    ['a way that does not exist', { choiceId: 'constructor' }],
    ['no way', {}],
    ['a line', { text: 'bell' }],
    ['both', { choiceId: 'bell', text: 'bell' }],
    ['a way of another shape', { choiceId: { deep: ['bell'] } }],
    ['a version of another shape', { choiceId: 'bell', version: '1' }],
  ])('refuses %s', async (_name, given) => {
    const [ada, , reading] = await atChoice();
    expect(await ada.refusal(chooseInStory, press(reading, given) as never)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('stores the seed that decided between two, so that the way stays the same', async () => {
    const [ada, bob] = await challenges.couple();
    let reading = await readTo(ada, bob, await started(ada, bob), 'prompt');
    await ada.call(chooseInStory, press(reading, { text: 'a glove' }));
    reading = await bob.call(chooseInStory, press(reading, { text: 'a key' }));
    reading = await ada.call(chooseInStory, press(reading));
    expect(reading.node?.id).toBe('lead');
    await ada.call(chooseInStory, press(reading, { choiceId: 'pigeon' }));
    const { node } = await bob.call(chooseInStory, press(reading, { choiceId: 'sugar' }));
    const rows = await challenges.rows<{ seed: number }>(
      `SELECT (path->-1->>'seed')::int AS seed FROM story_sessions WHERE id = $1`,
      [reading._id],
    );
    expect(node?.id).toBe((rows[0]?.seed ?? -1) % 2 === 0 ? 'witness' : 'cellar');
  });
});

describe('a prompt', () => {
  it('shows both lines once both have written', async () => {
    const [ada, bob] = await challenges.couple();
    const reading = await readTo(ada, bob, await started(ada, bob), 'prompt');
    expect(await ada.refusal(chooseInStory, press(reading, { text: '  ' }))).toMatchObject({ status: 400 });
    expect(await ada.refusal(chooseInStory, press(reading, { text: 'x'.repeat(301) }))).toMatchObject({ status: 400 });
    await ada.call(chooseInStory, press(reading, { text: 'the line of Ada' }));
    expect(JSON.stringify(await seen(bob, reading))).not.toContain('the line of Ada');
    const both = await bob.call(chooseInStory, press(reading, { text: 'the line of Bob' }));
    expect(both.path.at(-1)?.answers.map(({ text }) => text)).toEqual(['the line of Ada', 'the line of Bob']);
  });
});

describe('a search', () => {
  it('finds titles, and lines that both may read', async () => {
    const [ada, bob] = await challenges.couple();
    const reading = await readTo(ada, bob, await started(ada, bob), 'prompt');
    const find = async (user: TestUser, q: string) => (await user.call(searchStories, { q })).hits;
    const hit = { _id: reading._id, title: reading.title };
    expect(await find(bob, 'mysteries')).toEqual([{ ...hit, text: '' }]);
    await ada.call(chooseInStory, press(reading, { text: 'a glove of red wool' }));
    for (const user of [ada, bob]) expect(await find(user, 'glove')).toEqual([]);
    await bob.call(chooseInStory, press(reading, { text: 'a key' }));
    expect(await find(bob, 'glove')).toEqual([{ ...hit, text: 'a glove of red wool' }]);
    const [stranger] = await challenges.couple();
    expect(await find(stranger, 'glove')).toEqual([]);
    await ada.call(respondToStory, { id: reading._id, action: 'reject' });
    expect(await find(bob, 'mysteries')).toEqual([]);
    expect(await challenges.user().refusal(searchStories, { q: 'glove' })).toMatchObject({ code: 'NO_PARTNER' });
  });
});

describe('strangers and former partners', () => {
  it('find no reading', async () => {
    const [ada, bob, reading] = await atChoice();
    const [stranger] = await challenges.couple();
    const alone = challenges.user();
    for (const [user, status] of [
      [stranger, 404],
      [alone, 403],
    ] as const) {
      expect(await user.refusal(getStoryReading, { id: reading._id })).toMatchObject({ status });
      expect(await user.refusal(chooseInStory, press(reading, { choiceId: 'bell' }))).toMatchObject({ status });
      expect(await user.refusal(respondToStory, { id: reading._id, action: 'reject' })).toMatchObject({ status });
    }
    await challenges.unlink(ada, bob, reading.coupleId);
    expect(await ada.refusal(getStoryReading, { id: reading._id })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await ada.refusal(listStories, {})).toMatchObject({ code: 'NO_PARTNER' });
    await challenges.relink(ada, bob, reading.coupleId, 3);
    expect(await seen(ada, reading)).toMatchObject({ status: 'active', node: { id: reading.node?.id } });
  });
});

describe('the data of a person', () => {
  const exported = async (user: TestUser) => {
    const token = accessToken(challenges.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export');
    return (await challenges.bus.call(listStoryRecords, {}, { token })).stories;
  };

  it('contain a secret choice for the one who made it alone', async () => {
    const [ada, bob, reading] = await atChoice();
    await ada.call(chooseInStory, press(reading, { choiceId: 'bell' }));
    expect(await exported(ada)).toMatchObject([{ id: reading._id, answers: [{ author: ada.id }] }]);
    expect(await exported(bob)).toMatchObject([{ id: reading._id, answers: [] }]);
    await challenges.unlink(ada, bob, reading.coupleId);
    expect(await exported(ada)).toHaveLength(1);
    const members: [string, string] = [ada.id, bob.id];
    await challenges.bus.publish(couplePurged, reading.coupleId, { coupleId: reading.coupleId, members, version: 2 });
    await eventually(async () => expect(await exported(ada)).toEqual([]));
  });

  it('leave none of their words, and what the partner wrote stays', async () => {
    const [ada, bob] = await challenges.couple();
    const reading = await readTo(ada, bob, await started(ada, bob), 'prompt');
    await ada.call(chooseInStory, press(reading, { text: 'the line of Ada' }));
    await bob.call(chooseInStory, press(reading, { text: 'the line of Bob' }));
    const unread = await start(ada, { templateId: 'lamplighters' });
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () =>
      expect(await bob.refusal(getStoryReading, { id: unread._id })).toMatchObject({ status: 404 }),
    );
    const left = JSON.stringify(await seen(bob, reading));
    expect(left).not.toContain('the line of Ada');
    expect(left).toContain('the line of Bob');
  });
});
