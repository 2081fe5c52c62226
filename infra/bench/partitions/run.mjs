/*
 * `node infra/bench/partitions/run.mjs [--rows n,n] [--partitions n,n] [--json file]`: the table of messages with all its indexes,
 * in one piece (0 partitions) and partitioned by hash of the conversation. The product must be built.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { quantile, runBenchmark, startOwnProduct } from '../benchmark.mjs';
import { writeReport } from '../report.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,5000000' },
    partitions: { type: 'string', default: '0,16,64' },
    json: { type: 'string' },
  },
});
const numbers = (/** @type {string} */ list) => list.split(',').map(Number);

/** Messages of one conversation. They lie apart, as the messages of many couples are written in turn. */
const LENGTH = 2_000;
const PAGE = 50;
const GROUP = 5;
const ROUNDS = 1_000;
const COLUMNS = 'id, conversation_id, sender_id, client_message_id, seq, rev, type, content, created_at';
const CONTENT = 'The kettle is on, and the lake was pink again this morning. See you at nine?';

/** The same number is the same conversation. */
const CONVERSATION = (/** @type {string} */ number) => `md5('conversation ' || ${number})::uuid`;

const ROWS = `
  INSERT INTO bench.rows (${COLUMNS})
  SELECT gen_random_uuid(), ${CONVERSATION('n % $2')}, md5('sender ' || n % $2)::uuid, gen_random_uuid(), 1 + n / $2, 1 + n / $2, 'text', n || ' ' || $3,
    now() - ($1 - n) * interval '1 second'
  FROM generate_series(0, $1::int - 1) AS n`;

const INSERT = `
  INSERT INTO bench.messages (${COLUMNS})
  SELECT id, $1::uuid, $1::uuid, id, $2::int + place, $2::int + place, 'text', $3, now() FROM unnest($4::uuid[]) WITH ORDINALITY AS given (id, place)`;

/** Milliseconds of one statement. @param {import('pg').Pool} tables @param {import('pg').QueryConfig | string} statement */
async function timed(tables, statement) {
  const since = performance.now();
  await tables.query(statement);
  return performance.now() - since;
}

/** The median milliseconds of a statement with changing values. @param {import('pg').Pool} tables @param {string} name @param {string} text @param {() => unknown[]} next */
async function median(tables, name, text, next) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(tables, { name, text, values: next() }));
  return quantile(times, 0.5);
}

/** Copies the rows into a table with the indexes of the product's own. @param {import('pg').Pool} tables @param {number} partitions */
async function build(tables, partitions) {
  const { rows: indexes } = await tables.query(
    `SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index WHERE indrelid = 'messaging.messages'::regclass`,
  );
  await tables.query('DROP TABLE IF EXISTS bench.messages');
  await tables.query(
    `CREATE TABLE bench.messages (LIKE messaging.messages INCLUDING DEFAULTS INCLUDING GENERATED) ${partitions > 0 ? 'PARTITION BY HASH (conversation_id)' : ''}`,
  );
  for (let part = 0; part < partitions; part += 1)
    await tables.query(
      `CREATE TABLE bench.messages_${part} PARTITION OF bench.messages FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${part})`,
    );
  await tables.query(`INSERT INTO bench.messages (${COLUMNS}) SELECT ${COLUMNS} FROM bench.rows`);
  for (const { text } of indexes) {
    const own = text.replace(/ INDEX \S+ ON messaging\.messages /, ' INDEX ON bench.messages ');
    // A unique index of a partitioned table must contain the column by which it is partitioned.
    await tables.query(partitions > 0 && !own.includes('conversation_id') ? own.replace('UNIQUE ', '') : own);
  }
  await tables.query('VACUUM ANALYZE bench.messages');
}

/** @param {import('pg').Pool} tables @param {number} rows @param {number} partitions */
async function measure(tables, rows, partitions) {
  await build(tables, partitions);
  const conversations = rows / LENGTH;
  const { rows: known } = await tables.query(
    `SELECT id, conversation_id FROM bench.rows TABLESAMPLE SYSTEM_ROWS(${ROUNDS})`,
  );
  const one = () => known[randomInt(known.length)];
  const page = await median(
    tables,
    `page ${rows} ${partitions}`,
    `SELECT * FROM bench.messages WHERE conversation_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT ${PAGE}`,
    () => [one().conversation_id, randomInt(PAGE, LENGTH)],
  );
  const lookup = await median(
    tables,
    `lookup ${rows} ${partitions}`,
    'SELECT * FROM bench.messages WHERE id = $1',
    () => [one().id],
  );
  let last = LENGTH;
  const insert = await median(tables, `insert ${rows} ${partitions}`, INSERT, () => {
    last += GROUP;
    return [one().conversation_id, last, CONTENT, Array.from({ length: GROUP }, () => randomUUID())];
  });
  const largest = partitions > 0 ? 'bench.messages_0' : 'bench.messages';
  await tables.query(`UPDATE bench.messages SET content = content || '.' WHERE seq % 20 = 0`);
  const vacuum = await timed(tables, `VACUUM ${largest}`);
  const reindex = await timed(tables, `REINDEX TABLE ${largest}`);
  const { rows: sizes } = await tables.query(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relnamespace = 'bench'::regnamespace AND relkind = 'r' AND relname LIKE 'messages%'`,
  );
  return { rows, partitions, conversations, page, lookup, insert, vacuum, reindex, bytesPerRow: sizes[0].bytes / rows };
}

await runBenchmark(async (undo) => {
  const { tables } = await startOwnProduct(undo);
  await tables.query('CREATE SCHEMA bench');
  await tables.query('CREATE EXTENSION IF NOT EXISTS tsm_system_rows');
  const results = [];
  for (const rows of numbers(values.rows)) {
    await tables.query('DROP TABLE IF EXISTS bench.rows');
    await tables.query('CREATE UNLOGGED TABLE bench.rows (LIKE messaging.messages INCLUDING DEFAULTS)');
    await tables.query({ text: ROWS, values: [rows, rows / LENGTH, CONTENT] });
    for (const partitions of numbers(values.partitions)) {
      const result = await measure(tables, rows, partitions);
      results.push(result);
      console.log(
        `${rows} rows, ${partitions} partitions: page ${result.page.toFixed(2)} ms, lookup by id ${result.lookup.toFixed(2)} ms, ${GROUP} inserts ${result.insert.toFixed(2)} ms; vacuum of one ${result.vacuum.toFixed(0)} ms, reindex of one ${result.reindex.toFixed(0)} ms; ${result.bytesPerRow.toFixed(0)} bytes a row`,
      );
    }
  }
  if (values.json) writeReport(values.json, { results });
});
