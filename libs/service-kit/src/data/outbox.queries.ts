import type { OutboxEvent } from './ordered-publisher.js';
import { prepared } from './prepared.js';
import { command, statement } from './statement.js';

/** Rows that one statement makes due again after the stream was wiped. */
export const RESET_STEP = 5_000;

/** Expired rows that one statement deletes: far fewer than it could within the limit of a statement. */
export const PRUNE_STEP = 2_000;

/** Published events stay in the outbox for this time, to refill a stream that was wiped. */
const KEPT = "interval '24 hours'";

/** Commits without waiting for the disk: when a power cut loses the marks, events are only published again. */
export const takeTurn = prepared<{ locked: boolean; durability: string }>(
  'outbox-turn',
  { locked: 'bool', durability: 'text' },
  `SELECT pg_try_advisory_xact_lock($1, hashtext(current_schema())) AS locked, set_config('synchronous_commit', 'off', true) AS durability`,
);

export const readDue = prepared<OutboxEvent>(
  'outbox-due',
  { id: 'int8', eventId: 'text', name: 'text', key: 'text', body: 'text' },
  `SELECT id, envelope->>'id' AS "eventId", envelope->>'name' AS name, envelope->>'key' AS key, envelope::text AS body
   FROM outbox WHERE published_to IS NULL ORDER BY id LIMIT $1`,
);

export const mark = prepared(
  'outbox-mark',
  {},
  'UPDATE outbox SET published_to = $2, published_at = now() WHERE id = ANY($1)',
);

/** Finds at most one unpublished event. */
export const waitingEvents = command('SELECT FROM outbox WHERE published_to IS NULL LIMIT 1');

/** The stream of the newest mark. A reset begins with the oldest rows, so this mark names the previous stream until its end. */
export const newestMark = statement<{ stream: string | null }>(
  { stream: 'text | null' },
  'SELECT published_to AS stream FROM outbox WHERE published_at IS NOT NULL ORDER BY published_at DESC LIMIT 1',
);

/** Makes published rows due again, oldest first, so that the newest mark shows an interrupted reset. */
export const resetMarks = command(`
  UPDATE outbox SET published_to = NULL, published_at = NULL
  WHERE id IN (SELECT id FROM outbox WHERE published_at IS NOT NULL AND published_to <> $1 ORDER BY published_at LIMIT ${RESET_STEP})`);

/** Deletes the oldest expired rows, at most `PRUNE_STEP`. It waits for no row that another transaction erases or marks. */
export const pruneOutbox = command(`
  DELETE FROM outbox WHERE id = ANY(ARRAY(
    SELECT id FROM outbox WHERE published_at < now() - ${KEPT} ORDER BY published_at LIMIT ${PRUNE_STEP} FOR UPDATE SKIP LOCKED))`);

/** Waits until no relay publishes, and excludes relays until the end of the transaction. */
export const lockOutRelay = command('SELECT FROM pg_advisory_xact_lock($1, hashtext(current_schema()))');

/** Deletes events by key and name. */
export const eraseEvents = command(
  `DELETE FROM outbox WHERE envelope->>'key' = ANY($1) AND envelope->>'name' = ANY($2)`,
);

export const addDeadLetter = command('INSERT INTO dead_letter (envelope, reason) VALUES ($1, $2)');
export const eraseDeadLetters = command(`DELETE FROM dead_letter WHERE envelope->>'key' = ANY($1)`);

/** How many events are not published yet. */
export const countWaiting = statement<{ value: number }>(
  { value: 'int4' },
  'SELECT count(*)::int AS value FROM outbox WHERE published_to IS NULL',
);

/** Seconds since the oldest unpublished event was stored. */
export const oldestWaiting = statement<{ value: number }>(
  { value: 'float8' },
  `SELECT greatest(coalesce(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS value
   FROM outbox WHERE published_to IS NULL`,
);

/** Bytes of the table with its indexes, published events included. */
export const outboxSize = statement<{ value: number }>(
  { value: 'float8' },
  "SELECT pg_total_relation_size('outbox')::float8 AS value",
);

/** Seconds since the oldest published event that is still stored was published. */
export const oldestPublished = statement<{ value: number }>(
  { value: 'float8' },
  'SELECT greatest(coalesce(extract(epoch FROM now() - min(published_at)), 0), 0)::float8 AS value FROM outbox',
);
