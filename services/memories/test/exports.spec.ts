import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  type RestitutionRecord,
  type RestitutionRecords,
  addContribution,
  commentOnCapsule,
  couplePurged,
  createCapsule,
  dismissYear,
  finishCapsule,
  finishRestitution,
  hideCapsuleOnThisDay,
  listCapsuleRecords,
  listCapsules,
  listContributionRecords,
  listRestitution,
  reopenCapsule,
  setCapsuleCover,
  sealCapsule,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { DataSource } from 'typeorm';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const write = (user: TestUser, id: string, text: string) =>
  user.call(addContribution, { id, text, clientId: randomUUID() });

/** Calls as the user's export does. */
const exported = (user: TestUser) => ({
  token: accessToken(memories.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export'),
});

async function textsOf(user: TestUser): Promise<string[]> {
  const texts: string[] = [];
  for (let after: string | null | undefined = undefined; after !== null;) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(user, after);
    for (const { id } of page.capsules) {
      const { contributions } = await memories.bus.call(listContributionRecords, { capsuleId: id }, exported(user));
      texts.push(...contributions.map(({ text }) => text));
    }
    after = page.next;
  }
  return texts;
}

const pageOf = (user: TestUser, after?: string) =>
  memories.bus.call(listCapsuleRecords, after === undefined ? {} : { after }, exported(user));

const refusedAlbum = (user: TestUser) =>
  user.refusal(createCapsule, { title: 'Late', kind: 'keepsake', clientId: randomUUID() });

const hasDeparted = async ({ id }: TestUser): Promise<boolean> =>
  (await memories.rows('SELECT FROM departed_people WHERE id = $1', [id])).length === 1;

/** How many sessions of this database wait for a lock. */
const waitingSessions = async (): Promise<number> =>
  (
    await memories.rows(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
    )
  ).length;

describe('the records for a data export', () => {
  it('contain the own words of a sealed capsule and of the partner only what was readable', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await bury(ada, { theme: 'night' });
    await write(ada, capsule._id, 'of Ada, sealed');
    await write(bob, capsule._id, 'of Bob, sealed');
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    const albums = [await album(ada), await album(bob), await album(bob)];
    for (const { _id } of albums) await write(bob, _id, `of Bob, shared ${_id}`);
    const shared = albums.map(({ _id }) => `of Bob, shared ${_id}`);
    const file = { id: randomUUID(), kind: 'image' as const, fingerprint: 'a'.repeat(64) };
    await ada.call(setCapsuleCover, { id: capsule._id, clientId: randomUUID(), file });
    expect((await pageOf(bob)).capsules[0]).toMatchObject({ coverId: file.id, theme: 'night' });
    expect(await textsOf(ada)).toEqual(['of Ada, sealed', ...shared]);
    expect(await textsOf(bob)).toEqual(['of Bob, sealed', ...shared]);
    await memories.unlink(ada, bob, coupleId);
    expect(await textsOf(ada)).toEqual(['of Ada, sealed', ...shared]);
  });

  it('contain the comments of a finished album, and of a reopened one only the own', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await album(ada);
    await ada.call(finishCapsule, { id });
    for (const member of [ada, bob])
      await member.call(commentOnCapsule, { id, text: `of ${member.id}`, clientId: randomUUID() });
    const comments = async () => (await pageOf(ada)).capsules.flatMap((one) => one.comments.map(({ text }) => text));
    expect(await comments()).toEqual([`of ${ada.id}`, `of ${bob.id}`]);
    await ada.call(reopenCapsule, { id });
    expect(await comments()).toEqual([`of ${ada.id}`]);
  });

  it('open to no session, and show a stranger nothing', async () => {
    const [ada] = await memories.couple();
    const [stranger] = await memories.couple();
    const { _id: capsuleId } = await album(ada);
    expect(await ada.refusal(listCapsuleRecords, {})).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await textsOf(stranger)).toEqual([]);
    const refusal = await memories.bus.refusal(listContributionRecords, { capsuleId }, exported(stranger));
    expect(refusal).toMatchObject({ code: 'CAPSULE_NOT_FOUND' });
  });
});

