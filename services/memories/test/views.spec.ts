import { randomBytes, randomUUID } from 'node:crypto';
import {
  type CapsuleView,
  addContribution,
  getMemoryChoices,
  listCapsules,
  listPlaces,
  listTimeline,
  markCapsule,
  sealCapsule,
  searchMemories,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const write = (by: TestUser, { _id: id }: CapsuleView, text: string, happenedAt: string, more: object = {}) =>
  by.call(addContribution, { id, text, happenedAt, clientId: randomUUID(), ...more });

const at = (label: string, lat: number, lng: number) => ({ place: { label, lat, lng } });

/** Two albums and a sealed capsule, over three years. */
async function years() {
  const [ada, bob] = await memories.couple();
  const sea = await album(ada, { title: 'Sea', tags: ['sea', 'summer'] });
  const home = await album(bob, { title: 'Home', tags: ['summer'] });
  const letter = await bury(ada, { title: 'Letter', tags: ['letter'] });
  await write(ada, sea, 'first swim', '2019-07-01', at('Split', 43.5, 16.4));
  await write(bob, sea, 'last swim', '2024-12-31', at('Bergen', 60.4, 5.3));
  await write(bob, home, 'paint', '2024-01-01');
  await write(ada, letter, 'secret', '2012-02-02', at('Nowhere', 1, 1));
  for (const one of [ada, bob]) await one.call(sealCapsule, { id: letter._id });
  await ada.call(markCapsule, { id: sea._id, mark: 'favourite', on: 1 });
  return { ada, bob, sea, home, letter };
}

describe('filters', () => {
  it('narrow the list, the timeline and the map alike', async () => {
    const { ada, bob } = await years();
    const seen = async (filter: object, by = ada) => {
      const [{ capsules }, { entries }, { places }] = [
        await by.call(listCapsules, filter),
        await by.call(listTimeline, filter),
        await by.call(listPlaces, filter),
      ];
      return [
        capsules.map(({ title }) => title),
        entries.map(({ contribution }) => contribution.text),
        places.map(({ label }) => label),
      ];
    };
    expect(await seen({})).toEqual([
      ['Letter', 'Home', 'Sea'],
      ['last swim', 'paint', 'first swim'],
      ['Bergen', 'Split'],
    ]);
    expect(await seen({ year: 2024 })).toEqual([['Home', 'Sea'], ['last swim', 'paint'], ['Bergen']]);
    expect(await seen({ year: 2012 })).toEqual([[], [], []]);
    expect(await seen({ author: ada.id })).toEqual([['Sea'], ['first swim'], ['Split']]);
    expect(await seen({ author: bob.id, year: 2019 })).toEqual([[], [], []]);
    expect(await seen({ tag: 'sea' })).toEqual([['Sea'], ['last swim', 'first swim'], ['Bergen', 'Split']]);
    expect(await seen({ kind: 'timed' })).toEqual([['Letter'], [], []]);
    expect(await seen({ shelf: 'favourites' })).toEqual([['Sea'], ['last swim', 'first swim'], ['Bergen', 'Split']]);
    expect(await seen({ shelf: 'favourites' }, bob)).toEqual([[], [], []]);
    const [stranger] = await memories.couple();
    expect(await seen({ author: ada.id }, stranger)).toEqual([[], [], []]);
  });

  it('offer the years and tags of readable contributions', async () => {
    const { ada, bob, sea } = await years();
    expect(await ada.call(getMemoryChoices, {})).toEqual({ years: [2024, 2019], tags: ['summer', 'letter', 'sea'] });
    await bob.call(markCapsule, { id: sea._id, mark: 'hidden', on: 1 });
    expect(await bob.call(getMemoryChoices, {})).toEqual({ years: [2024], tags: ['letter', 'summer'] });
    const [stranger] = await memories.couple();
    expect(await stranger.call(getMemoryChoices, {})).toEqual({ years: [], tags: [] });
    expect(await memories.user({}).refusal(getMemoryChoices, {})).toMatchObject({ code: 'NO_PARTNER' });
  });
});

describe('the map', () => {
  it('shows where pictures were taken, unless their author named a point; nothing of what is sealed', async () => {
    const [ada, bob] = await memories.couple();
    const [open, buried] = [await album(ada), await bury(ada)];
    const picture = (place: { lat: number; lng: number } | undefined, caption = '') => ({
      ...{ id: randomUUID(), kind: 'image' as const, fingerprint: randomBytes(32).toString('hex'), caption },
      ...(place && { place }),
    });
    const [lisbon, porto, nowhere] = [
      picture({ lat: 38.7, lng: -9.1 }, 'Tram'),
      picture({ lat: 41.1, lng: -8.6 }),
      picture(undefined),
    ];
    const add = (id: string, attachments: ReturnType<typeof picture>[], more: object = {}) =>
      ada.call(addContribution, { id, attachments, clientId: randomUUID(), ...more });
    await add(open._id, [lisbon, porto, nowhere], { text: 'Portugal', happenedAt: '2024-05-02' });
    await add(open._id, [picture({ lat: 1, lng: 1 })], { ...at('Home', 52.5, 13.4), happenedAt: '2024-05-01' });
    await add(buried._id, [picture({ lat: 60, lng: 5 }, 'SECRET')], { visibility: 'shared' });
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: buried._id });
    for (const member of [ada, bob]) {
      const { places } = await member.call(listPlaces, {});
      expect(places.map(({ attachmentId, label, text, lat, lng }) => [attachmentId, label, text, lat, lng])).toEqual([
        [lisbon.id, '', 'Tram', 38.7, -9.1],
        [porto.id, '', 'Portugal', 41.1, -8.6],
        [null, 'Home', '', 52.5, 13.4],
      ]);
      expect((await member.call(listPlaces, { year: 2023 })).places).toEqual([]);
      const first = await member.call(listPlaces, { limit: 1 });
      const second = await member.call(listPlaces, { limit: 1, cursor: first.nextCursor ?? '' });
      expect([...first.places, ...second.places]).toEqual(places);
      expect(second.nextCursor).toBeNull();
    }
  });
});

