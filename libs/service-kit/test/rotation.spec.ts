import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freshDatabase } from '@duet/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { busOptions } from '../src/bus/bus.js';
import { dataSourceOptions } from '../src/data/data-source.js';

const file = join(mkdtempSync(join(tmpdir(), 'duet-rotation-')), 'url');

function withPassword(url: string, password: string): string {
  const changed = new URL(url);
  changed.password = password;
  return changed.href;
}

afterEach(() => {
  delete process.env['DATABASE_URL_FILE'];
  delete process.env['NATS_URL_FILE'];
});

it('opens a new connection to the database with the password that the file has then', async () => {
  const fresh = await freshDatabase('messaging');
  const admin = new pg.Client({ connectionString: fresh.adminUrl });
  const database = new DataSource(
    dataSourceOptions({ service: 'messaging', url: fresh.url, entities: [], migrations: [] }),
  );
  try {
    await Promise.all([admin.connect(), database.initialize()]);
    const role = new URL(fresh.url).username;
    await admin.query(`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD 'another-password-7'`);
    await admin.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1`, [role]);
    await expect(database.query('SELECT 1')).rejects.toThrow();
    // The pool may hand out an ended connection until its socket reports the end.
    await eventually(() => expect(database.query('SELECT 1')).rejects.toThrow(/password authentication failed/));
    writeFileSync(file, `${withPassword(fresh.url, 'another-password-7')}\n`);
    process.env['DATABASE_URL_FILE'] = file;
    await expect(database.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  } finally {
    await Promise.all([database.destroy(), admin.end()]);
    await fresh.drop();
  }
});

it('reconnects to the bus with the password that the file has then, also after refusals', () => {
  const url = 'nats://auth:before@one:4222,nats://two:4222';
  const { authenticator, ignoreAuthErrorAbort } = busOptions(url, 'auth');
  const login = () => (typeof authenticator === 'function' ? authenticator() : undefined);
  expect(login()).toEqual({ user: 'auth', pass: 'before' });
  // The tests' own bus.
  delete process.env['NATS_URL'];
  process.env['NATS_URL_FILE'] = file;
  writeFileSync(file, 'nats://auth:after%2F@one:4222\n');
  expect(login()).toEqual({ user: 'auth', pass: 'after/' });
  expect(ignoreAuthErrorAbort).toBe(true);
});
