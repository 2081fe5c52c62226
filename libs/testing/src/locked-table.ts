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
