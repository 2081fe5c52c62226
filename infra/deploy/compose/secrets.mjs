/*
 * A one-shot of docker-compose.yml: generates every secret of the installation at its first run and gives each process its
 * own, as files in a volume that only that process mounts. A second run changes nothing.
 *
 *   docker compose run --rm secrets rotate NAME    a new secret; a new sealing key opens what the previous one sealed
 *   docker compose run --rm secrets drop NAME      removes the previous sealing key, or the former signing keys
 *
 * The runbook has the names, and what has to follow each.
 * Values of the environment (`.env`) win: S3_ACCESS_KEY and S3_SECRET_KEY of an S3 elsewhere, SMTP_URL. SECRETS_DIR makes
 * them for Kubernetes, with OFFSITE_S3_ACCESS_KEY and OFFSITE_S3_SECRET_KEY of the bucket for backups. The addresses and
 * logins of stores elsewhere in such a folder stay where the environment is silent.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { secretsOf, vapidKey } from '../../local/secrets.mjs';
import { PROCESSES, SERVICES } from '../../processes.mjs';
import { forget, remembered, rename } from './forget.mjs';
import { redisUsers } from './redis-users.mjs';
import { dropFormerKeys, rotateSigningKey, signingKeys } from './signing-keys.mjs';

const ROOT = process.env.SECRETS_DIR ?? '/secrets';
const ALL = join(ROOT, 'all');

/** Secrets that a new one replaces at once, by the name that an operator types. @type {Record<string, (name: string) => boolean>} */
const REPLACED = {
  passwords: (name) => /^(postgres|nats|redis) (?!admin)/.test(name),
  'admin-password': (name) => name === 'postgres admin',
  's3-key': (name) => name === 's3',
  'link-secret': (name) => name === 'media links',
  'push-key': (name) => name === 'push',
};

/** Keys that seal what is stored. The previous one still opens until it is dropped. @type {Record<string, string>} */
const SEALING = { 'second-factor-key': 'second factor', 'media-key': 'media key', 'report-key': 'report key' };

/** The name of a previous sealing key. @param {string} name */
const previous = (name) => `${name} before`;

/** Writes a file that every user can read; only its process mounts the volume, and only the operator enters a folder for Kubernetes. @param {string} owner @param {string} name @param {string} value */
function give(owner, name, value) {
  const path = join(ROOT, owner, name);
  mkdirSync(dirname(path), { recursive: true });
  if (process.env.SECRETS_DIR) chmodSync(dirname(path), 0o700);
  writeFileSync(`${path}.new`, value);
  chmodSync(`${path}.new`, 0o444);
  renameSync(`${path}.new`, path);
}

