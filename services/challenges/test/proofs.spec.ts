import { randomBytes, randomUUID } from 'node:crypto';
import {
  type ChallengeView,
  LIMITS,
  type StagedFileDto,
  challengeCompleted,
  challengeFilesInUse,
  challengeStepCompleted,
  challengeUpdated,
  completeStep,
  couplePurged,
  deleteChallenge,
  fileProcessed,
  filesChanged,
  getChallenge,
  listChallengeRecords,
  listChallenges,
  searchChallenges,
  skipStep,
  undoStep,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { RunningChallenges, running, secretStep, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

const PHOTO = secretStep({ title: 'The view', type: 'photo', proof: 'photo' });
const VOICE = stepOf({ title: 'Say it', type: 'voice', proof: 'voice' });

/** A file as media describes it after it was stored. */
const aFile = (kind: StagedFileDto['kind'] = 'image'): StagedFileDto => ({
  id: randomUUID(),
  kind,
  fingerprint: randomBytes(32).toString('hex'),
});

const seen = (by: TestUser, { _id: id }: ChallengeView) => by.call(getChallenge, { id });

const ofStep = ({ _id: id, steps }: ChallengeView, position: number) => ({ id, stepId: steps[position]?._id ?? '' });

const put = (by: TestUser, challenge: ChallengeView, files: StagedFileDto[], position = 0, more: object = {}) =>
  by.call(completeStep, { ...ofStep(challenge, position), attachments: files, clientId: randomUUID(), ...more });

const refused = async (by: TestUser, challenge: ChallengeView, files: StagedFileDto[], position = 0) =>
  (await by.refusal(completeStep, { ...ofStep(challenge, position), attachments: files, clientId: randomUUID() })).code;

/** The ids of the files that the viewer is shown, by step. */
const shown = async (by: TestUser, challenge: ChallengeView) =>
  (await seen(by, challenge)).steps.map(({ parts }) =>
    parts.flatMap(({ attachments }) => attachments.map(({ id }) => id)),
  );

/** What media was told of a challenge, in order. */
const told = async ({ _id }: ChallengeView) =>
  (await challenges.bus.events(filesChanged))
    .filter(({ owner }) => owner.id === _id)
    .map(({ accessEpoch, added, removed }) => ({ accessEpoch, added, removed }));

const inUse = async (...files: StagedFileDto[]) =>
  (await challenges.bus.call(challengeFilesInUse, { ids: files.map(({ id }) => id) })).ids;

const recordsOf = (user: TestUser) =>
  challenges.bus.call(
    listChallengeRecords,
    {},
    { token: accessToken(challenges.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export') },
  );

/** Everything that a member can learn of challenges, as one text. */
const knownTo = async (by: TestUser, challenge: ChallengeView): Promise<string> =>
  JSON.stringify([
    await seen(by, challenge),
    await by.call(listChallenges, {}),
    await by.call(searchChallenges, { q: 'view' }),
    await recordsOf(by),
    challenges.bus.live(challengeUpdated),
    challenges.bus.live(challengeStepCompleted),
    challenges.bus.live(challengeCompleted),
  ]);

describe('pictures of a step of both', () => {
  it('reach nobody else before both are in, by no way; then both see both, on links that live longer', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const challenge = await running(ada, bob, { title: 'Views', steps: [PHOTO, VOICE] });
    const [one, two, his] = [aFile(), aFile(), aFile()];
    const mine = await put(ada, challenge, [one, two]);
    expect(mine.steps[0]?.parts).toMatchObject([
      {
        user: ada.id,
        text: null,
        attachments: [
          { id: one.id, kind: 'image', file: null },
          { id: two.id, kind: 'image', file: null },
        ],
      },
    ]);
    expect(mine.access).toEqual({ epoch: 0, seconds: LIMITS.collectingLinkSeconds });
    const theirs = await knownTo(bob, challenge);
    for (const { id, fingerprint } of [one, two]) {
      expect(theirs).not.toContain(id);
      expect(theirs).not.toContain(fingerprint);
    }
    expect((await seen(bob, challenge)).steps[0]?.parts).toMatchObject([{ hidden: true, attachments: [] }]);
    expect(await knownTo(ada, challenge)).toContain(one.id);
    const both = await put(bob, challenge, [his]);
    expect(both.access).toEqual({ epoch: 0, seconds: LIMITS.mediaLinkSeconds });
    for (const member of [ada, bob]) expect(await shown(member, challenge)).toEqual([[one.id, two.id, his.id], []]);
    expect((await recordsOf(bob)).challenges[0]?.proofs.flatMap(({ attachments }) => attachments)).toEqual(
      [one, two, his].map(({ id }) => ({ id })),
    );
    await eventually(async () =>
      expect(await told(challenge)).toEqual([
        { accessEpoch: 0, added: [one.id, two.id], removed: [] },
        { accessEpoch: 0, added: [his.id], removed: [] },
      ]),
    );
    expect((await challenges.bus.events(filesChanged)).find(({ owner }) => owner.id === challenge._id)?.owner).toEqual({
      type: 'challenge',
      id: challenge._id,
      coupleId,
    });
  });

  it('stay with their author where the step is skipped', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [PHOTO, VOICE] });
    const file = aFile();
    await put(ada, challenge, [file]);
    for (const member of [ada, bob]) await member.call(skipStep, ofStep(challenge, 0));
    expect(await shown(bob, challenge)).toEqual([[], []]);
    expect(await shown(ada, challenge)).toEqual([[file.id], []]);
    expect(await knownTo(bob, challenge)).not.toContain(file.id);
  });
});

