import type { OutboxEvent } from './ordered-publisher.js';
import { prepared } from './prepared.js';
import { command, statement } from './statement.js';

/** Rows that one statement makes due again after the stream was wiped. */
export const RESET_STEP = 5_000;

/** Expired rows that one statement deletes: far fewer than it could within the limit of a statement. */
export const PRUNE_STEP = 2_000;

/** Published events stay in their table for this time, to refill a stream that was wiped. */
const KEPT = "interval '24 hours'";

/** An event to publish; a row of many events yields many of its id. A row whose events are gone has no body, and is only marked. */
type DueRow = { [Name in keyof OutboxEvent]: Name extends 'id' ? string : OutboxEvent[Name] | null };

/**
 * The statements of the relay over a table of events with `id` (of the sequence `outbox_id_seq`), `created_at`, `published_to` and
 * `published_at`.
 * @param name of the table
 * @param batch rows that one run publishes at most
 * @param events the columns of `DueRow` for the rows of `due`, which are rows of the table, in the order of publication
 */
export function eventTable(name: string, batch: number, events: string) {
  return {
    name,
    batch,

    /** The text of a query for `DueRow`s, of at most `batch` rows of the table. */
    due: `WITH due AS MATERIALIZED (SELECT * FROM ${name} WHERE published_to IS NULL ORDER BY id LIMIT ${batch}) ${events}`,

    mark: prepared(`${name}-mark`, {}, `UPDATE ${name} SET published_to = $2, published_at = now() WHERE id = ANY($1)`),

    /** Finds at most one unpublished row. */
    waitingRows: command(`SELECT FROM ${name} WHERE published_to IS NULL LIMIT 1`),

    /** The stream of the newest mark. A reset begins with the oldest rows, so this mark names the previous stream until its end. */
    newestMark: statement<{ stream: string | null }>(
      { stream: 'text | null' },
      `SELECT published_to AS stream FROM ${name} WHERE published_at IS NOT NULL ORDER BY published_at DESC LIMIT 1`,
    ),

    /** Makes published rows due again, oldest first, so that the newest mark shows an interrupted reset. */
    resetMarks: command(`
      UPDATE ${name} SET published_to = NULL, published_at = NULL
      WHERE id IN (SELECT id FROM ${name} WHERE published_at IS NOT NULL AND published_to <> $1 ORDER BY published_at LIMIT ${RESET_STEP})`),

    /** Deletes the oldest expired rows, at most `PRUNE_STEP`. It waits for no row that another transaction erases or marks. */
    prune: command(`
      DELETE FROM ${name} WHERE id = ANY(ARRAY(
        SELECT id FROM ${name} WHERE published_at < now() - ${KEPT} ORDER BY published_at LIMIT ${PRUNE_STEP} FOR UPDATE SKIP LOCKED))`),

    /** How many rows are not published yet, and seconds since the oldest of them was stored. */
    countWaiting: statement<{ rows: number; age: number }>(
      { rows: 'int4', age: 'float8' },
      `SELECT count(*)::int AS rows, greatest(coalesce(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS age
       FROM ${name} WHERE published_to IS NULL`,
    ),

    /** Bytes of the table with its indexes, published rows included, and seconds since the oldest of those was published. */
    measureKept: statement<{ bytes: number; age: number }>(
      { bytes: 'float8', age: 'float8' },
      `SELECT pg_total_relation_size('${name}')::float8 AS bytes,
              greatest(coalesce(extract(epoch FROM now() - min(published_at)), 0), 0)::float8 AS age FROM ${name}`,
    ),
  };
}

export type EventTable = ReturnType<typeof eventTable>;

/** The tables of a service, which the relay publishes together. */
export function eventTables(tables: readonly EventTable[]) {
  return {
    tables,

    /**
     * Reads the due rows of all tables in one snapshot. In two, a row that commits between them could be published before an
     * earlier one of its key.
     */
    readDue: prepared<DueRow & { source: string }>(
      `${tables.map(({ name }) => name).join('-')}-due`,
      {
        source: 'text',
        id: 'int8',
        eventId: 'text | null',
        name: 'text | null',
        key: 'text | null',
        body: 'text | null',
      },
      tables.map(({ name, due }) => `SELECT '${name}' AS source, found.* FROM (${due}) AS found`).join(' UNION ALL '),
    ),
  };
}

export type EventTables = ReturnType<typeof eventTables>;

/** Every service's table of events, one row each. */
export const OUTBOX = eventTable(
  'outbox',
  512,
  `SELECT id, envelope->>'id' AS "eventId", envelope->>'name' AS name, envelope->>'key' AS key, envelope::text AS body FROM due ORDER BY id`,
);

export const OUTBOX_ALONE = eventTables([OUTBOX]);

/** Token of the tables that the relay publishes, as `EventTables`. */
export const EVENT_TABLES = Symbol('EVENT_TABLES');

/** Commits without waiting for the disk: when a power cut loses the marks, events are only published again. */
export const takeTurn = prepared<{ locked: boolean; durability: string }>(
  'outbox-turn',
  { locked: 'bool', durability: 'text' },
  `SELECT pg_try_advisory_xact_lock($1, hashtext(current_schema())) AS locked, set_config('synchronous_commit', 'off', true) AS durability`,
);

/** Waits until no relay publishes, and excludes relays until the end of the transaction. */
export const lockOutRelay = command('SELECT FROM pg_advisory_xact_lock($1, hashtext(current_schema()))');

/** Deletes events by key and name. */
export const eraseEvents = command(
  `DELETE FROM outbox WHERE envelope->>'key' = ANY($1) AND envelope->>'name' = ANY($2)`,
);

export const addDeadLetter = command('INSERT INTO dead_letter (envelope, reason) VALUES ($1, $2)');
export const eraseDeadLetters = command(`DELETE FROM dead_letter WHERE envelope->>'key' = ANY($1)`);
