import { type MessageView, countUnread, gallery, getConversation, searchMessages, sendMessage } from '@duet/contracts';
import { DAY, type Tx } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { DataSource } from 'typeorm';
import { options } from '../src/data-source.js';
import { countOthers, readChanged, readGallery, readPinned, readRange } from '../src/messages/message.queries.js';
import { type MessageSearch, findFirstSince, findHits } from '../src/messages/search.queries.js';
import { searchWords } from '../src/messages/search-word.queries.js';
import { BLOCK } from '../src/messages/word-block.queries.js';
import { WordIndexer } from '../src/messages/word-indexer.js';
import { seqRange } from '../src/messages/seq-range.js';
import { selectFirstPhotos } from '../src/keeping/year.queries.js';
import { readBest } from '../src/on-this-day/earlier-message.queries.js';
import { type Couple, World } from './world.js';

/** Messages of the big conversation. Two more couples have as many together; their rows lie among its first half. */
const MANY = 200_000;

let world: World;
let big: Couple;
let small: Couple;
let source: DataSource;

/** The time of the first message; one follows every twenty minutes. */
const BEGINNING = Date.now() - (MANY / 72) * DAY;

/** Rows as sends write them: one common word, a link in every hundredth message, a picture in every fiftieth. */
const FILL = `
  INSERT INTO messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, created_at)
  SELECT gen_random_uuid(), chat, CASE WHEN n % 2 = 0 THEN sender ELSE other END, gen_random_uuid(), n, n,
         CASE WHEN n % 50 = 0 THEN 'image' ELSE 'text' END,
         CASE WHEN n % 50 = 0 THEN '' WHEN n % 100 = 1 THEN 'lighthouse https://example.org/' || n ELSE 'lighthouse ' || n END,
         to_timestamp(${BEGINNING / 1_000}) + n * interval '20 minutes'
  FROM generate_series(1, $4::int) n, unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS given (chat, sender, other)`;

async function fill(couples: Couple[], count: number): Promise<void> {
  await world.rows(FILL, [
    couples.map(({ chatId }) => chatId),
    couples.map(({ ada }) => ada.id),
    couples.map(({ ben }) => ben.id),
    count,
  ]);
  await world.rows('UPDATE conversations SET last_seq = $2, last_rev = $2 WHERE id = ANY($1::uuid[])', [
    couples.map(({ chatId }) => chatId),
    count,
  ]);
}

/** Waits until the blocks of the first couple are written. */
async function writeBlocks(couples: Couple[], count: number): Promise<void> {
  const indexer = world.replicas[0]?.get(WordIndexer, { strict: false });
  await indexer?.noteSent(couples.map(({ chatId }) => ({ chatId, seq: BLOCK })));
  await eventually(async () => {
    const [row] = await world.rows<{ blocks: number; jobs: number }>(
      `SELECT (SELECT count(*)::int FROM word_blocks WHERE conversation_id = $1) AS blocks, (SELECT count(*)::int FROM jobs WHERE queue = 'words') AS jobs`,
      [couples[0]?.chatId],
    );
    expect(row).toEqual({ blocks: Math.floor(count), jobs: 0 });
  }, 120_000);
}

beforeAll(async () => {
  world = await World.start();
  big = await world.couple();
  small = await world.couple();
  const others = [await world.couple(), await world.couple()];
  await fill([big, ...others], MANY / 2);
  await world.rows(FILL.replace('generate_series(1,', `generate_series(${MANY / 2 + 1},`), [
    [big.chatId],
    [big.ada.id],
    [big.ben.id],
    MANY,
  ]);
  await world.rows('UPDATE conversations SET last_seq = $2, last_rev = $2 WHERE id = $1', [big.chatId, MANY]);
  await world.rows('VACUUM ANALYZE messages');
  await writeBlocks([big, ...others], MANY / BLOCK);
  await world.rows('VACUUM ANALYZE word_blocks');
  source = await new DataSource(options(world.database.url)).initialize();
}, 240_000);

afterAll(async () => {
  await source?.destroy();
  await world.stop();
});