describe('what a purged couple gives back', () => {
  const purge = async (coupleId: string, ada: TestUser, bob: TestUser) => {
    await memories.bus.publish(couplePurged, coupleId, { coupleId, members: [ada.id, bob.id], version: 3 });
    await eventually(() => givenBack(coupleId, ada));
  };
  const givenBack = async (coupleId: string, { id: userId }: TestUser) => {
    const found: RestitutionRecord[] = [];
    for (let after: string | null | undefined = undefined; after !== null;) {
      const given = after === undefined ? { coupleId, userId } : { coupleId, userId, after };
      const page: RestitutionRecords = await memories.bus.call(listRestitution, given);
      found.push(...page.records);
      after = page.next;
    }
    return found;
  };
  const wordsOf = async (coupleId: string, user: TestUser) =>
    (await givenBack(coupleId, user)).map(({ contribution: { text } }) => text);

  it('leaves out words and files of the partner, and completed capsules', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const [sealed, open, finished, trashed] = [await bury(ada), await album(bob), await album(ada), await album(ada)];
    for (const by of [ada, bob]) await write(by, sealed._id, `of ${by.snapshot.firstName}, sealed`);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: sealed._id });
    for (const { _id } of [open, finished, trashed]) await write(ada, _id, 'of Ada, in an album');
    const caption = await write(ada, open._id, 'a caption of Ada');
    const wordless = await write(ada, open._id, 'soon empty');
    const answered = await write(ada, open._id, 'soon empty');
    const [mine, theirs] = [ada.id, bob.id].map((by) => ({ by, chosen: null, words: `said by ${by}` }));
    const message = (words: string) => ({ messageId: randomUUID(), seq: 1, by: bob.id, words, sentAt: '2026-01-01' });
    await memories.rows(
      `UPDATE contributions SET kind = 'message', kept_id = gen_random_uuid(), kept_by = ARRAY[$2::uuid], kept_message = $3,
        text = CASE WHEN id = $4 THEN '' ELSE text END WHERE id = ANY($1)`,
      [[caption._id, wordless._id], bob.id, message('words of Bob'), wordless._id],
    );
    const keptAnswers = { questionId: randomUUID(), question: 'asked by Bob', answers: [mine, theirs] };
    await memories.rows(
      `UPDATE contributions SET kind = 'answer', kept_id = gen_random_uuid(), kept_by = $2, kept_answers = $3, text = '' WHERE id = $1`,
      [answered._id, [ada.id, bob.id], keptAnswers],
    );
    await ada.call(finishCapsule, { id: finished._id });
    await memories.rows('UPDATE capsules SET deleted_at = now() WHERE id = $1', [trashed._id]);
    await memories.unlink(ada, bob, coupleId);
    await purge(coupleId, ada, bob);
    const back = await givenBack(coupleId, ada);
    expect(back.map(({ contribution: { text } }) => text)).toEqual([
      'of Ada, sealed',
      'of Ada, in an album',
      'a caption of Ada',
      '',
    ]);
    expect(back.at(-1)?.contribution.keptAnswers?.answers).toEqual([mine]);
    expect(JSON.stringify(back)).not.toMatch(new RegExp(`Bob|${bob.id}`));
    expect(await wordsOf(coupleId, bob)).toEqual(['of Bob, sealed']);
    expect(await textsOf(ada)).toEqual([]);
    const stranger = await memories.couple();
    expect(await wordsOf(coupleId, stranger[0])).toEqual([]);
  });

  it('comes in pages, in the order of its age', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const { _id } = await write(ada, (await album(ada))._id, 'line 0');
    const words = Array.from({ length: 2 * LIMITS.contributionPage + 1 }, (_, index) => `line ${index}`);
    await memories.rows(
      `INSERT INTO contributions (id, capsule_id, couple_id, author_id, client_id, kind, text, happened_on, visibility, created_at)
       SELECT ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, capsule_id, couple_id, author_id, gen_random_uuid(), kind, 'line ' || n, happened_on, visibility, created_at
       FROM contributions, generate_series(1, $2) n WHERE id = $1`,
      [_id, words.length - 1],
    );
    await memories.unlink(ada, bob, coupleId);
    await purge(coupleId, ada, bob);
    expect(await wordsOf(coupleId, ada)).toEqual(words);
  });

  it('is refused before the purge, and gone with the couple', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    await write(ada, (await album(ada))._id, 'of Ada');
    const asked = { coupleId, userId: ada.id };
    const refused = async () => [
      (await memories.bus.refusal(listRestitution, asked)).code,
      (await memories.bus.refusal(finishRestitution, { coupleId })).code,
    ];
    expect(await refused()).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    await memories.unlink(ada, bob, coupleId);
    expect(await refused()).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    await purge(coupleId, ada, bob);
    await memories.bus.call(finishRestitution, { coupleId });
    expect(await memories.rows('SELECT 1 FROM contributions WHERE couple_id = $1', [coupleId])).toEqual([]);
    await memories.bus.call(finishRestitution, { coupleId });
    expect(await givenBack(coupleId, ada)).toEqual([]);
  });
});

