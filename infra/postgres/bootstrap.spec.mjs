import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { freePort } from '../local/ports.mjs';
import { SERVICES } from '../processes.mjs';
import { bootstrap, dropDatabase } from './bootstrap.mjs';

const adminUrl = process.env.ADMIN_DATABASE_URL ?? '';
const name = `test_bootstrap_${randomBytes(4).toString('hex')}`;
const options = { adminUrl, database: name, rolePrefix: `${name}_` };

/** @param {string} url @param {string} text */
async function query(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('database bootstrap', () => {
  /** @type {Record<string, string>} */
  let urls;
  beforeAll(async () => {
    urls = await bootstrap({ ...options, password: (service) => `secret of ${service}` });
    for (const service of SERVICES) await query(urls[service], 'CREATE TABLE things AS SELECT 1 AS one');
  });
  afterAll(() => dropDatabase(options));

  it.each(SERVICES)('lets %s work in its own schema, found without a name', async (service) => {
    expect(await query(urls[service], 'SELECT current_schema() AS schema, (SELECT one FROM things)')).toEqual([
      { schema: service, one: 1 },
    ]);
  });

  it.each(
    SERVICES.flatMap((service) => SERVICES.filter((other) => other !== service).map((other) => [service, other])),
  )('keeps %s out of %s', async (service, other) => {
    await expect(query(urls[service], `SELECT * FROM ${other}.things`)).rejects.toThrow(
      `permission denied for schema ${other}`,
    );
    await expect(query(urls[service], `CREATE TABLE ${other}.mine (id int)`)).rejects.toThrow(
      `permission denied for schema ${other}`,
    );
    await expect(query(urls[service], `SET ROLE "${name}_${other}"`)).rejects.toThrow('permission denied to set role');
  });

  it.each(SERVICES)('gives %s nothing beyond its schema', async (service) => {
    await expect(query(urls[service], 'CREATE TABLE public.mine (id int)')).rejects.toThrow(
      'permission denied for schema public',
    );
    await expect(query(urls[service], 'CREATE SCHEMA mine')).rejects.toThrow('permission denied for database');
    await expect(query(urls[service], 'CREATE ROLE mine')).rejects.toThrow('permission denied to create role');
    await expect(query(urls[service].replace(`secret%20of%20${service}`, 'wrong'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    );
  });

  it('makes a login that may replicate, and read no data', async () => {
    const role = pg.escapeIdentifier(`${name}_replication`);
    const password = (/** @type {string} */ service) => `secret of ${service}`;
    await bootstrap({ ...options, password, replicationPassword: 'secret of copies' });
    try {
      expect(
        await query(adminUrl, `SELECT rolreplication, rolsuper FROM pg_roles WHERE rolname = '${name}_replication'`),
      ).toEqual([{ rolreplication: true, rolsuper: false }]);
      const url = new URL(urls.auth);
      Object.assign(url, { username: `${name}_replication`, password: 'secret of copies' });
      await expect(query(url.href, 'SELECT')).rejects.toThrow('permission denied for database');
    } finally {
      await query(adminUrl, `REVOKE ALL ON DATABASE postgres FROM ${role}; DROP ROLE ${role}`);
    }
  });

  it('gives up a server that does not answer when its patience ends, and a wrong password at once', async () => {
    const nobody = new URL(adminUrl);
    nobody.port = String(await freePort());
    const password = () => 'secret';
    await expect(bootstrap({ ...options, password, adminUrl: nobody.href, patience: 1 })).rejects.toThrow();
    const wrong = new URL(adminUrl);
    wrong.password = 'wrong';
    await expect(bootstrap({ ...options, password, adminUrl: wrong.href, patience: 600_000 })).rejects.toThrow(
      'password authentication failed',
    );
  });

  it('refuses other roles', async () => {
    const stranger = { ...options, database: `${name}_2`, rolePrefix: `${name}_2_`, services: ['auth'] };
    const { auth } = await bootstrap({ ...stranger, password: () => 'stranger' });
    const url = new URL(auth);
    url.pathname = `/${name}`;
    try {
      await expect(query(url.href, 'SELECT 1')).rejects.toThrow('permission denied for database');
    } finally {
      await dropDatabase(stranger);
    }
  });

  it('can be repeated, also concurrently, keeps the data and sets new passwords', async () => {
    const again = () => bootstrap({ ...options, password: (service) => `new secret of ${service}` });
    const [renewed] = await Promise.all([again(), again()]);
    expect(await query(renewed.auth, 'SELECT one FROM things')).toEqual([{ one: 1 }]);
    await expect(query(urls.auth, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('works with an administrator without superuser rights', async () => {
    const admin = `${name}_admin`;
    await query(adminUrl, `CREATE ROLE ${admin} LOGIN CREATEDB CREATEROLE PASSWORD 'x'`);
    const url = new URL(adminUrl);
    Object.assign(url, { username: admin, password: 'x' });
    // A private server refuses other roles in its maintenance database too.
    await query(adminUrl, `GRANT CONNECT ON DATABASE postgres TO ${admin}`);
    const limited = {
      adminUrl: url.href,
      database: `${name}_3`,
      rolePrefix: `${name}_3_`,
      services: ['auth', 'media'],
    };
    try {
      const made = await bootstrap({ ...limited, password: () => 'y' });
      await query(made.media, 'CREATE TABLE things (id int)');
      await expect(query(made.auth, 'SELECT * FROM media.things')).rejects.toThrow('permission denied');
      await bootstrap({ ...limited, password: () => 'y' });
    } finally {
      await dropDatabase({ ...limited, adminUrl });
      await query(adminUrl, `REVOKE ALL ON DATABASE postgres FROM ${admin}`);
      await query(adminUrl, `DROP ROLE ${admin}`);
    }
  });
});
