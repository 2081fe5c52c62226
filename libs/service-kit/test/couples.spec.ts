import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { CoupleLinked, CoupleUnlinked } from '@duet/contracts';
import { type FreshDatabase, aPerson, eventually, freshDatabase } from '@duet/testing';
import { DataSource, Entity } from 'typeorm';
import {
  DepartedAccount,
  KnownCouple,
  KnownPerson,
  Memberships,
  dataSourceOptions,
  deleteKnownPerson,
  lockForErasure,
  requireUnlinked,
  saveLink,
  saveUnlink,
} from '../src/index.js';

@Entity('couples')
class Couple extends KnownCouple {}

class Couples extends Memberships<Couple> {
  constructor(database: DataSource) {
    super(database, Couple);
  }
}

let store: FreshDatabase;
let database: DataSource;
let couples: Couples;

beforeAll(async () => {
  store = await freshDatabase('pairing');
  const entities = [Couple, KnownPerson, DepartedAccount];
  database = await new DataSource(
    dataSourceOptions({ service: 'pairing', url: store.url, entities, migrations: [] }),
  ).initialize();
  await database.synchronize();
  couples = new Couples(database);
});

afterAll(async () => {
  await database.destroy();
  await store.drop();
});

const aLink = (given: Partial<CoupleLinked> = {}): CoupleLinked => ({
  coupleId: randomUUID(),
  members: [aPerson(), aPerson()],
  linkedAt: '2026-11-01T12:00:00.000Z',
  timezone: 'UTC',
  timezoneVersion: 1,
  version: 1,
  ...given,
});

const unlinkOf = ({ coupleId, members: [a, b] }: CoupleLinked, version: number): CoupleUnlinked => ({
  coupleId,
  members: [a._id, b._id],
  endedAt: '2026-11-20T12:00:00.000Z',
  version,
});

const link = (event: CoupleLinked) => database.transaction((tx) => saveLink(tx, Couple, event));
const unlink = (event: CoupleUnlinked) => database.transaction((tx) => saveUnlink(tx, Couple, event));
const coupleOf = async (userId: string) => (await couples.currentMembership(userId))?.coupleId ?? null;
const waitingSessions = async (): Promise<number> =>
  (
    await database.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
    )
  ).length;
const zoneOf = async (id: string) => (await database.manager.findOneBy(Couple, { id }))?.timezone;

describe('a link', () => {
  it('makes each member the partner of the other', async () => {
    const event = aLink();
    const [ada, bob] = event.members;
    expect(await link(event)).toBe(true);
    expect(await couples.findMembership(ada._id)).toMatchObject({ coupleId: event.coupleId, partnerId: bob._id });
    expect(await couples.findMembership(bob._id)).toMatchObject({ coupleId: event.coupleId, partnerId: ada._id });
    expect(await couples.firstNameOf(database.manager, bob._id)).toBe(bob.firstName);
    await expect(couples.findMembership(aPerson()._id)).rejects.toMatchObject({ code: 'NO_PARTNER' });
  });

  it('changes nothing after its unlink, whichever arrives first', async () => {
    const [late, ended] = [aLink(), aLink()];
    expect(await unlink(unlinkOf(late, 2))).toBe(false);
    await link(ended);
    expect(await unlink(unlinkOf(ended, 2))).toBe(true);
    for (const event of [late, ended]) {
      expect(await link(event)).toBe(false);
      expect(await coupleOf(event.members[0]._id)).toBeNull();
    }
    expect(await unlink(unlinkOf(ended, 1))).toBe(false);
  });

  it('ends an earlier couple of a member, also when both arrive at the same moment', async () => {
    const [ada, bob, cleo] = [aPerson(), aPerson(), aPerson()];
    const first = aLink({ members: [ada, bob] });
    const second = aLink({ members: [cleo, ada], linkedAt: '2026-11-02T12:00:00.000Z' });
    await Promise.all([link(second), link(first)]);
    // Where the earlier link came last, its own end follows; here the repeated later link ends it.
    await link(second);
    expect(await link(first)).toBe(false);
    expect(await coupleOf(ada._id)).toBe(second.coupleId);
    expect(await coupleOf(bob._id)).toBeNull();
  });

  it('replaces a time zone of the same version, and none of a higher one', async () => {
    const event = aLink({ timezone: 'Asia/Tokyo', timezoneVersion: 2 });
    const { coupleId } = event;
    await link(event);
    await link({ ...event, timezone: 'UTC', timezoneVersion: 1, version: 3 });
    expect(await zoneOf(coupleId)).toBe('Asia/Tokyo');
    await link({ ...event, timezone: 'Europe/Berlin', version: 2 });
    expect(await zoneOf(coupleId)).toBe('Asia/Tokyo');
    await link({ ...event, timezone: 'Europe/Berlin', version: 4 });
    expect(await zoneOf(coupleId)).toBe('Europe/Berlin');
  });
});

it('refuses a purge that has overtaken its unlink', async () => {
  const event = aLink();
  const { coupleId, members } = event;
  const purge = (version: number) =>
    requireUnlinked(database.manager, Couple, { coupleId, members: [members[0]._id, members[1]._id], version });
  await purge(2);
  await link({ ...event, version: 3 });
  await expect(purge(4)).rejects.toThrow('arrived before its unlink');
  // The couple has linked again since.
  await purge(2);
  await unlink(unlinkOf(event, 4));
  await purge(4);
});

it('lets an erasure wait for writes in flight, and refuses later ones before the unlink arrives', async () => {
  const event = aLink();
  const [ada, bob] = event.members;
  await link(event);
  const done: string[] = [];
  const erasing = await database.transaction(async (tx) => {
    await couples.lockMembership(tx, bob._id);
    const erasure = database.transaction(async (other) => {
      expect(await lockForErasure(other, Couple, ada._id)).toEqual([event.coupleId]);
      done.push('erasure');
      await deleteKnownPerson(other, ada._id);
    });
    // The erasure waits for this transaction, or has ended too early.
    await eventually(async () => expect((await waitingSessions()) + done.length).toBe(1));
    done.push('write');
    // The promise is not awaited here: the erasure ends after this transaction.
    return { erasure };
  });
  await erasing.erasure;
  expect(done).toEqual(['write', 'erasure']);
  const lock = database.transaction((tx) => couples.lockMembership(tx, bob._id));
  await expect(lock).rejects.toMatchObject({ code: 'NO_PARTNER' });
  expect(await couples.authorOf(ada._id)).toBeNull();
});
