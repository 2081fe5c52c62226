import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseConfig } from './base-config.js';
import { ConfigError, loadConfig } from './load-config.js';

const GOOD = {
  NATS_URL: 'nats://a:Wq7-kfp2-Xz91-mmtR@127.0.0.1:4222',
  OPS_PORT: '9000',
  JWT_PUBLIC_KEYS: '{"keys":[]}',
  DATABASE_URL: 'postgres://a:Wq7-kfp2-Xz91-mmtR@localhost/duet',
};

describe('loadConfig', () => {
  it('reads typed settings and fills in defaults', () => {
    const config = loadConfig(DatabaseConfig, { ...GOOD, UNRELATED_FILE: '/does/not/exist' });
    expect(config).toMatchObject({ OPS_PORT: 9000, NODE_ENV: 'production', DATABASE_POOL: 10 });
    expect(config).not.toHaveProperty('UNRELATED_FILE');
  });

  it('names every missing or wrong variable at once, but no value', () => {
    const load = () => loadConfig(DatabaseConfig, { DATABASE_URL: 'mysql://secret', OPS_PORT: 'abc', NATS_URL: '' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/(?=.*DATABASE_URL)(?=.*OPS_PORT)(?=.*NATS_URL)(?=.*JWT_PUBLIC_KEYS)/);
    expect(load).not.toThrow(/secret/);
  });

  it('reads the copies of an event as a number of servers', () => {
    expect(loadConfig(DatabaseConfig, { ...GOOD, STREAM_REPLICAS: '3' }).STREAM_REPLICAS).toBe(3);
    expect(() => loadConfig(DatabaseConfig, { ...GOOD, STREAM_REPLICAS: '2' })).toThrow(/STREAM_REPLICAS/);
  });

  it('reads a secret from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'duet-')), 'url');
    writeFileSync(file, `${GOOD.DATABASE_URL}\n`);
    const { DATABASE_URL: _, ...rest } = GOOD;
    expect(loadConfig(DatabaseConfig, { ...rest, DATABASE_URL_FILE: file }).DATABASE_URL).toBe(GOOD.DATABASE_URL);
  });

  it('names the variable of a file that it cannot read', () => {
    expect(() => loadConfig(DatabaseConfig, { ...GOOD, NATS_URL: '', NATS_URL_FILE: '/nowhere' })).toThrow(
      /NATS_URL_FILE/,
    );
  });

  it.each([
    ['no password', 'postgres://duet_auth@localhost/duet'],
    ['a short password', 'postgres://duet_auth:kf82hJ@localhost/duet'],
    ['the user name as password', 'postgres://duet_auth_of_the_house:duet_auth_of_the_house@localhost/duet'],
    ['a password from an example', 'postgres://duet_auth:change-me-change-me@localhost/duet'],
  ])('refuses %s in production only', (_what, url) => {
    expect(() => loadConfig(DatabaseConfig, { ...GOOD, DATABASE_URL: url })).toThrow(/DATABASE_URL/);
    expect(loadConfig(DatabaseConfig, { ...GOOD, NODE_ENV: 'development', DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });
});