interface Node {
  'Node Type': string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

type Explained = { 'QUERY PLAN': { Plan: Node }[] }[];

/** A named statement, as `prepared` runs it. */
interface Prepared {
  text: string;
  values: unknown[];
}

const EXPLAIN = 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)';

/**
 * A read's cost by `EXPLAIN ANALYZE`: pages accessed, and rows of its busiest plan node. Prepared statements have the plan that
 * PostgreSQL makes without their values.
 */
async function cost(read: (tx: Tx) => Promise<unknown>): Promise<{ pages: number; rows: number }> {
  const plans: Node[] = [];
  const keep = (rows: Explained) => plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)));
  const runner = source.createQueryRunner();
  const query = runner.query.bind(runner);
  jest.spyOn(runner, 'query').mockImplementation(async (sql, parameters) => {
    keep((await query(`${EXPLAIN} ${sql}`, parameters, true)).records);
    return query(sql, parameters, true);
  });
  const connection: { query: (...call: unknown[]) => Promise<{ rows: unknown[] }> } = await runner.connect();
  const run = connection.query.bind(connection);
  const isPrepared = (call: unknown): call is Prepared => typeof call === 'object' && call !== null && 'name' in call;
  const spy = jest.spyOn(connection, 'query').mockImplementation(async (...call) => {
    const [first] = call;
    if (!isPrepared(first)) return run(...call);
    const literals = first.values.map((value) => `'${String(value)}'`).join(', ');
    await run('SET plan_cache_mode = force_generic_plan');
    await run(`PREPARE measured AS ${first.text}`);
    keep((await query(`${EXPLAIN} EXECUTE measured (${literals})`, [], true)).records);
    await run('DEALLOCATE measured');
    await run('RESET plan_cache_mode');
    return run(first);
  });
  await read(runner.manager);
  spy.mockRestore();
  await runner.release();
  expect(plans).not.toEqual([]);
  const touched = plans
    .flatMap(nodesOf)
    .map(
      (node) =>
        node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0),
    );
  return {
    pages: plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
    rows: Math.max(...touched),
  };
}

describe('a conversation of 200,000 messages', () => {
  const page = (number: number) => {
    const { from, to } = seqRange({ page: number, limit: 100 }, MANY);
    return cost((tx) => readRange(tx, big.chatId, from, to));
  };

  it('costs the same on its first, thousandth and last page', async () => {
    const [first, thousandth, last] = [await page(1), await page(1_000), await page(MANY / 100)];
    expect([first.rows, thousandth.rows, last.rows]).toEqual([100, 100, 100]);
    expect(thousandth.pages).toBeLessThan(first.pages * 1.5);
    expect(last.pages).toBeLessThan(first.pages * 1.5);
    const around = await world.bus.call(getConversation, { around: 1_000, limit: 100 }, big.ada.caller);
    expect(around.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, n) => 950 + n));
  });

  it('syncs from any revision at the same cost', async () => {
    const [early, late] = await Promise.all(
      [10, MANY - 201].map((after) => cost((tx) => readChanged(tx, big.chatId, after, 201))),
    );
    expect([early?.rows, late?.rows]).toEqual([201, 201]);
    expect(early?.pages).toBeLessThan((late?.pages ?? 0) * 1.5);
  });

  it('counts unread messages among its newest thousand only', async () => {
    const { rows } = await cost((tx) => countOthers(tx, big.chatId, MANY - 1_000, big.ada.id));
    expect(rows).toBeLessThanOrEqual(1_000);
    expect(await world.bus.call(countUnread, {}, big.ada.caller)).toEqual({ count: 500 });
  });

  it('reads the gallery and the pins without the messages in between', async () => {
    for (const kind of ['media', 'link'] as const) {
      for (const before of [MANY + 1, 20_000])
        expect(
          (await cost((tx) => readGallery(tx, big.chatId, kind, before, 51, big.ada.id))).rows,
        ).toBeLessThanOrEqual(51);
    }
    expect((await cost((tx) => readPinned(tx, big.chatId, big.ada.id))).rows).toBe(0);
    const { messages, hasMore } = await world.bus.call(
      gallery,
      { kind: 'link', before: 20_000, limit: 3 },
      big.ada.caller,
    );
    expect([messages.map(({ seq }) => seq), hasMore]).toEqual([[19_901, 19_801, 19_701], true]);
  });

  it('reads a day of earlier years without the rest of those years', async () => {
    const days = Array.from({ length: 7 }, (_, index) => {
      const from = new Date(BEGINNING + (index + 0.5) * 365 * DAY);
      return { date: '', yearsAgo: 7 - index, from, to: new Date(from.getTime() + DAY) };
    });
    const { pages, rows } = await cost((tx) => readBest(tx, big.chatId, big.ada.id, days));
    // 72 messages a day.
    expect(rows).toBeLessThanOrEqual(days.length * 72);
    // A few pages for each message of a day. A read of whole years would access some 20 times as many.
    expect(pages).toBeLessThan(4_500);
    const [first] = await readBest(source.manager, big.chatId, big.ada.id, days);
    expect(first?.[1]).toBe(days[6]);
  });

  it('reads the photos of a year without its other messages', async () => {
    const year = [2, 3].map((at) => new Date(BEGINNING + at * 365 * DAY));
    const { rows } = await cost((tx) => selectFirstPhotos(tx, [big.chatId, ...year]));
    // A picture in every fiftieth of 72 messages a day; none of them has a row of its file.
    expect(rows).toBeLessThanOrEqual((365 * 72) / 50 + 1);
  });
});

