import 'reflect-metadata';
import { migrate } from '@duet/service-kit';
import { type FreshDatabase, freshDatabase } from '@duet/testing';
import { DataSource } from 'typeorm';
import { options } from '../src/data-source.js';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase('messaging');
});
afterAll(() => database.drop());

describe('the schema', () => {
  it('matches the entities after all migrations, which can be reverted', async () => {
    expect(await migrate(options(database.url))).not.toEqual([]);
    expect(await migrate(options(database.url))).toEqual([]);
    const source = await new DataSource(options(database.url)).initialize();
    try {
      expect((await source.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query)).toEqual([]);
      for (const _ of source.migrations) await source.undoLastMigration();
      expect(await source.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'messaging'`)).toEqual([
        { tablename: 'migrations' },
      ]);
    } finally {
      await source.destroy();
    }
  });

  it('is complete in the copies that suites get, and belongs to the role of each', async () => {
    const migrateCopy = (url: string): Promise<string[]> => migrate(options(url));
    const [copy, other] = await Promise.all([
      freshDatabase('messaging', migrateCopy),
      freshDatabase('messaging', migrateCopy),
    ]);
    try {
      expect(await migrate(options(copy.url))).toEqual([]);
      const source = await new DataSource(options(copy.url)).initialize();
      const owners = await source.query(
        `SELECT DISTINCT tableowner AS name FROM pg_tables WHERE schemaname = 'messaging'`,
      );
      await source.destroy();
      expect(owners).toEqual([{ name: new URL(copy.url).username }]);
      expect(other.url).not.toBe(copy.url);
    } finally {
      await Promise.all([copy.drop(), other.drop()]);
    }
  });
});
