import pg from 'pg';

/**
 * Runs `work` while statements on the table get no answer, as of a database that hangs.
 * @param table with its schema
 */
export async function whileLocked<Result>(url: string, table: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return await work();
  } finally {
    // The end of the connection releases the lock.
    await client.end();
  }
}
