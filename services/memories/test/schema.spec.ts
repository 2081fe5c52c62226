import { join } from 'node:path';
import { statementDifferences } from '@duet/testing';
import { RunningMemories } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

it('keeps the migrated schema equal to the entities', async () => {
  expect(await memories.drift()).toEqual([]);
});

it('declares the columns that its SQL statements return', async () => {
  const source = join(import.meta.dirname, '..', 'src');
  expect(await statementDifferences(memories.database.url, source)).toEqual([]);
});
