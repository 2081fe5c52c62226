import {
  personSettled,
  searchPeople,
  sendPartnerRequest,
  userDeleted,
  userProfileChanged,
  userRegistered,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;
let me: TestUser;

beforeAll(async () => {
  pairing = await RunningPairing.start();
  me = await pairing.person({ firstName: 'Self', lastName: 'Seeker', username: 'self_seeker' });
});

afterAll(() => pairing.stop());

const names = async (q: string, who = me): Promise<string[]> =>
  (await who.call(searchPeople, { q })).map(({ username }) => username);

const link = async (a: TestUser, b: TestUser): Promise<void> => {
  await a.call(sendPartnerRequest, { receiverId: b.id });
  await b.call(sendPartnerRequest, { receiverId: a.id });
};

describe('pairing’s copy of a person', () => {
  const stored = (id: string) => pairing.rows('SELECT username, version FROM people WHERE id = $1', [id]);

  it('is the newest version for repeated and reordered events', async () => {
    const { snapshot } = pairing.stranger({ username: 'first_name_1' });
    const versions = [1, 2, 3].map((version) => ({
      ...snapshot,
      version,
      username: `name_${version}_${snapshot._id.slice(-6)}`,
    }));
    const [first, second, third] = versions;
    if (!first || !second || !third) throw new Error('unreachable');
    await pairing.bus.publish(userProfileChanged, snapshot._id, third);
    await pairing.bus.publish(userRegistered, snapshot._id, first);
    await pairing.bus.publish(userProfileChanged, snapshot._id, second);
    await pairing.bus.publish(userProfileChanged, snapshot._id, third);
    await pairing.bus.call(personSettled, { userId: snapshot._id, version: 3 });
    const last = await pairing.person();
    expect(await stored(last.id)).toHaveLength(1);
    expect(await stored(snapshot._id)).toEqual([{ username: third.username, version: 3 }]);
  });

  it('stays deleted when an old event arrives after the deletion', async () => {
    const gone = await pairing.person();
    await pairing.bus.publish(userDeleted, gone.id, { userId: gone.id });
    await eventually(async () => expect(await stored(gone.id)).toEqual([]));
    await pairing.bus.publish(userProfileChanged, gone.id, { ...gone.snapshot, version: 9 });
    await pairing.bus.publish(userDeleted, gone.id, { userId: gone.id });
    const late = pairing.stranger();
    await pairing.bus.publish(userDeleted, late.id, { userId: late.id });
    await pairing.bus.publish(userRegistered, late.id, late.snapshot);
    // A deleted account counts as settled at any version.
    await pairing.bus.call(personSettled, { userId: late.id, version: 5 });
    await eventually(async () => {
      const [left] = await pairing.rows<{ pending: number }>('SELECT count(*)::int AS pending FROM dead_letter');
      expect(left).toEqual({ pending: 0 });
      expect((await pairing.bus.events(userDeleted)).length).toBe(3);
    });
    await pairing.person();
    expect(await stored(gone.id)).toEqual([]);
    expect(await stored(late.id)).toEqual([]);
  });

  it('can be waited for, with a timeout', async () => {
    const { snapshot } = pairing.stranger();
    const settled = pairing.bus.call(personSettled, { userId: snapshot._id, version: 1 });
    await pairing.bus.publish(userRegistered, snapshot._id, snapshot);
    expect(await settled).toEqual({ done: true });
    expect(await pairing.bus.refusal(personSettled, { userId: snapshot._id, version: 2 })).toMatchObject({
      code: 'TIMEOUT',
    });
  });
});

describe('search', () => {
  it('finds the start of a username or name, ignoring case and accents', async () => {
    const zoe = await pairing.person({ firstName: 'Zoë', lastName: 'Quartermaine', username: 'zq_unique' });
    for (const q of ['zq_un', 'ZOE', 'zoë', 'quarterM', 'Zoe Quar', '@zq_unique', '  zoe  '])
      expect(await names(q)).toEqual([zoe.snapshot.username]);
    for (const q of ['oe', 'uartermaine', 'q_unique', 'Zoe Xuar']) expect(await names(q)).toEqual([]);
    expect(await me.call(searchPeople, { q: 'zq_un' })).toEqual([
      {
        _id: zoe.id,
        id: zoe.id,
        firstName: 'Zoë',
        lastName: 'Quartermaine',
        fullName: 'Zoë Quartermaine',
        username: 'zq_unique',
        avatar: null,
      },
    ]);
  });

  it('finds names in any script', async () => {
    const maryam = await pairing.person({ firstName: 'مريم', lastName: 'Ωmega' });
    expect(await names('مري')).toEqual([maryam.snapshot.username]);
    expect(await names('ωME')).toEqual([maryam.snapshot.username]);
  });

  it('finds a person by the complete e-mail address only', async () => {
    const eva = await pairing.person({ email: 'Eva.Mail@Example.org' });
    expect(await names('eva.mail@example.ORG')).toEqual([eva.snapshot.username]);
    expect(await names('eva.mail@example.o')).toEqual([]);
    expect(await names('eva.mail')).toEqual([]);
  });

  it('treats wildcards as plain characters', async () => {
    const odd = await pairing.person({ firstName: '100%_\\x', username: 'wild_card' });
    await pairing.person({ username: 'wildxcard' });
    expect(await names('wild_')).toEqual([odd.snapshot.username]);
    expect(await names('100%')).toEqual([odd.snapshot.username]);
    expect(await names('100%_\\')).toEqual([odd.snapshot.username]);
    for (const q of ['%%', '__', '_%', '\\\\', '100_', "';--", '\u0301\u0301']) expect(await names(q)).toEqual([]);
  });

  it('leaves out me, linked people and people who do not want to be found', async () => {
    const [a, b] = await pairing.people(2, { firstName: 'Hiddenlinked' });
    if (!a || !b) throw new Error('unreachable');
    expect(await names('hiddenlinked')).toHaveLength(2);
    await link(a, b);
    expect(await names('hiddenlinked')).toEqual([]);
    expect(await names('self_seeker')).toEqual([]);
    const exact = await pairing.person({ username: 'only_exact', firstName: 'Onlyfirst', findable: 'username' });
    expect(await names('ONLY_EXACT')).toEqual(['only_exact']);
    for (const q of ['only_exac', 'onlyfirst', exact.snapshot.email]) expect(await names(q)).toEqual([]);
    await pairing.person({
      username: 'never_found',
      firstName: 'Neverfirst',
      email: 'never@example.org',
      findable: 'nobody',
    });
    for (const q of ['never_found', 'neverfirst', 'never@example.org']) expect(await names(q)).toEqual([]);
  });

  it('returns ten people, an exact username first, and follows a changed profile', async () => {
    const crowd = await pairing.people(12, { firstName: 'Crowdy', lastName: 'Aaa' });
    const exact = await pairing.person({ username: 'crowdy', firstName: 'Zed', lastName: 'Zzz' });
    const found = await names('crowdy');
    expect(found).toHaveLength(10);
    expect(found[0]).toBe('crowdy');
    const [one] = crowd;
    if (!one) throw new Error('unreachable');
    await pairing.bus.publish(userProfileChanged, one.id, { ...one.snapshot, firstName: 'Renamed1', version: 2 });
    await pairing.bus.call(personSettled, { userId: one.id, version: 2 });
    expect(await names('renamed1')).toEqual([one.snapshot.username]);
    expect(await names('crowdy', exact)).not.toContain(one.snapshot.username);
  });

  it('needs two non-blank characters', async () => {
    for (const q of ['a', ' a ', ''])
      expect(await me.refusal(searchPeople, { q })).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 });
    expect(await pairing.bus.refusal(searchPeople, { q: 'ada' })).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('uses the prefix indexes among many people', async () => {
    await pairing.rows(`INSERT INTO people
      SELECT gen_random_uuid(), 1, 'Mass' || i, 'Many', 'mass_' || i, 'mass' || i || '@example.org', NULL, 'everyone',
             'mass_' || i, 'mass' || i, 'many', 'mass' || i || ' many', 'mass' || i || '@example.org' FROM generate_series(1, 20000) i`);
    await pairing.rows('ANALYZE people');
    const plan = JSON.stringify(
      await pairing.rows(
        `EXPLAIN SELECT p.id FROM people p WHERE p.last_name_key LIKE 'man%' AND p.findable = 'everyone' ORDER BY p.last_name_key LIMIT 10`,
      ),
    );
    expect(plan).toContain('people_last_name_key');
    expect(await names('many')).toHaveLength(10);
  });
});
