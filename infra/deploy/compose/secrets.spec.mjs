import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../local/command.mjs';
import { thumbprint } from '../../local/secrets.mjs';
import { rotateSigningKey, signingKeys } from './signing-keys.mjs';

const HOUR = 60 * 60 * 1_000;
/** @type {string} */
let dir;

beforeEach(() => {
  dir = mkdtempSync(join(process.env.TEST_STORES_DIR ?? tmpdir(), 'secrets-'));
});

/** @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
const make = (args = [], env = {}) =>
  run(process.execPath, [join(import.meta.dirname, 'secrets.mjs'), ...args], {
    env: { PATH: process.env.PATH, SECRETS_DIR: dir, SMTP_URL: 'smtps://mail.example.org', ...env },
  });

/** @param {string} path */
const secret = (path) => readFileSync(join(dir, path), 'utf8');

/** @param {string} set @returns {string[]} */
const kidsOf = (set) => JSON.parse(set).keys.map((/** @type {{kid: string}} */ { kid }) => kid);

const publicKeys = () => kidsOf(secret('gateway/JWT_PUBLIC_KEYS'));

const LASTING = [
  'postgres/password',
  'auth/SECOND_FACTOR_KEY',
  'auth/VAPID_PRIVATE_KEY',
  'media/MEDIA_LINK_SECRET',
  'media/MEDIA_KEY',
  'pairing/REPORT_KEY',
  'media/S3_SECRET_KEY',
  'auth/JWT_PRIVATE_KEY',
];
const PASSWORDS = [
  'auth/DATABASE_URL',
  'media/NATS_URL',
  'gateway/REDIS_URL',
  'nats/passwords.conf',
  'redis/users.acl',
];

