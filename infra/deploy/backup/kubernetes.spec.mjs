/*
 * Backup and restore of the single-node overlay: the commands and variables of its rendered pods, run against a real
 * PostgreSQL with the migrated schema, S3 and age. Everything is lost, then restored from the encrypted copy alone.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client } from 'minio';
import pg from 'pg';
import { mustRun, run } from '../../local/command.mjs';
import { debianProgram } from '../../local/debian.mjs';
import { until } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { freePort } from '../../local/ports.mjs';
import { nodeBinary } from '../../local/runtime.mjs';
import { postgresUser } from '../../local/stores/postgres-user.mjs';
import { testProgram } from '../../local/test/program.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { postgresPrograms } from './test/postgres-programs.mjs';
import { runContainer, startContainer } from './test/rendered-pods.mjs';

const SLOW = 120_000;

/** Not older, as the schemas need. */
const binaries = testProgram(postgresPrograms(16), 'PostgreSQL 16 or newer');
const age = testProgram(await debianProgram('age', 'age'), 'age');

const s3 = {
  endpoint: new URL(process.env.S3_ENDPOINT ?? ''),
  login: { accessKey: process.env.S3_ACCESS_KEY ?? '', secretKey: process.env.S3_SECRET_KEY ?? '' },
};
const store = new Client({
  endPoint: s3.endpoint.hostname,
  port: Number(s3.endpoint.port),
  useSSL: false,
  ...s3.login,
});
const [media, offsite] = [`media-${randomUUID()}`, `offsite-${randomUUID()}`];
const dir = temporaryFolder('kubernetes-backup');
const user = postgresUser();
const data = join(dir, 'volume', '18', 'docker');

/** @type {import('./test/rendered-pods.mjs').Machine} */
let machine;
/** @type {(() => Promise<void>)[]} */
let stops = [];

/** A folder of the pods' user. @param {string} path */
function folder(path) {
  mkdirSync(path, { recursive: true });
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}

/** @param {...string} args */
const pgCtl = (...args) =>
  mustRun('pg_ctl failed.', join(binaries ?? '', 'pg_ctl'), ['--pgdata', data, '--wait', ...args], {
    ...user,
    env: machine.env,
  });

/** With the settings that the component adds to the StatefulSet. */
const startPostgres = () =>
  pgCtl(
    '--log',
    join(dir, 'postgres.log'),
    '--options',
    `-c hba_file=${machine.env.HBA_FILE} -c max_slot_wal_keep_size=8GB -c listen_addresses=127.0.0.1 -c unix_socket_directories=${machine.env.PGHOST_SOCKET}`,
    'start',
  );