describe('a proof of files', () => {
  it('is stored once under one clientId, also by two forms at once: one event', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [PHOTO, VOICE] });
    const clientId = randomUUID();
    const answers = await Promise.all([1, 2].map(() => put(ada, challenge, [aFile()], 0, { clientId, text: 'Look' })));
    expect(answers[0]?.steps).toEqual(answers[1]?.steps);
    const [files] = await shown(ada, challenge);
    expect(files).toHaveLength(1);
    await eventually(async () =>
      expect(await told(challenge)).toEqual([{ accessEpoch: 0, added: files, removed: [] }]),
    );
    expect(await refused(ada, challenge, [aFile()])).toBe('ALREADY_DONE');
  });

  it('has the kind that the step asks for, five pictures at most and one voice note; words may stand for it', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [PHOTO, VOICE, secretStep()] });
    const files = (count: number) => Array.from({ length: count }, () => aFile());
    expect(await refused(ada, challenge, [aFile(), aFile('voice')])).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refused(ada, challenge, [aFile('video')])).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refused(ada, challenge, files(6))).toBe('VALIDATION_FAILED');
    expect(await refused(ada, challenge, [])).toBe('VALIDATION_FAILED');
    expect(await refused(ada, challenge, [aFile()], 1)).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refused(ada, challenge, [aFile('voice'), aFile('voice')], 1)).toBe('TOO_MANY_FILES');
    expect(await refused(ada, challenge, [{ ...aFile(), id: 'x' }])).toBe('VALIDATION_FAILED');
    // A step of words takes no files.
    expect(
      await ada.refusal(completeStep, { ...ofStep(challenge, 2), text: 'a', attachments: [aFile()] }),
    ).toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
    });
    expect(await ada.refusal(completeStep, ofStep(challenge, 0))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await told(challenge)).toEqual([]);
    await put(ada, challenge, files(5));
    const inWords = await bob.call(completeStep, { ...ofStep(challenge, 1), text: 'I have no microphone' });
    expect(inWords.steps[1]).toMatchObject({ state: 'done', parts: [{ attachments: [] }] });
  });

  it('is deleted when it is undone: earlier links end, and media deletes the files', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [VOICE, stepOf()] });
    const [file, again] = [aFile('voice'), aFile('voice')];
    await put(ada, challenge, [file]);
    expect(await shown(bob, challenge)).toEqual([[file.id], []]);
    expect(await inUse(file, again)).toEqual([file.id]);
    const undone = await ada.call(undoStep, ofStep(challenge, 0));
    expect(undone.access.epoch).toBe(1);
    expect(await inUse(file)).toEqual([]);
    await put(bob, challenge, [again]);
    await eventually(async () =>
      expect(await told(challenge)).toEqual([
        { accessEpoch: 0, added: [file.id], removed: [] },
        { accessEpoch: 1, added: [], removed: [file.id] },
        { accessEpoch: 1, added: [again.id], removed: [] },
      ]),
    );
  });

  it('is announced when its voice note is ready, by ids alone', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [VOICE, stepOf()] });
    const file = aFile('voice');
    const { version } = await put(ada, challenge, [file]);
    const tell = (fileId: string) =>
      challenges.bus.publish(fileProcessed, coupleId, {
        owner: { type: 'challenge', id: challenge._id, coupleId },
        fileId,
      });
    await tell(randomUUID());
    await tell(file.id);
    await eventually(async () =>
      expect(challenges.bus.live(challengeUpdated).map(({ update }) => update)).toContainEqual({
        challengeId: challenge._id,
        action: 'proof_ready',
        status: 'active',
        progress: { done: 1, total: 2 },
        version: version + 1,
      }),
    );
  });

  it('needs both to be deleted with its challenge', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [{ ...VOICE, who: 'proposer' }] });
    const file = aFile('voice');
    const { _id: id } = await put(ada, challenge, [file]);
    expect(await bob.refusal(deleteChallenge, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    expect(await ada.call(deleteChallenge, { id })).toEqual({ done: true, coupleId, accessEpoch: 1 });
    await eventually(async () =>
      expect((await told(challenge)).at(-1)).toEqual({ accessEpoch: 1, added: [], removed: [file.id] }),
    );
    expect(await inUse(file)).toEqual([]);
  });
});

describe('files of strangers, ended couples and deleted accounts', () => {
  it('do not exist: a stranger adds none, an ended couple shows none, an erased account leaves none', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const [stranger] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [VOICE, { ...PHOTO, who: 'both' }] });
    const [own, partners] = [aFile('voice'), aFile()];
    expect(await refused(stranger, challenge, [own])).toBe('CHALLENGE_NOT_FOUND');
    await put(ada, challenge, [own]);
    await put(bob, challenge, [partners], 1);
    await challenges.unlink(ada, bob, coupleId);
    expect(await ada.refusal(getChallenge, { id: challenge._id })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await refused(bob, challenge, [aFile()], 1)).toBe('NO_PARTNER');
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await inUse(own, partners)).toEqual([partners.id]));
    await challenges.bus.publish(couplePurged, coupleId, { coupleId, members: [ada.id, bob.id], version: 3 });
    await eventually(async () => expect(await inUse(partners)).toEqual([]));
  });
});
