import { randomBytes, randomUUID } from 'node:crypto';
import {
  LIMITS,
  type StagedFileDto,
  type StoryReadingView,
  chooseInStory,
  filesChanged,
  getStoryKeepsakeSource,
  getStoryReading,
  listStories,
  listStoryRecords,
  searchStories,
  storyFilesInUse,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { RunningChallenges } from './running-challenges.js';
import { type Seen, press, readTo, seen, started, storyCalls } from './story-readers.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

const { changesOf, stagesOf } = storyCalls(() => challenges);

describe('a photo', () => {
  const aPhoto = (kind: StagedFileDto['kind'] = 'image'): StagedFileDto => ({
    id: randomUUID(),
    kind,
    fingerprint: randomBytes(32).toString('hex'),
  });
  const shownIn = ({ path }: StoryReadingView) => path.at(-1)?.answers.map(({ photo, text }) => [photo?.id, text]);
  const told = async ({ _id }: Pick<StoryReadingView, '_id'>) =>
    (await challenges.bus.events(filesChanged))
      .filter(({ owner }) => owner.id === _id)
      .map(({ accessEpoch, added, removed }) => ({ accessEpoch, added, removed }));
  const inUse = async (...files: StagedFileDto[]) =>
    (await challenges.bus.call(storyFilesInUse, { ids: files.map(({ id }) => id) })).ids;
  const recordsOf = async (user: TestUser) => {
    const token = accessToken(challenges.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export');
    return (await challenges.bus.call(listStoryRecords, {}, { token })).stories;
  };
  const show = (by: TestUser, reading: Seen, photo: StagedFileDto, more: object = {}) =>
    by.call(chooseInStory, press(reading, { attachments: [photo], clientId: randomUUID(), ...more }));

  /** The prompt of photos of a reading that both read. */
  async function atPhoto(): Promise<[ada: TestUser, bob: TestUser, reading: StoryReadingView]> {
    const [ada, bob] = await challenges.couple();
    let now = await readTo(ada, bob, await started(ada, bob), 'prompt');
    while (!now.node?.takesPhoto) {
      for (const user of [ada, bob]) await user.call(chooseInStory, press(now, { text: 'a line' }));
      now = await readTo(ada, bob, now, 'prompt');
    }
    return [ada, bob, now];
  }

  it('reaches nobody else before both have answered, by no way; then the scene after it shows both', async () => {
    const [ada, bob, reading] = await atPhoto();
    const photo = aPhoto();
    const mine = await show(ada, reading, photo, { text: 'my mug' });
    expect(mine.mine).toEqual({ user: ada.id, choiceId: null, text: 'my mug', photo: { id: photo.id, file: null } });
    expect(mine.access).toEqual({ epoch: 0, seconds: LIMITS.collectingLinkSeconds });
    const theirs = await seen(bob, reading);
    expect(theirs).toMatchObject({ mine: null, partnerChose: true, path: reading.path, access: reading.access });
    const known = JSON.stringify([
      theirs,
      await bob.call(listStories, {}),
      await bob.call(searchStories, { q: 'mug' }),
      await recordsOf(bob),
      changesOf(reading),
      await stagesOf(reading),
      await bob.refusal(chooseInStory, press({ ...reading, version: 1 }, { text: 'late' })),
    ]);
    for (const secret of [photo.id, photo.fingerprint, 'my mug']) expect(known).not.toContain(secret);
    const both = await bob.call(chooseInStory, press(reading, { text: 'a pebble' }));
    const revealed = [
      { user: ada.id, choiceId: null, text: 'my mug', photo: { id: photo.id, file: null } },
      { user: bob.id, choiceId: null, text: 'a pebble' },
    ];
    expect(both).toMatchObject({ node: { kind: 'scene', recalled: revealed }, path: expect.anything() });
    expect(both.path.at(-1)?.answers).toEqual(revealed);
    expect((await seen(bob, reading)).access).toEqual({ epoch: 0, seconds: LIMITS.mediaLinkSeconds });
    const end = await readTo(ada, bob, both, 'ending');
    const recalling = end.path.filter(({ node }) => node.recalled);
    expect(recalling.map(({ node }) => node.recalled)).toEqual([revealed, revealed]);
    expect((await bob.call(searchStories, { q: 'mug' })).hits).toMatchObject([{ text: 'my mug' }]);
    expect((await recordsOf(bob))[0]?.answers.flatMap(({ attachments }) => attachments)).toEqual([{ id: photo.id }]);
    const { parts } = await challenges.bus.call(getStoryKeepsakeSource, { userId: bob.id, id: reading._id });
    expect(parts.filter(({ files }) => files?.length)).toMatchObject([
      { author: ada.id, text: 'my mug', files: [{ id: photo.id, kind: 'image' }] },
    ]);
    await eventually(async () =>
      expect(await told(reading)).toEqual([{ accessEpoch: 0, added: [photo.id], removed: [] }]),
    );
    expect(await inUse(photo, aPhoto())).toEqual([photo.id]);
  });

  it('may be replaced until the other has answered, by another photo or a line, and goes from media then', async () => {
    const [ada, bob, reading] = await atPhoto();
    const [first, second] = [aPhoto(), aPhoto()];
    await show(ada, reading, first);
    expect(await show(ada, reading, second)).toMatchObject({ mine: { text: null, photo: { id: second.id } } });
    const line = await ada.call(chooseInStory, press(reading, { text: 'no camera' }));
    expect(line.mine).toEqual({ user: ada.id, choiceId: null, text: 'no camera' });
    await eventually(async () =>
      expect(await told(reading)).toEqual([
        { accessEpoch: 0, added: [first.id], removed: [] },
        { accessEpoch: 0, added: [second.id], removed: [first.id] },
        { accessEpoch: 0, added: [], removed: [second.id] },
      ]),
    );
    expect(await inUse(first, second)).toEqual([]);
    expect(shownIn(await show(bob, reading, aPhoto()))?.[0]).toEqual([undefined, 'no camera']);
    expect((await stagesOf(reading)).filter(({ step }) => step === 'waiting').length).toBeGreaterThan(0);
  });

  it('is stored once under one clientId, also by two forms at once and after the story went on', async () => {
    const [ada, bob, reading] = await atPhoto();
    const clientId = randomUUID();
    const [one, two] = await Promise.all([1, 2].map(() => show(ada, reading, aPhoto(), { clientId })));
    expect(one?.mine).toEqual(two?.mine);
    const both = await show(bob, reading, aPhoto());
    const repeated = aPhoto();
    expect((await show(ada, reading, repeated, { clientId })).path).toEqual(both.path);
    expect(await inUse(repeated)).toEqual([]);
    expect(await ada.refusal(chooseInStory, press(reading, { attachments: [aPhoto()] }))).toMatchObject({
      code: 'VERSION_CONFLICT',
    });
  });

  it('comes from both at the same moment: the story goes on once, with both', async () => {
    const [ada, bob, reading] = await atPhoto();
    const photos = [aPhoto(), aPhoto()];
    await Promise.all([show(ada, reading, photos[0] ?? aPhoto()), show(bob, reading, photos[1] ?? aPhoto())]);
    const after = await seen(ada, reading);
    expect(after.version).toBe(reading.version + 1);
    expect(
      shownIn(after)
        ?.map(([id]) => id)
        .toSorted(),
    ).toEqual(photos.map(({ id }) => id).toSorted());
  });

  it('is one picture, where the page takes one', async () => {
    const [ada, bob, reading] = await atPhoto();
    const refused = async (attachments: unknown, more: object = {}, on: Seen = reading) =>
      (await ada.refusal(chooseInStory, press(on, { attachments, clientId: randomUUID(), ...more }) as never)).code;
    expect(await refused([aPhoto('video')])).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refused([aPhoto('voice')])).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refused([aPhoto(), aPhoto()])).toBe('TOO_MANY_FILES');
    expect(await refused([])).toBe('VALIDATION_FAILED');
    expect(await refused([{ ...aPhoto(), id: 'x' }])).toBe('VALIDATION_FAILED');
    expect(await refused([aPhoto()], { choiceId: 'bell' })).toBe('VALIDATION_FAILED');
    expect(await refused([aPhoto()], { text: 'x'.repeat(LIMITS.storyLineLength + 1) })).toBe('VALIDATION_FAILED');
    expect(await ada.refusal(chooseInStory, press(reading))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await told(reading)).toEqual([]);
    // A scene and a choice take none.
    await show(ada, reading, aPhoto());
    const scene = await show(bob, reading, aPhoto());
    expect(await refused([aPhoto()], {}, scene)).toBe('VALIDATION_FAILED');
    const choice = await readTo(ada, bob, scene, 'choice');
    expect(await refused([aPhoto()], { choiceId: choice.node?.choices[0]?.id }, choice)).toBe('VALIDATION_FAILED');
  });

  it('is out of reach for strangers and former partners, and goes with its author', async () => {
    const [ada, bob, reading] = await atPhoto();
    const [hers, his] = [aPhoto(), aPhoto()];
    await show(ada, reading, hers);
    const [stranger] = await challenges.couple();
    const given = press(reading, { attachments: [aPhoto()], clientId: randomUUID() });
    expect(await stranger.refusal(chooseInStory, given)).toMatchObject({ code: 'STORY_NOT_FOUND' });
    await show(bob, reading, his);
    await challenges.unlink(ada, bob, reading.coupleId);
    expect(await bob.refusal(chooseInStory, given)).toMatchObject({ code: 'NO_PARTNER' });
    expect(await bob.refusal(getStoryReading, { id: reading._id })).toMatchObject({ code: 'NO_PARTNER' });
    expect(JSON.stringify(await recordsOf(bob))).toContain(hers.id);
    await challenges.relink(ada, bob, reading.coupleId, 3);
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await inUse(hers, his)).toEqual([his.id]));
    expect(JSON.stringify(await seen(bob, reading))).not.toContain(hers.id);
    // An export that names an erased person is never finished.
    expect(JSON.stringify(await recordsOf(bob))).not.toContain(ada.id);
  });
});