describe('a deleted user', () => {
  it('leaves none of their words, and the partner’s contributions stay', async () => {
    const [ada, bob] = await memories.couple();
    const [own, both] = [await album(ada, { title: 'Only mine' }), await album(ada, { title: 'Of both' })];
    await write(ada, own._id, 'words of Ada');
    await write(ada, both._id, 'words of Ada');
    await write(bob, both._id, 'words of Bob');
    await memories.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () =>
      expect((await bob.call(listCapsules, {})).capsules).toMatchObject([{ title: 'Of both', counts: { total: 1 } }]),
    );
    expect(await memories.rows('SELECT text FROM contributions WHERE author_id = $1', [ada.id])).toEqual([]);
    expect(await memories.rows('SELECT 1 FROM people WHERE id = $1', [ada.id])).toEqual([]);
    // An export that names an erased person is never finished.
    expect((await memories.bus.call(listCapsuleRecords, {}, exported(bob))).capsules).toMatchObject([
      { createdBy: null },
    ]);
  });

  it('stays erased when events about the couple and the profile arrive after the deletion', async () => {
    const [ada, bob] = [memories.user({ firstName: 'Ada' }), memories.user({ firstName: 'Bob' })];
    const peopleNamed = (id: string, firstName: string) =>
      memories.rows('SELECT 1 FROM people WHERE id = $1 AND first_name = $2', [id, firstName]);
    // A replica that has just started may not have created the stream yet.
    await eventually(() => memories.bus.publish(userDeleted, ada.id, { userId: ada.id }));
    await eventually(async () =>
      expect(await memories.rows('SELECT 1 FROM departed_people WHERE id = $1', [ada.id])).toHaveLength(1),
    );
    const coupleId = randomUUID();
    for (const version of [1, 3]) await memories.relink(ada, bob, coupleId, version);
    for (const { id, snapshot } of [ada, bob])
      await memories.bus.publish(userProfileChanged, id, { ...snapshot, firstName: 'Renamed', version: 9 });
    await eventually(async () => expect(await peopleNamed(bob.id, 'Renamed')).toHaveLength(1));
    expect(await memories.rows('SELECT 1 FROM people WHERE id = $1', [ada.id])).toEqual([]);
    for (const user of [ada, bob]) expect(await refusedAlbum(user)).toMatchObject({ code: 'NO_PARTNER' });
    expect((await memories.bus.call(listCapsuleRecords, {}, exported(bob))).capsules).toEqual([]);
  });

  it('leaves nothing that was being written meanwhile', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await album(ada);
    await write(bob, id, 'words of Bob');
    const writing = await memories.app.get(DataSource).transaction(async (tx) => {
      await tx.query('SELECT FROM capsules WHERE id = $1 FOR UPDATE', [id]);
      const call = write(ada, id, 'words of Ada');
      await eventually(async () => expect(await waitingSessions()).toBe(1));
      await memories.bus.publish(userDeleted, ada.id, { userId: ada.id });
      // The erasure waits for the call, or has ended too early.
      await eventually(async () => expect((await waitingSessions()) === 2 || (await hasDeparted(ada))).toBe(true));
      // The promise is not awaited here: the call ends after this transaction.
      return { call };
    });
    await writing.call;
    await eventually(async () => expect(await hasDeparted(ada)).toBe(true));
    expect(await textsOf(bob)).toEqual(['words of Bob']);
  });

  it('writes nothing after the erasure, before the couple’s unlink arrives', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await album(ada);
    await write(bob, id, 'words of Bob');
    await memories.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await hasDeparted(ada)).toBe(true));
    const refusals = [
      await refusedAlbum(ada),
      await ada.refusal(addContribution, { id, text: 'late', clientId: randomUUID() }),
      await ada.refusal(commentOnCapsule, { id, text: 'late', clientId: randomUUID() }),
      await ada.refusal(hideCapsuleOnThisDay, { id }),
      await ada.refusal(dismissYear, { year: 2026 }),
      // A kept thing of the partner could have words of the erased person.
      await bob.refusal(addContribution, { id, text: 'late', clientId: randomUUID() }),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'NO_PARTNER', status: 403 });
  });
});