/** @param {string} sql @param {unknown[]} [values] @returns {Promise<any[]>} */
async function ask(sql, values) {
  const url = new URL(readFileSync(join(machine.secrets, 'database', 'ADMIN_DATABASE_URL'), 'utf8'));
  url.pathname = '/duet';
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** @param {string} name @returns {Promise<string>} the id */
async function addAccount(name) {
  const id = randomUUID();
  await ask(
    `INSERT INTO auth.users (id, first_name, last_name, username, username_key, email, email_key, password_hash, version, created_at)
     VALUES ($1, $2, 'Drill', $2, $2, $2 || '@drill.example', $2 || '@drill.example', '-', 1, now())`,
    [id, name],
  );
  return id;
}

const accounts = async () =>
  (await ask('SELECT username FROM auth.users ORDER BY username')).map((row) => row.username);

/** Stores an object as media does. @param {string} name @param {Buffer} bytes */
async function addObject(name, bytes) {
  await store.putObject(media, name, bytes, bytes.length);
  await ask('INSERT INTO media.object_journal (name, removed) VALUES ($1, false)', [name]);
}

/** @param {string} bucket @returns {Promise<string[]>} */
async function namesIn(bucket) {
  const names = [];
  for await (const { name } of store.listObjectsV2(bucket, '', true)) if (name) names.push(name);
  return names.toSorted();
}

/** Waits until all that is stored now has reached the copy, and all of the copy the bucket elsewhere. @param {string[]} objects */
async function untilCopied(objects) {
  const [{ place }] = await ask('SELECT pg_current_wal_flush_lsn() AS place');
  await until(
    'the copy has a base backup, all WAL and the objects',
    async () => {
      const [slot] = await ask(
        "SELECT restart_lsn >= $1::pg_lsn AS is_there FROM pg_replication_slots WHERE slot_name = 'duet_backup'",
        [place],
      );
      const index = join(machine.copy, 'objects', 'index.json');
      const known = existsSync(index) ? Object.keys(JSON.parse(readFileSync(index, 'utf8'))) : [];
      const bases = readdirSync(join(machine.copy, 'postgres', 'base'));
      return (
        slot?.is_there && objects.every((name) => known.includes(name)) && bases.some((name) => /^\w+Z$/.test(name))
      );
    },
    SLOW,
  );
  await until(
    'the bucket elsewhere has it',
    () => {
      const state = join(machine.copy, 'offsite.json');
      if (!existsSync(state)) return false;
      const uploaded = JSON.parse(readFileSync(state, 'utf8'));
      return readdirSync(machine.copy, { recursive: true, encoding: 'utf8' })
        .filter((path) => /^postgres\/(base|wal)\/.*\/\w|^objects\/(data\/|index)/.test(path) && !path.includes('.new'))
        .filter((path) => statSync(join(machine.copy, path)).isFile())
        .every((path) => uploaded[path]?.version.endsWith(` ${statSync(join(machine.copy, path)).mtimeMs}`));
    },
    SLOW,
  );
}

/** Loses all objects but the erasures, then runs both Jobs. @param {string} restoreTo @returns {Promise<string>} what they print */
async function restore(restoreTo) {
  await run(join(binaries ?? '', 'pg_ctl'), ['--pgdata', data, '--mode', 'immediate', 'stop'], {
    ...user,
    env: machine.env,
  });
  for (const name of await namesIn(media)) if (!name.startsWith('erased-user-')) await store.removeObject(media, name);
  const job = { ...machine, env: { ...machine.env, RESTORE_TO: restoreTo } };
  const fetched = await runContainer('restore', 'fetch', job);
  const restored = await runContainer('restore', 'restore', job);
  await startPostgres();
  const objects = await runContainer('restore-objects', 'objects', job);
  return [fetched, restored, objects, await runContainer('restore-objects', 'restore-objects', job)].join('');
}

/** Generates the Secrets as the documentation says, for stores on this machine. @param {number} port */
async function makeSecrets(port) {
  const secrets = join(dir, 'secrets');
  await mustRun('The secrets could not be made.', nodeBinary(), [join(ROOT, 'infra/deploy/compose/secrets.mjs')], {
    env: {
      PATH: process.env.PATH,
      SECRETS_DIR: secrets,
      SMTP_URL: 'smtps://mail.example.org',
      S3_ACCESS_KEY: s3.login.accessKey,
      S3_SECRET_KEY: s3.login.secretKey,
      OFFSITE_S3_ACCESS_KEY: s3.login.accessKey,
      OFFSITE_S3_SECRET_KEY: s3.login.secretKey,
    },
  });
  // The kubelet gives each pod its own folder; here all processes read the operator's.
  for (const folderName of readdirSync(secrets)) chmodSync(join(secrets, folderName), 0o755);
  for (const path of readdirSync(secrets, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('DATABASE_URL')) continue;
    const file = join(secrets, path);
    chmodSync(file, 0o644);
    writeFileSync(file, readFileSync(file, 'utf8').replace('@postgres:5432/', `@127.0.0.1:${port}/`));
  }
  return secrets;
}

/** A key pair; the identity lies where only a restore finds it. @param {string} file @returns {Promise<string>} the recipient */
async function makeIdentity(file) {
  const { output } = await mustRun('age-keygen failed.', join(dirname(age ?? ''), 'age-keygen'), ['-o', file]);
  chmodSync(file, 0o644);
  return /age1\w+/.exec(output)?.[0] ?? '';
}

(binaries && age ? describe : describe.skip)('the backup of a single node', () => {
  beforeAll(async () => {
    const port = await freePort();
    const secrets = await makeSecrets(port);
    const recipient = await makeIdentity(join(secrets, 'restore', 'AGE_IDENTITY'));
    const socket = folder(join(dir, 'socket'));
    const [S3_ENDPOINT, S3_BUCKET] = [s3.endpoint.href, media];
    machine = {
      copy: folder(join(dir, 'copy')),
      secrets,
      user: user ?? {},
      env: {
        PATH: `${binaries}:${dirname(age ?? '')}:${process.env.PATH}`,
        ...{ PGHOST: '127.0.0.1', PGPORT: String(port), PGDATA: data, PGHOST_SOCKET: socket },
        HBA_FILE: join(ROOT, 'k8s', 'components', 'backup', 'pg_hba.conf'),
        ...{ S3_ENDPOINT, S3_BUCKET, OFFSITE_S3_ENDPOINT: S3_ENDPOINT, OFFSITE_S3_BUCKET: offsite },
        ...{ AGE_RECIPIENT: recipient, BACKUP_SECONDS: '1', OFFSITE_SECONDS: '1', OPS_PORT: String(await freePort()) },
      },
    };
    for (const bucket of [media, offsite]) await store.makeBucket(bucket);
    folder(join(dir, 'volume'));
    await mustRun(
      'initdb failed.',
      join(binaries ?? '', 'initdb'),
      [
        '--pgdata',
        data,
        '--username=duet_admin',
        `--pwfile=${join(secrets, 'postgres', 'password')}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
      ],
      { ...user, env: machine.env },
    );
    writeFileSync(join(dir, 'postgres.log'), '', { mode: 0o666 });
    if (user) chownSync(join(dir, 'postgres.log'), user.uid, user.gid);
    await startPostgres();
    await runContainer('database', 'database', machine);
    for (const service of ['auth', 'media', 'messaging']) await runContainer(service, 'migrations', machine);
    await runContainer('backup-reader', 'backup-reader', machine);
    stops = ['postgres', 'objects', 'offsite'].map((name) => startContainer('backup', name, machine));
  }, SLOW);

  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()));
    if (binaries && machine)
      await run(join(binaries, 'pg_ctl'), ['--pgdata', data, '--mode', 'immediate', 'stop'], {
        ...user,
        env: machine.env,
      });
    rmSync(dir, { recursive: true, force: true });
  });

  it(
    'restores everything from the encrypted copy alone, and whoever was erased stays erased',
    async () => {
      const [picture, later] = [Buffer.alloc(300_000, 'picture'), Buffer.alloc(20_000, 'later')];
      await addAccount('mia');
      const ben = await addAccount('ben');
      await addObject('media/picture', picture);
      await untilCopied(['media/picture']);
      const [{ before }] = await ask('SELECT now()::text AS before');
      // Media and auth do this when an account is deleted.
      await ask('DELETE FROM auth.users WHERE id = $1', [ben]);
      await store.putObject(media, `erased-user-${ben}`, '{}');
      await addAccount('ada');
      await addObject('media/later', later);
      await untilCopied(['media/picture', 'media/later', `erased-user-${ben}`]);

      expect(await testRestore()).toMatch(/newest transaction is of \d{4}-/);
      for (const name of await namesIn(offsite)) {
        const start = await buffer(await store.getPartialObject(offsite, name, 0, 21));
        expect(start.toString()).toBe('age-encryption.org/v1');
      }
      await Promise.all(stops.map((stop) => stop()));
      stops = [];
      await pgCtl('--mode', 'immediate', 'stop');
      rmSync(machine.copy, { recursive: true });
      folder(machine.copy);

      // A new installation with the same bucket must not overwrite it.
      await expect(runContainer('backup', 'offsite', machine)).rejects.toThrow(/has a copy that is not from here/);
      await expect(runContainer('restore', 'fetch', await withStrangersKey())).rejects.toThrow(/age ended with 1/);

      rmSync(join(dir, 'volume'), { recursive: true });
      folder(join(dir, 'volume'));
      expect(await restore('')).toMatch(/files fetched and decrypted/);
      expect(await accounts()).toEqual(['ada', 'mia']);
      expect(await buffer(await store.getObject(media, 'media/picture'))).toEqual(picture);
      expect(await buffer(await store.getObject(media, 'media/later'))).toEqual(later);

      expect(await restore(before)).toMatch(/1 erasures applied, 1 of them to accounts/);
      expect(await accounts()).toEqual(['mia']);
      expect(
        await ask("SELECT envelope ->> 'key' AS key FROM auth.outbox WHERE envelope ->> 'name' = 'user.deleted'"),
      ).toEqual([{ key: ben }]);
    },
    5 * SLOW,
  );
});

/** Restores the copy beside the running server. @returns {Promise<string>} what the job prints */
async function testRestore() {
  const socket = folder(join(dir, 'tested'));
  const beside = { PGDATA: join(socket, '18', 'docker'), PGHOST: socket, PGPORT: String(await freePort()) };
  return runContainer('test-restore', 'test-restore', { ...machine, env: { ...machine.env, ...beside } });
}

/** A restore with the key of somebody else. */
async function withStrangersKey() {
  const secrets = join(dir, 'strangers');
  mkdirSync(join(secrets, 'restore'), { recursive: true });
  await makeIdentity(join(secrets, 'restore', 'AGE_IDENTITY'));
  for (const name of ['OFFSITE_S3_ACCESS_KEY', 'OFFSITE_S3_SECRET_KEY'])
    writeFileSync(join(secrets, 'restore', name), readFileSync(join(machine.secrets, 'restore', name)));
  return { ...machine, secrets };
}
