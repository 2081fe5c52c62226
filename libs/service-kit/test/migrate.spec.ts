import 'reflect-metadata';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { type FreshDatabase, eventually, freshDatabase } from '@duet/testing';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions, migrate } from '../src/index.js';

class Things1700000000001 implements MigrationInterface {
  readonly name = 'Things1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE things (id integer PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE things');
  }
}

class Words1700000000002 implements MigrationInterface {
  readonly name = 'Words1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE things ADD word text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE things DROP word');
  }
}

class Broken1700000000003 implements MigrationInterface {
  readonly name = 'Broken1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE nothing ADD word text');
  }

  async down(): Promise<void> {}
}

let database: FreshDatabase;
let process: DataSource;

const options = (...migrations: (new () => MigrationInterface)[]) =>
  dataSourceOptions({ service: 'pairing', url: database.url, entities: [], migrations });

beforeEach(async () => {
  database = await freshDatabase('pairing');
  expect(await migrate(options(Things1700000000001))).toEqual(['Things1700000000001']);
  process = await new DataSource(options()).initialize();
});

afterEach(async () => {
  await process.destroy();
  await database.drop();
});

/** Whether a migration waits for a lock. */
const isWaiting = async (): Promise<boolean> =>
  (
    await process.query<unknown[]>(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE things%'`,
    )
  ).length > 0;

it('a migration that waits for a table lets the processes go on with it, and runs when the table is free', async () => {
  const long = process.createQueryRunner();
  await long.startTransaction();
  await long.query('SELECT FROM things');
  const migrating = migrate(options(Things1700000000001, Words1700000000002));
  await eventually(async () => expect(await isWaiting()).toBe(true));
  // A process gives up after 2 s without the lock.
  expect(await process.query('SELECT id FROM things')).toEqual([]);
  await long.commitTransaction();
  await long.release();
  expect(await migrating).toEqual(['Words1700000000002']);
  expect(await process.query('SELECT word FROM things')).toEqual([]);
});

it('a migration that fails for another reason fails at once', async () => {
  await expect(migrate(options(Things1700000000001, Broken1700000000003))).rejects.toThrow(
    'relation "nothing" does not exist',
  );
});

it('waits for a database that is starting', async () => {
  const fields = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0';
  const starting = Buffer.concat([Buffer.from('E\0\0\0'), Buffer.from([fields.length + 4]), Buffer.from(fields)]);
  const url = new URL(database.url);
  const { hostname: host, port } = url;
  let refusals = 2;
  const front = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (refusals > 0) {
      refusals -= 1;
      socket.once('data', () => socket.end(starting));
      return;
    }
    const behind = connect({ host, port: Number(port) });
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const address = front.address();
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen');
  url.host = `127.0.0.1:${address.port}`;
  try {
    expect(await migrate({ ...options(Things1700000000001, Words1700000000002), url: url.href })).toEqual([
      'Words1700000000002',
    ]);
    expect(refusals).toBe(0);
  } finally {
    front.close();
  }
}, 60_000);
