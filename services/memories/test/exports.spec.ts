import { randomUUID } from 'node:crypto';
import {
  addContribution,
  listCapsuleRecords,
  listCapsules,
  listContributionRecords,
  sealCapsule,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
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

describe('the records for a data export', () => {
  it('contain the own words of a sealed capsule and of the partner only what was readable', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const capsule = await bury(ada);
    await write(ada, capsule._id, 'of Ada, sealed');
    await write(bob, capsule._id, 'of Bob, sealed');
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    const albums = [await album(ada), await album(bob), await album(bob)];
    for (const { _id } of albums) await write(bob, _id, `of Bob, shared ${_id}`);
    const shared = albums.map(({ _id }) => `of Bob, shared ${_id}`);
    expect(await textsOf(ada)).toEqual(['of Ada, sealed', ...shared]);
    expect(await textsOf(bob)).toEqual(['of Bob, sealed', ...shared]);
    await memories.unlink(ada, bob, coupleId);
    expect(await textsOf(ada)).toEqual(['of Ada, sealed', ...shared]);
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
  });
});
