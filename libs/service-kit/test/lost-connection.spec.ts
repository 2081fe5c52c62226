import { freshDatabase } from '@duet/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../src/data/data-source.js';

it('survives the loss of a connection between the pool and the first statement', async () => {
  const fresh = await freshDatabase('messaging');
  const admin = new pg.Client({ connectionString: fresh.adminUrl });
  const database = new DataSource(
    dataSourceOptions({ service: 'messaging', url: fresh.url, entities: [], migrations: [] }),
  );
  try {
    await Promise.all([admin.connect(), database.initialize()]);
    const pool: unknown = Reflect.get(database.driver, 'master');
    if (!(pool instanceof pg.Pool)) throw new TypeError('the database has no pool');
    const client = await pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await admin.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    await expect(database.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  } finally {
    await Promise.all([database.destroy(), admin.end()]);
    await fresh.drop();
  }
});
