import {
  type ActivityView,
  type PersonSnapshot,
  activityRecorded,
  listActivities,
  personSettled,
  respondToRequest,
  sendPartnerRequest,
  unlinkPartner,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const link = async (a: TestUser, b: TestUser) => {
  const { request } = await a.call(sendPartnerRequest, { receiverId: b.id });
  if (!request) throw new Error('no request was made');
  await b.call(respondToRequest, { id: request.id, action: 'accept' });
};

const couple = async (): Promise<[TestUser, TestUser]> => {
  const [ada, bob] = [await pairing.person({ firstName: 'Ada' }), await pairing.person({ firstName: 'Bob' })];
  await link(ada, bob);
  return [ada, bob];
};

const list = async (of: TestUser): Promise<ActivityView[]> => (await of.call(listActivities, {})).activities;

const kinds = async (of: TestUser): Promise<string[]> => (await list(of)).map(({ kind }) => kind);

/** Publishes auth's event of a changed profile. */
const change = async (person: TestUser, version: number, what: Partial<PersonSnapshot>): Promise<void> => {
  await eventually(() => pairing.bus.publish(userProfileChanged, person.id, { ...person.snapshot, ...what, version }));
  await pairing.bus.call(personSettled, { userId: person.id, version });
};

describe('a couple’s activities', () => {
  it('start with the link, which is pushed to both members', async () => {
    const [ada, bob] = await couple();
    const [linked] = await list(ada);
    expect(await list(bob)).toEqual([linked]);
    expect(linked).toEqual({
      id: expect.any(String),
      kind: 'linked',
      entity: { type: 'couple', id: linked?.entity.id },
      at: expect.any(String),
    });
    const update = await eventually(() => {
      const [pushed] = pairing.bus.live(activityRecorded).filter(({ members }) => members.includes(ada.id));
      expect(pushed).toBeDefined();
      return pushed;
    });
    expect(update?.members.toSorted()).toEqual([ada.id, bob.id].toSorted());
    expect({ id: linked?.id, ...update?.activity }).toEqual(linked);
  });

  it('name the changed profile fields once, without their values', async () => {
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

  it('ignore invisible fields and old events', async () => {
    const [ada, bob] = await couple();
    await change(ada, 3, { findable: 'nobody' });
    await change(ada, 2, { firstName: 'Older' });
    expect(await kinds(bob)).toEqual(['linked']);
  });

  it('are refused and not recorded without a couple', async () => {
    const ada = await pairing.person();
    await change(ada, 2, { firstName: 'Adele' });
    expect(await ada.refusal(listActivities, {})).toMatchObject({ code: 'NO_PARTNER', status: 403 });
    expect(await pairing.rows('SELECT 1 FROM activities WHERE actor_id = $1', [ada.id])).toEqual([]);
  });

  it('end with the couple, start empty in a new one, and return when the couple is restored', async () => {
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
    // Activities of links and unlinks name nobody.
    expect(again.every(({ by }) => by === undefined)).toBe(true);
  });
});

describe('the activity list', () => {
  it('pages without gaps or repeats while activities are added', async () => {
    const [ada, bob] = await couple();
    for (let version = 2; version <= 8; version++) await change(ada, version, { firstName: `Ada ${version}` });
    const all = await list(bob);
    const first = await bob.call(listActivities, { limit: 3 });
    expect(first.activities).toEqual(all.slice(0, 3));
    await change(ada, 9, { firstName: 'Ada 9' });
    const seen = [...first.activities];
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = await bob.call(listActivities, { limit: 3, cursor });
      seen.push(...page.activities);
      cursor = page.nextCursor;
    }
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(seen).toHaveLength(8);
  });

  it('returns nothing for a cursor of another couple', async () => {
    const [[ada], [eve]] = [await couple(), await couple()];
    const [foreign] = await list(ada);
    expect(await eve.call(listActivities, { cursor: foreign?.id ?? '' })).toEqual({ activities: [], nextCursor: null });
  });

  it.each([{ limit: 0 }, { limit: 51 }, { cursor: 'x' }])('rejects %j', async (query) => {
    expect((await (await pairing.person()).refusal(listActivities, query)).code).toBe('VALIDATION_FAILED');
  });
});

describe('the migrated schema', () => {
  it('matches the entities exactly', async () => {
    expect(await pairing.drift()).toEqual([]);
  });
});
