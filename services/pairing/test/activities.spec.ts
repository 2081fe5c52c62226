import {
  type ActivityView, type PersonFact, activityRecorded, listActivities, personSettled, respondToRequest, sendPartnerRequest, unlinkPartner,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type Somebody } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const link = async (a: Somebody, b: Somebody) => {
  const { request } = await a.call(sendPartnerRequest, { receiverId: b.id });
  if (!request) throw new Error('no request was made');
  await b.call(respondToRequest, { id: request.id, action: 'accept' });
};

const couple = async (): Promise<[Somebody, Somebody]> => {
  const [ada, bob] = [await pairing.person({ firstName: 'Ada' }), await pairing.person({ firstName: 'Bob' })];
  await link(ada, bob);
  return [ada, bob];
};

const list = async (of: Somebody): Promise<ActivityView[]> => (await of.call(listActivities, {})).activities;

const kinds = async (of: Somebody): Promise<string[]> => (await list(of)).map(({ kind }) => kind);

/** The fact that auth tells when somebody changes this about themselves. */
const change = async (somebody: Somebody, version: number, what: Partial<PersonFact>): Promise<void> => {
  await eventually(() => pairing.bus.tell(userProfileChanged, somebody.id, { ...somebody.fact, ...what, version }));
  await pairing.bus.call(personSettled, { userId: somebody.id, version });
};

describe('what happens in a couple', () => {
  it('begins with the link, told to both', async () => {
    const [ada, bob] = await couple();
    const [linked] = await list(ada);
    expect(await list(bob)).toEqual([linked]);
    expect(linked).toEqual({ id: expect.any(String), kind: 'linked', entity: { type: 'couple', id: linked?.entity.id }, at: expect.any(String) });
    const told = await eventually(() => {
      const [heard] = pairing.bus.live(activityRecorded).filter(({ members }) => members.includes(ada.id));
      expect(heard).toBeDefined();
      return heard;
    });
    expect(told?.members.toSorted()).toEqual([ada.id, bob.id].toSorted());
    expect({ id: linked?.id, ...told?.activity }).toEqual(linked);
  });

  it('names what of a profile is new, once, and never the words', async () => {
    const [ada, bob] = await couple();
    const renamed = { firstName: 'Adele', username: `adele_${ada.id.slice(-8)}` };
    await change(ada, 2, renamed);
    await change(ada, 2, renamed);
    await change(ada, 3, { ...renamed, avatar: '/api/media/avatars/1' });
    const by = { _id: ada.id, firstName: 'Adele' };
    const entity = { type: 'user', id: ada.id };
    expect(await list(bob)).toMatchObject([
      { kind: 'avatar_changed', by, entity },
      { kind: 'profile_updated', by, entity, changed: ['name', 'username'] },
      { kind: 'linked' },
    ]);
    expect(JSON.stringify(await list(bob))).not.toContain(renamed.username);
  });

  it('says nothing of what the partner does not see, nor of a fact that is old', async () => {
    const [ada, bob] = await couple();
    await change(ada, 3, { findable: 'nobody' });
    await change(ada, 2, { firstName: 'Older' });
    expect(await kinds(bob)).toEqual(['linked']);
  });

  it('is nothing when there is no couple', async () => {
    const ada = await pairing.person();
    await change(ada, 2, { firstName: 'Adele' });
    expect(await ada.refusal(listActivities, {})).toMatchObject({ code: 'NO_PARTNER', status: 403 });
    expect(await pairing.rows('SELECT 1 FROM activities WHERE actor_id = $1', [ada.id])).toEqual([]);
  });

  it('ends with the couple, is not there for the next one, and comes back with a new start of the two', async () => {
    const [ada, bob] = await couple();
    await ada.call(unlinkPartner, {});
    expect((await ada.refusal(listActivities, {})).code).toBe('NO_PARTNER');
    expect((await bob.refusal(listActivities, {})).code).toBe('NO_PARTNER');
    const cyd = await pairing.person({ firstName: 'Cyd' });
    await link(cyd, bob);
    expect(await kinds(bob)).toEqual(['linked']);
    await bob.call(unlinkPartner, {});
    await link(ada, bob);
    const again = await list(ada);
    expect(again.map(({ kind }) => kind)).toEqual(['linked', 'unlinked', 'linked']);
    // Nobody is blamed.
    expect(again.every(({ by }) => by === undefined)).toBe(true);
  });
});

describe('the list', () => {
  it('comes in pages without a gap or a repeat, also while more happens', async () => {
    const [ada, bob] = await couple();
    for (let version = 2; version <= 8; version++) await change(ada, version, { firstName: `Ada ${version}` });
    const all = await list(bob);
    const first = await bob.call(listActivities, { limit: 3 });
    expect(first.activities).toEqual(all.slice(0, 3));
    await change(ada, 9, { firstName: 'Ada 9' });
    const seen = [...first.activities];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await bob.call(listActivities, { limit: 3, cursor });
      seen.push(...page.activities);
      cursor = page.nextCursor;
    }
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(seen).toHaveLength(8);
  });

  it("takes no other couple's place", async () => {
    const [[ada], [eve]] = [await couple(), await couple()];
    const [foreign] = await list(ada);
    expect(await eve.call(listActivities, { cursor: foreign?.id ?? '' })).toEqual({ activities: [], nextCursor: null });
  });

  it.each([{ limit: 0 }, { limit: 51 }, { cursor: 'x' }])('refuses %j', async (query) => {
    expect((await (await pairing.person()).refusal(listActivities, query)).code).toBe('VALIDATION_FAILED');
  });
});

describe('the schema', () => {
  it('is exactly what the entities say', async () => {
    expect(await pairing.drift()).toEqual([]);
  });
});