describe('a search', () => {
  const find = async (couple: Couple, q: string): Promise<MessageView[]> =>
    (await world.bus.call(searchMessages, { q, limit: 5 }, couple.ada.caller)).messages;
  const searchOf = (couple: Couple, more: Partial<MessageSearch>): MessageSearch => ({
    chatId: couple.chatId,
    viewerId: couple.ada.id,
    words: null,
    from: null,
    kind: null,
    since: null,
    until: null,
    now: new Date(),
    ...more,
  });
  const costOf = async (couple: Couple, q: string) => {
    const words = await searchWords(source.manager, couple.chatId, q, 'en');
    return cost((tx) => findHits(tx, searchOf(couple, { words }), 2 ** 31 - 1, 51));
  };

  it('reads no index entries of other conversations, however common the word', async () => {
    for (let n = 0; n < 5; n += 1)
      await world.bus.call(sendMessage, { content: `lighthouse keeper ${n}` }, small.ada.caller);
    const frequent = await costOf(small, 'lightho');
    expect(frequent.rows).toBeLessThanOrEqual(5);
    expect(frequent.pages).toBeLessThan(80);
    expect((await find(small, 'lighthouse')).map(({ content }) => content)).toEqual(
      [4, 3, 2, 1, 0].map((n) => `lighthouse keeper ${n}`),
    );
    expect(await find(small, '1999')).toEqual([]);
  });

  it('reads few pages for a rare word of a long conversation', async () => {
    const rare = await costOf(big, 'lighthouse 123457');
    expect(rare.pages).toBeLessThan(3_000);
    expect((await find(big, 'lighthouse 123457')).map(({ seq }) => seq)).toEqual([123_457]);
  });

  it('answers in time for a word that occurs everywhere', async () => {
    expect((await find(big, 'lighthouse')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5].map((back) => MANY - back));
  });

  it('walks no further than it counts, also for filters without words', async () => {
    const since = new Date(BEGINNING + 365 * DAY);
    const until = new Date(since.getTime() + 10 * DAY);
    const filters: Partial<MessageSearch>[] = [
      { from: 'partner' },
      { kind: 'text' },
      { kind: 'link' },
      { since, until },
      { since, until, kind: 'link' },
    ];
    for (const filter of filters) {
      const { rows } = await cost((tx) => findHits(tx, searchOf(big, filter), MANY + 1, 51));
      expect(rows).toBeLessThan(3_000);
    }
    const { ids, found } = await findHits(source.manager, searchOf(big, { since, until }), MANY + 1, 51);
    expect([ids.length, found]).toEqual([51, 720]);
    expect((await cost((tx) => findFirstSince(tx, big.chatId, since, big.ada.id))).rows).toBeLessThanOrEqual(2);
  });
});