/** The value that a folder for Kubernetes has already. Compose has no files to edit, and its own hosts. @param {string} owner @param {string} name */
function given(owner, name) {
  const path = join(ROOT, owner, name);
  return process.env.SECRETS_DIR && existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Whether this run replaces a secret. @param {string} name */
const isRotated = (name) => process.argv[2] === 'rotate' && Boolean(REPLACED[process.argv[3] ?? '']?.(name));

/**
 * Gives the address of a store with a login. An address that is there may have been edited: only its password is replaced, by a
 * rotation, and only where the login is ours. @param {string} owner @param {string} name @param {string} url @param {string} word the name of the secret
 */
function giveAddress(owner, name, url, word) {
  const before = given(owner, name);
  const { username, password } = new URL(url);
  const login = new RegExp(`(//${username}:)[^@/]*@`, 'g');
  const kept = isRotated(word) ? before.replaceAll(login, `$1${password}@`) : before;
  give(owner, name, kept || url);
}

/** @param {(name: string) => string} secret */
const adminUrl = (secret) => `postgresql://duet_admin:${secret('postgres admin')}@postgres:5432/postgres`;

/** @param {(name: string) => string} secret */
function giveDatabase(secret) {
  give('postgres', 'password', secret('postgres admin'));
  give('postgres', 'password.sql', `ALTER ROLE duet_admin PASSWORD '${secret('postgres admin')}';\n`);
  giveAddress('database', 'ADMIN_DATABASE_URL', adminUrl(secret), 'postgres admin');
  for (const owner of ['replication', 'database']) give(owner, 'REPLICATION_PASSWORD', secret('postgres replication'));
  for (const name of SERVICES) {
    const url = `postgresql://duet_${name}:${secret(`postgres ${name}`)}@postgres:5432/duet`;
    giveAddress(name, 'DATABASE_URL', url, `postgres ${name}`);
    giveAddress('database', `${name.toUpperCase()}_DATABASE_URL`, url, `postgres ${name}`);
  }
}

/** @param {(name: string) => string} secret */
function giveBus(secret) {
  for (const name of PROCESSES)
    giveAddress(name, 'NATS_URL', `nats://${name}:${secret(`nats ${name}`)}@nats:4222`, `nats ${name}`);
  give(
    'nats',
    'passwords.conf',
    PROCESSES.map((name) => `DUET_NATS_${name.toUpperCase()}: "${secret(`nats ${name}`)}"\n`).join(''),
  );
}

/** @param {(name: string) => string} secret */
function giveRedis(secret) {
  give(
    'redis',
    'users.acl',
    redisUsers((name) => secret(`redis ${name}`)),
  );
  for (const name of ['gateway', 'realtime'])
    giveAddress(name, 'REDIS_URL', `redis://${name}:${secret(`redis ${name}`)}@redis:6379`, `redis ${name}`);
}

/** Jobs of Kubernetes that erase again after a restore, of a single node and of the production overlay. */
const RESTORES = ['restore-objects', 'restore-erasures'];

/** The access key of an S3 of the installation's own. */
const OWN_KEY = 'duet-media';

/** @param {(name: string) => string} secret */
function giveObjects(secret) {
  const accessKey = process.env.S3_ACCESS_KEY || given('media', 'S3_ACCESS_KEY') || OWN_KEY;
  const before = isRotated('s3') && accessKey === OWN_KEY ? '' : given('media', 'S3_SECRET_KEY');
  const secretKey = process.env.S3_SECRET_KEY || before || secret('s3');
  const kubernetes = process.env.SECRETS_DIR ? ['backup', ...RESTORES] : [];
  for (const owner of ['s3', 'media', ...kubernetes]) {
    give(owner, 'S3_ACCESS_KEY', accessKey);
    give(owner, 'S3_SECRET_KEY', secretKey);
  }
  const identity = {
    name: 'media',
    credentials: [{ accessKey, secretKey }],
    actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
  };
  give('s3', 's3.json', JSON.stringify({ identities: [identity] }));
}

/** Kubernetes has a backup of its own; the bucket elsewhere has its own login. @param {(name: string) => string} secret */
function giveBackup(secret) {
  const journal = `postgresql://duet_backup:${secret('postgres backup')}@postgres:5432/duet`;
  give('backup', 'REPLICATION_PASSWORD', secret('postgres replication'));
  for (const owner of ['backup', 'backup-reader'])
    giveAddress(owner, 'JOURNAL_DATABASE_URL', journal, 'postgres backup');
  for (const owner of ['backup-reader', ...RESTORES])
    giveAddress(owner, 'ADMIN_DATABASE_URL', adminUrl(secret), 'postgres admin');
  for (const name of ['OFFSITE_S3_ACCESS_KEY', 'OFFSITE_S3_SECRET_KEY'])
    for (const owner of ['backup', 'restore']) give(owner, name, process.env[name] || given('backup', name));
}

/** @param {ReturnType<typeof secretsOf>} secret */
function giveKeys(secret) {
  const { privateKey, publicKeys } = signingKeys(ALL);
  give('auth', 'JWT_PRIVATE_KEY', privateKey);
  give(
    'auth',
    'SECOND_FACTOR_KEY',
    [secret('second factor'), ...remembered(ALL, previous('second factor'))].join('\n'),
  );
  give('auth', 'VAPID_PRIVATE_KEY', secret('push', vapidKey));
  give('media', 'MEDIA_LINK_SECRET', secret('media links'));
  give('media', 'MEDIA_KEY', [secret('media key'), ...remembered(ALL, previous('media key'))].join('\n'));
  give('pairing', 'REPORT_KEY', [secret('report key'), ...remembered(ALL, previous('report key'))].join('\n'));
  for (const name of PROCESSES) give(name, 'JWT_PUBLIC_KEYS', publicKeys);
}

/** @param {string | undefined} verb @param {string} what */
function change(verb, what) {
  const [replaced, sealing] = [REPLACED[what], SEALING[what]];
  if (verb === undefined) return;
  if (verb === 'rotate' && replaced) forget(ALL, replaced);
  else if (verb === 'rotate' && what === 'signing-key') rotateSigningKey(ALL);
  else if (verb === 'drop' && what === 'signing-key') dropFormerKeys(ALL);
  else if (verb === 'rotate' && sealing) rename(ALL, sealing, previous(sealing));
  else if (verb === 'drop' && sealing) forget(ALL, (name) => name === previous(sealing));
  else {
    const names = Object.keys(SEALING).join(' | ');
    throw new Error(
      `secrets takes nothing, or: rotate ${Object.keys(REPLACED).join(' | ')} | signing-key | ${names}, drop signing-key | ${names}`,
    );
  }
}

/** Files that every run writes, and whose secrets the stores already use. */
const USED = ['media/MEDIA_KEY', 'auth/SECOND_FACTOR_KEY', 'pairing/REPORT_KEY', 'postgres/password'];

/** New secrets beside stores that use the old ones would lose every stored object. @throws when the file of all secrets is lost */
function refuseLoss() {
  const used = USED.find((path) => existsSync(join(ROOT, path)));
  if (used && !existsSync(join(ALL, 'secrets.json')))
    throw new Error(
      `all/secrets.json is missing, but ${used} is there, so this installation has secrets already. Restore the folder all (in Compose the volume duet_secrets-all) from its copy: docs/operations/runbook.md, "Rotate passwords and keys".`,
    );
}

// A folder is for Kubernetes, where no mail catcher runs.
const smtpUrl = process.env.SMTP_URL || given('auth', 'SMTP_URL');
if (process.env.SECRETS_DIR && !smtpUrl)
  throw new Error('SMTP_URL is missing: the address of a mail server, such as smtps://login:password@mail.example.org');
refuseLoss();
mkdirSync(ALL, { recursive: true });
chmodSync(ALL, 0o700);
change(process.argv[2], process.argv[3] ?? '');
const secret = secretsOf(ALL);
giveDatabase(secret);
giveBus(secret);
giveRedis(secret);
giveObjects(secret);
giveKeys(secret);
if (process.env.SECRETS_DIR) giveBackup(secret);
// It may contain a login. Compose has a mail catcher.
give('auth', 'SMTP_URL', smtpUrl || 'smtp://mail:1025');
process.stdout.write('All secrets are in place.\n');
