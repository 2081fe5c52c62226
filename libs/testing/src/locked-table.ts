import { withClient } from '@duet/infra/postgres';

/**
 * Runs `work` while statements on the table get no answer, as of a database that hangs.
 * @param table with its schema
 */
export const whileLocked = <Result>(url: string, table: string, work: () => Promise<Result>): Promise<Result> =>
  // The end of the connection releases the lock.
  withClient(url, async (client) => {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return work();
  });

/** Selects a row for each connection of the database that waits for a lock. */
export const LOCK_WAITS =
  "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