describe('the timeline', () => {
  it('begins at the end of a year, and pages from there', async () => {
    const { ada } = await years();
    const first = await ada.call(listTimeline, { fromYear: 2024, limit: 1 });
    expect(first.entries.map(({ contribution }) => contribution.text)).toEqual(['last swim']);
    const rest = await ada.call(listTimeline, { fromYear: 2024, cursor: first.nextCursor ?? '' });
    expect(rest.entries.map(({ contribution }) => contribution.text)).toEqual(['paint', 'first swim']);
    expect((await ada.call(listTimeline, { fromYear: 2023 })).entries).toHaveLength(1);
    expect((await ada.call(listTimeline, { fromYear: 2018 })).entries).toEqual([]);
  });
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('with many couples, each read', () => {
  const COUPLES = 100;
  const EACH = 100;
  let ada: TestUser;

  beforeAll(async () => {
    memories.itIs('2026-11-22T12:00:00Z');
    const [one, , coupleId] = await memories.couple();
    ada = one;
    // As the administrator, whose statements have no time limit: each fills or reads whole tables.
    const admin = new pg.Client({ connectionString: memories.database.adminUrl });
    await admin.connect();
    try {
      await admin.query('SET search_path TO memories');
      await admin.query(
        `INSERT INTO couples (id, member_a, member_b, active, version, linked_at, timezone)
         SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), active, version, linked_at, timezone
         FROM couples, generate_series(2, $2::int) WHERE id = $1`,
        [coupleId, COUPLES],
      );
      await admin.query(
        `INSERT INTO capsules (id, couple_id, created_by, client_id, kind, title, tags, status, open_rule, created_at, updated_at, version)
         SELECT gen_random_uuid(), id, member_a, gen_random_uuid(), 'keepsake', 'lighthouse ' || n, '{sea}', CASE WHEN n % 50 = 0 THEN 'collecting' ELSE 'completed' END, 'either', now(), now(), 1
         FROM couples, generate_series(1, $1::int) n WHERE active`,
        [EACH],
      );
      await admin.query(
        `INSERT INTO contributions (id, capsule_id, couple_id, author_id, client_id, kind, text, place_label, lat, lng, happened_on, visibility, created_at)
         SELECT gen_random_uuid(), id, couple_id, created_by, gen_random_uuid(), 'text', 'lighthouse keeper', 'Bergen', 60, 5, date '2000-01-01' + 90 * (row_number() OVER (PARTITION BY couple_id))::int, 'shared', now() FROM capsules WHERE title LIKE 'lighthouse %'`,
      );
      await admin.query('VACUUM ANALYZE capsules, contributions, capsule_marks, couples');
      for (const index of ['capsules_search', 'contributions_search'])
        await admin.query('SELECT gin_clean_pending_list($1::regclass)', [index]);
    } finally {
      await admin.end();
    }
  });

  /** The plans of all statements of a call, over the rows of a hundred couples. */
  async function plansOf(call: () => Promise<unknown>): Promise<Plan[]> {
    const plans: Plan[] = [];
    for (const app of memories.replicas) {
      const database = app.get(DataSource);
      const create = database.createQueryRunner.bind(database);
      jest.spyOn(database, 'createQueryRunner').mockImplementation((mode) => {
        const runner = create(mode);
        const query = runner.query.bind(runner);
        jest.spyOn(runner, 'query').mockImplementation(async (sql, values, ...[structured]: unknown[]) => {
          if (/^(SELECT|WITH)/.test(sql)) {
            const { records } = await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values, true);
            plans.push(
              ...records.flatMap((row: { 'QUERY PLAN': { Plan: Plan }[] }) =>
                row['QUERY PLAN'].map(({ Plan: one }) => one),
              ),
            );
          }
          return structured === true ? query(sql, values, true) : query(sql, values);
        });
        return runner;
      });
    }
    await call();
    jest.restoreAllMocks();
    expect(plans).not.toEqual([]);
    return plans.flatMap(nodesOf);
  }

  it.each<[string, () => Promise<unknown>]>([
    ['a search', () => ada.call(searchMemories, { q: 'lighthouse' })],
    ['a search of a rare word', () => ada.call(searchMemories, { q: 'nobody' })],
    ['the list', () => ada.call(listCapsules, {})],
    ['the list of a state', () => ada.call(listCapsules, { status: 'collecting' })],
    ['the list of a tag', () => ada.call(listCapsules, { tag: 'sea' })],
    ['the list by words', () => ada.call(listCapsules, { q: 'light' })],
    ['the list of a year and an author', () => ada.call(listCapsules, { year: 2003, author: ada.id })],
    ['the list of favourites', () => ada.call(listCapsules, { shelf: 'favourites' })],
    ['the timeline', () => ada.call(listTimeline, { fromYear: 2010 })],
    ['the timeline of a year', () => ada.call(listTimeline, { year: 2003, tag: 'sea' })],
    ['the map', () => ada.call(listPlaces, { year: 2003 })],
    ['the whole map', () => ada.call(listPlaces, {})],
    ['the choices', () => ada.call(getMemoryChoices, {})],
  ])('touches the rows of its own couple alone: %s', async (_what, call) => {
    const nodes = await plansOf(call);
    const big = nodes.filter((node) => ['capsules', 'contributions'].includes(node['Relation Name'] ?? ''));
    expect(big.length).toBeGreaterThan(0);
    expect(big.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    // A hundred couples are too few for an index.
    const ofMemories = nodes.filter((node) => node['Relation Name'] !== 'couples');
    const touched = ofMemories.map(
      (node) =>
        node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0),
    );
    expect(Math.max(...touched)).toBeLessThanOrEqual(EACH);
  });
});