describe('the secrets of an installation', () => {
  it('are generated once, and are the same at both ends', async () => {
    expect((await make()).code).toBe(0);
    const before = [...LASTING, ...PASSWORDS].map(secret);
    await make();
    expect([...LASTING, ...PASSWORDS].map(secret)).toEqual(before);
    expect(secret('database/AUTH_DATABASE_URL')).toBe(secret('auth/DATABASE_URL'));
    expect(secret('nats/passwords.conf')).toContain(`"${new URL(secret('media/NATS_URL')).password}"`);
    expect(new Set([...LASTING, ...PASSWORDS].map(secret)).size).toBe(LASTING.length + PASSWORDS.length);
    for (const path of ['all/secrets.json', 'all', 'media']) expect(statSync(join(dir, path)).mode & 0o077).toBe(0);
  });

  it('are not replaced when only the file of all secrets is lost', async () => {
    await make();
    const before = [...LASTING, ...PASSWORDS].map(secret);
    const all = secret('all/secrets.json');
    rmSync(join(dir, 'all/secrets.json'));
    for (const args of [[], ['rotate', 'passwords']]) {
      const { code, output } = await make(args);
      expect([code, output]).toEqual([1, expect.stringMatching(/all\/secrets\.json is missing, but media\/MEDIA_KEY/)]);
    }
    expect([...LASTING, ...PASSWORDS].map(secret)).toEqual(before);
    writeFileSync(join(dir, 'all/secrets.json'), all);
    expect((await make()).code).toBe(0);
    expect([...LASTING, ...PASSWORDS].map(secret)).toEqual(before);
  });

  it('are put together again from the files of the processes', async () => {
    await make();
    const kept = [...LASTING.slice(0, 6)];
    const before = kept.map(secret);
    const rebuilt = Object.fromEntries(
      ['postgres admin', 'second factor', 'push', 'media links', 'media key', 'report key'].map((name, index) => [
        name,
        before[index],
      ]),
    );
    writeFileSync(join(dir, 'all/secrets.json'), JSON.stringify(rebuilt));
    expect((await make()).code).toBe(0);
    expect(kept.map(secret)).toEqual(before);
  });

  it('change only where new passwords are requested', async () => {
    await make();
    const [passwords, lasting] = [PASSWORDS.map(secret), LASTING.map(secret)];
    await make(['rotate', 'passwords']);
    for (const [index, path] of PASSWORDS.entries()) expect(secret(path)).not.toBe(passwords[index]);
    expect(LASTING.map(secret)).toEqual(lasting);
  });

  it('sign with a new key, and verify with the old one until everything that it signed has expired', async () => {
    await make();
    const [first] = publicKeys();
    await make(['rotate', 'signing-key']);
    const [second, ...older] = publicKeys();
    expect(older).toEqual([first]);
    expect(
      thumbprint(createPublicKey(createPrivateKey(secret('auth/JWT_PRIVATE_KEY'))).export({ format: 'jwk' })),
    ).toBe(second);
    const later = Date.now() + HOUR;
    expect(kidsOf(signingKeys(join(dir, 'all'), later).publicKeys)).toEqual([second]);
    rotateSigningKey(join(dir, 'all'), later);
    const kept = kidsOf(signingKeys(join(dir, 'all'), later).publicKeys);
    expect(kept).toHaveLength(2);
    expect(kept[1]).toBe(second);
  });

  it('no longer verify with the old key once it is dropped', async () => {
    await make();
    await make(['rotate', 'signing-key']);
    const [second] = publicKeys();
    const signing = secret('auth/JWT_PRIVATE_KEY');
    for (let times = 0; times < 2; times += 1) {
      expect((await make(['drop', 'signing-key'])).code).toBe(0);
      expect([publicKeys(), secret('auth/JWT_PRIVATE_KEY')]).toEqual([[second], signing]);
    }
  });

  it.each([
    ['admin-password', ['postgres/password', 'postgres/password.sql', 'database/ADMIN_DATABASE_URL']],
    ['s3-key', ['media/S3_SECRET_KEY', 's3/S3_SECRET_KEY', 's3/s3.json']],
    ['link-secret', ['media/MEDIA_LINK_SECRET']],
  ])('replace the %s, and nothing else', async (word, paths) => {
    await make();
    const others = [...LASTING, ...PASSWORDS].filter((path) => !paths.includes(path));
    const [before, kept] = [paths.map(secret), others.map(secret)];
    expect((await make(['rotate', word])).code).toBe(0);
    for (const [index, path] of paths.entries()) expect(secret(path)).not.toBe(before[index]);
    expect(others.map(secret)).toEqual(kept);
  });

  it('replace the push key on request', async () => {
    await make();
    const [before, others] = [secret('auth/VAPID_PRIVATE_KEY'), secret('auth/SECOND_FACTOR_KEY')];
    expect(before).toMatch(/^[\w-]{43}$/);
    await make(['rotate', 'push-key']);
    expect(secret('auth/VAPID_PRIVATE_KEY')).toMatch(/^[\w-]{43}$/);
    expect(secret('auth/VAPID_PRIVATE_KEY')).not.toBe(before);
    expect(secret('auth/SECOND_FACTOR_KEY')).toBe(others);
  });

  it.each([
    ['auth/SECOND_FACTOR_KEY', 'second-factor-key'],
    ['media/MEDIA_KEY', 'media-key'],
    ['pairing/REPORT_KEY', 'report-key'],
  ])('seal with a new %s, and open with the previous one until it is dropped', async (path, word) => {
    await make();
    const before = secret(path);
    await make(['rotate', word]);
    const [current, previous, ...more] = secret(path).split('\n');
    expect([previous, more]).toEqual([before, []]);
    expect(current).toMatch(/^[\w-]{32}$/);
    expect(current).not.toBe(before);
    await make();
    expect(secret(path)).toBe(`${current}\n${previous}`);
    expect((await make(['rotate', word])).code).toBe(1);
    await make(['drop', word]);
    expect(secret(path)).toBe(current);
  });

  it('are taken from the environment where it sets them', async () => {
    await make([], {
      S3_ACCESS_KEY: 'elsewhere',
      S3_SECRET_KEY: 'given from outside',
      SMTP_URL: 'smtps://user:word@mail.example',
    });
    expect(['media/S3_ACCESS_KEY', 'media/S3_SECRET_KEY', 'auth/SMTP_URL'].map(secret)).toEqual([
      'elsewhere',
      'given from outside',
      'smtps://user:word@mail.example',
    ]);
  });

  it('keep what a folder says about stores elsewhere, and get new passwords in its addresses', async () => {
    const given = {
      S3_ACCESS_KEY: 'elsewhere',
      S3_SECRET_KEY: 'given from outside',
      OFFSITE_S3_ACCESS_KEY: 'copy',
      OFFSITE_S3_SECRET_KEY: 'of the copy',
    };
    await make([], given);
    const edit = (/** @type {string} */ path, /** @type {(text: string) => string} */ change) => {
      const text = change(secret(path));
      rmSync(join(dir, path));
      writeFileSync(join(dir, path), text);
      return text;
    };
    const toTls = (/** @type {string} */ text) =>
      text.replace('@postgres:5432/duet', '@db.example.org:6432/duet?sslmode=verify-full');
    const addresses = ['auth/DATABASE_URL', 'database/AUTH_DATABASE_URL', 'backup/JOURNAL_DATABASE_URL'];
    const before = addresses.map((path) => edit(path, toTls));
    const bus = edit('media/NATS_URL', (text) => text.replace('nats://', 'tls://'));
    const redis = edit('gateway/REDIS_URL', () => 'rediss://default:theirs@cache.example.org:6380');
    const theirs = [
      'media/S3_ACCESS_KEY',
      'media/S3_SECRET_KEY',
      ...Object.keys(given)
        .slice(2)
        .map((name) => `backup/${name}`),
    ];

    expect((await make([], { SMTP_URL: '' })).code).toBe(0);
    expect(addresses.map(secret)).toEqual(before);
    expect([secret('media/NATS_URL'), secret('gateway/REDIS_URL')]).toEqual([bus, redis]);
    expect(theirs.map(secret)).toEqual(Object.values(given));
    expect(secret('auth/SMTP_URL')).toBe('smtps://mail.example.org');

    await make(['rotate', 'passwords']);
    for (const [index, path] of addresses.entries()) {
      expect(secret(path)).not.toBe(before[index]);
      expect(secret(path)).toMatch(
        /^postgresql:\/\/duet_\w+:[\w-]{32}@db\.example\.org:6432\/duet\?sslmode=verify-full$/,
      );
    }
    expect(secret('database/AUTH_DATABASE_URL')).toBe(secret('auth/DATABASE_URL'));
    expect(secret('nats/passwords.conf')).toContain(`"${new URL(secret('media/NATS_URL')).password}"`);
    expect(secret('media/NATS_URL')).toMatch(/^tls:/);
    expect(secret('gateway/REDIS_URL')).toBe(redis);
    await make(['rotate', 's3-key']);
    expect(theirs.map(secret)).toEqual(Object.values(given));
  });

  it('refuse unknown commands', async () => {
    expect((await make(['rotate', 'everything'])).code).toBe(1);
  });
});
