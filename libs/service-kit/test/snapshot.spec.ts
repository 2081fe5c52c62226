import { type FreshDatabase, freshDatabase } from '@duet/testing';
import { DataSource } from 'typeorm';
import { dataSourceOptions, inSnapshot } from '../src/index.js';

let store: FreshDatabase;
let database: DataSource;

const notes = async (): Promise<number> => (await database.query('SELECT count(*)::int AS n FROM notes'))[0].n;

beforeAll(async () => {
  store = await freshDatabase('pairing');
  database = await new DataSource(
    dataSourceOptions({ service: 'pairing', url: store.url, poolSize: 2, entities: [], migrations: [] }),
  ).initialize();
  await database.query('CREATE TABLE notes (n integer NOT NULL)');
});
afterAll(async () => {
  await database.destroy();
  await store.drop();
});

describe('inSnapshot', () => {
  it('reads one moment with all its statements', async () => {
    const seen = await inSnapshot(database, async (tx) => {
      const before = await tx.query('SELECT n FROM notes');
      await database.query('INSERT INTO notes VALUES (1)');
      return [before, await tx.query('SELECT n FROM notes')];
    });
    expect(seen).toEqual([[], []]);
    expect(await notes()).toBe(1);
  });

  it('refuses to write', async () => {
    await expect(inSnapshot(database, (tx) => tx.query('DELETE FROM notes'))).rejects.toThrow(/read-only transaction/);
    expect(await notes()).toBe(1);
  });

  it('fails with the first failure of reads that run together, and gives the connection back', async () => {
    const read = inSnapshot(database, (tx) =>
      Promise.all([tx.query('SELECT n FROM notes'), tx.query('SELECT 1 / 0'), tx.query('SELECT n FROM notes')]),
    );
    await expect(read).rejects.toThrow(/division by zero/);
    await Promise.all(
      Array.from({ length: 2 }, () =>
        inSnapshot(database, async (tx) => expect(await tx.query('SELECT n FROM notes')).toEqual([{ n: 1 }])),
      ),
    );
  });

  it('gives every connection back without a transaction, also after a failure and a lost connection', async () => {
    for (let time = 0; time < 5; time += 1) {
      const broken = inSnapshot(database, (tx) => tx.query('SELECT 1 / 0'));
      await expect(broken).rejects.toThrow(/division by zero/);
      const cut = inSnapshot(database, (tx) => tx.query('SELECT pg_terminate_backend(pg_backend_pid())'));
      await expect(cut).rejects.toThrow(/terminat/i);
    }
    await database.query('INSERT INTO notes VALUES (2)');
    expect(await notes()).toBe(2);
  });
});
