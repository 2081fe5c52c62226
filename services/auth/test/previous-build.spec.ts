import { randomUUID } from 'node:crypto';
import { migrate } from '@duet/service-kit';
import { type FreshDatabase, freshDatabase } from '@duet/testing';
import { DataSource } from 'typeorm';
import { options } from '../src/data-source.js';

let database: FreshDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await freshDatabase('auth', (url) => migrate(options(url)));
  source = await new DataSource(options(database.url)).initialize();
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

it('the migrated schema turns a mail that the previous build queues into one job', async () => {
  const queue = (): Promise<unknown> =>
    source.query(
      `INSERT INTO mail_outbox (id, kind, email_key, address, about, attempts, next_attempt_at, created_at)
       VALUES ($1, 'reset-password', 'a@example.org', 'A@example.org', '', 0, now(), now()) ON CONFLICT DO NOTHING RETURNING attempts`,
      [randomUUID()],
    );
  await queue();
  await queue();
  expect(await source.query('SELECT count(*)::int AS rows FROM mail_outbox')).toEqual([{ rows: 0 }]);
  expect(await source.query("SELECT subject, payload FROM jobs WHERE queue = 'mail'")).toEqual([
    {
      subject: 'a@example.org',
      payload: { kind: 'reset-password', address: 'A@example.org', about: '', notice: null },
    },
  ]);
});
