/* The programs that restore PostgreSQL, on a real copy: the WAL that they take along, and what they leave behind. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, run } from '../../local/command.mjs';
import { until } from '../../local/eventually.mjs';
import { postgresUser } from '../../local/stores/postgres-user.mjs';
import { testProgram } from '../../local/test/program.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { postgresPrograms } from './test/postgres-programs.mjs';

const binaries = testProgram(postgresPrograms(15), 'PostgreSQL 15 or newer');
const user = postgresUser();
const dir = temporaryFolder('restore');
const copy = join(dir, 'copy');

/** A folder of PostgreSQL's user. @param {string} path */
function folder(path) {
  mkdirSync(path, { recursive: true });
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}

/** The data folder of a server in a volume of its own. @param {string} name */
const dataOf = (name) => join(folder(join(dir, name)), '18', 'docker');

const env = {
  PATH: `${binaries}:${process.env.PATH}`,
  BACKUP_DIR: copy,
  PGDATA: dataOf('first'),
  PGHOST: dir,
  HBA_FILE: join(dir, 'pg_hba.conf'),
  REPLICATION_PASSWORD_FILE: join(dir, 'password'),
};

/** @param {string} script @param {Record<string, string>} [more] @param {string[]} [args] */
const program = (script, more, args = []) =>
  run('bash', [join(import.meta.dirname, script), ...args], { ...user, env: { ...env, ...more } });

/** @param {string} data @param {string[]} args */
const pgCtl = (data, args) =>
  mustRun('pg_ctl failed.', join(binaries ?? '', 'pg_ctl'), ['--pgdata', data, '--wait', ...args], { ...user, env });

/** @param {string} data */
const start = (data) =>
  pgCtl(data, [
    ...['--log', join(data, '..', 'server.log'), '--options'],
    `-c listen_addresses='' -c unix_socket_directories=${dir} -c hba_file=${env.HBA_FILE} -c hot_standby=off`,
    'start',
  ]);

/** @param {string} sql @param {string} [database] */
async function ask(sql, database = 'duet') {
  const args = ['--no-psqlrc', '--username=duet_admin', `--dbname=${database}`, '--tuples-only', '--no-align'];
  const { stdout } = await mustRun('psql failed.', join(binaries ?? '', 'psql'), [...args, '--command', sql], { env });
  return stdout.trim();
}

const isReady = join(binaries ?? '', 'pg_isready');

const walOfCopy = () =>
  readdirSync(join(copy, 'postgres', 'wal'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[0-9A-F]{24}/.test(name),
  );

/** The time as in the name of a base backup. @param {Date} time */
const secondOf = (time) => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Fills some segments, and waits until the copy has all of them. */
async function fillSegments() {
  for (let segment = 0; segment < 3; segment += 1)
    await ask('INSERT INTO texts DEFAULT VALUES; SELECT pg_switch_wal()');
  const place = await ask('SELECT pg_current_wal_flush_lsn()');
  await until(
    'the copy has all WAL',
    async () =>
      (await ask(`SELECT restart_lsn >= '${place}'::pg_lsn FROM pg_replication_slots`)) === 't' &&
      readdirSync(join(copy, 'postgres', 'base')).some((name) => name.endsWith('Z')),
    60_000,
  );
}

(binaries ? describe : describe.skip)('a restore of PostgreSQL', () => {
  beforeAll(async () => {
    folder(copy);
    if (user) chownSync(dir, user.uid, user.gid);
    writeFileSync(env.HBA_FILE, 'local all all trust\nlocal replication all trust\n', { mode: 0o644 });
    writeFileSync(env.REPLICATION_PASSWORD_FILE, 'none', { mode: 0o644 });
    const initdb = ['--pgdata', env.PGDATA, '--username=duet_admin', '--auth=trust', '--encoding=UTF8'];
    await mustRun('initdb failed.', join(binaries ?? '', 'initdb'), initdb, { ...user, env });
    await start(env.PGDATA);
    await ask('CREATE ROLE duet_replication LOGIN REPLICATION', 'postgres');
    await ask('CREATE DATABASE duet', 'postgres');
    await ask('CREATE TABLE texts (id int GENERATED ALWAYS AS IDENTITY)');
    const keeping = spawn('bash', [join(import.meta.dirname, 'postgres.sh'), 'keep'], { ...user, env, detached: true });
    const ended = once(keeping, 'exit');
    await until('the copy is connected', async () => (await ask('SELECT active FROM pg_replication_slots')) === 't');
    await fillSegments();
    // The older base backup still needs the segments so far. The name of a base backup is its second.
    const [older = ''] = readdirSync(join(copy, 'postgres', 'base'));
    await until('the next base backup has a name of its own', async () => secondOf(new Date()) > older);
    expect((await program('postgres.sh', {}, ['base'])).code).toBe(0);
    await fillSegments();
    if (keeping.pid) process.kill(-keeping.pid, 'SIGTERM');
    await ended;
    await pgCtl(env.PGDATA, ['--mode', 'immediate', 'stop']);
  }, 120_000);

  afterAll(async () => {
    for (const name of ['first', 'second'])
      await run(join(binaries ?? '', 'pg_ctl'), ['--pgdata', dataOf(name), '--mode', 'immediate', 'stop'], {
        ...user,
        env,
      });
  });

  it('takes the WAL from the start of its base backup on, and removes it after the recovery', async () => {
    const data = dataOf('second');
    const { output } = await program('restore-postgres.sh', { PGDATA: data });
    const wal = join(data, '..', 'restore-wal');
    const taken = readdirSync(wal);
    expect(output).toContain(`and ${taken.length} WAL files lie ready`);
    expect(taken.length).toBeGreaterThan(2);
    expect(taken.length).toBeLessThan(walOfCopy().length - 2);
    await start(data);
    await until('all WAL is replayed', async () => (await run(isReady, [], { env })).code === 0);
    expect(await ask('SELECT count(*) FROM texts')).toBe('6');
    expect(existsSync(wal)).toBe(false);
    await pgCtl(data, ['--mode', 'fast', 'stop']);
  }, 60_000);

  it('that is tested leaves no database behind, whether it succeeds or fails', async () => {
    const data = dataOf('tested');
    const beside = { PGDATA: data, PGHOST: folder(join(dir, 'socket')) };
    const failed = await program('test-restore.sh', { ...beside, HBA_FILE: '/nowhere' });
    expect([failed.code, readdirSync(join(data, '..'))]).toEqual([1, []]);
    const { code, output } = await program('test-restore.sh', beside);
    expect([code, output]).toEqual([0, expect.stringMatching(/newest transaction is of \d{4}-/)]);
    expect(readdirSync(join(data, '..'))).toEqual([]);
    expect(existsSync(join(copy, 'postgres', 'restore-tested'))).toBe(true);
  }, 60_000);

  it('that is tested neither replaces nor removes a database that is there', async () => {
    const { code, output } = await program('test-restore.sh');
    expect([code, output]).toEqual([1, expect.stringContaining('There is a database already')]);
    expect(existsSync(join(env.PGDATA, 'PG_VERSION'))).toBe(true);
  });
});
