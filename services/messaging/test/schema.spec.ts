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
});
