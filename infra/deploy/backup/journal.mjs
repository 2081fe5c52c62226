import pg from 'pg';
import { setting } from './bucket.mjs';

/** An entry's time is the start of its transaction; media's transactions end within seconds, and each round reads these again. */
const OVERLAP = "interval '2 minutes'";

const SINCE = `SELECT name, removed, at FROM media.object_journal WHERE at > $1::timestamptz - ${OVERLAP} ORDER BY at, id`;

const REMOVED = 'SELECT DISTINCT name FROM media.object_journal WHERE removed AND name = ANY($1)';

/** @template T @param {(client: pg.Client) => Promise<T>} work @returns {Promise<T>} */
async function withJournal(work) {
  const client = new pg.Client({
    connectionString: setting('JOURNAL_DATABASE_URL'),
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @param {pg.Client} client @returns {Promise<string>} */
const timeOf = async (client) => (await client.query('SELECT now()::text AS now')).rows[0].now;

/** The database's present time, from which a later round reads on. */
export const readJournalTime = () => withJournal(timeOf);

/**
 * The entries since a round that ended at `since`, the oldest first; some of them were read by that round already.
 * @param {string} since the database's time @returns {Promise<{entries: {name: string, removed: boolean, at: Date}[], time: string}>}
 */
export const readJournal = (since) =>
  withJournal(async (client) => {
    const time = await timeOf(client);
    return { entries: (await client.query(SINCE, [since])).rows, time };
  });

/** Those of the objects whose removal the journal contains. @param {string[]} names @returns {Promise<Set<string>>} */
export const readRemoved = (names) =>
  withJournal(async (client) => {
    const { rows } = await client.query(REMOVED, [names]);
    return new Set(rows.map(({ name }) => name));
  });

/** @typedef {{active: boolean, lag: string | null}} Slot `lag`: bytes of WAL that are not copied yet; null for a slot that has lost WAL */

/** The replication slot of the copy of WAL. @returns {Promise<Slot | null>} null when there is none */
export const readSlot = () =>
  withJournal(async (client) => {
    const { rows } = await client.query(
      "SELECT active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text AS lag FROM pg_replication_slots WHERE slot_name = 'duet_backup'",
    );
    return rows[0] ?? null;
  });
