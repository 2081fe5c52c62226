import 'reflect-metadata';
import { join } from 'node:path';
import { migrate } from '@duet/service-kit';
import { type FreshDatabase, freshDatabase, statementDifferences } from '@duet/testing';
import { options } from '../src/data-source.js';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase('challenges', (url) => migrate(options(url)));
});
afterAll(() => database.drop());

describe('the SQL statements', () => {
  it('return the columns that they declare', async () => {
    expect(await statementDifferences(database.url, join(import.meta.dirname, '..', 'src'))).toEqual([]);
  });
});
