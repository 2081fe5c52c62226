import { type FreshDatabase, TlsFront, freshDatabase, selfSigned, trust } from '@duet/testing';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../src/index.js';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase('pairing');
});

afterAll(() => database.drop());

/** Connects to this port of localhost as a service does. @returns the current schema */
async function attempt(port: string | number): Promise<string> {
  const url = new URL(`${database.url}?sslmode=verify-full`);
  url.hostname = 'localhost';
  url.port = String(port);
  const source = new DataSource(dataSourceOptions({ service: 'pairing', url: url.href, entities: [], migrations: [] }));
  try {
    await source.initialize();
    return (await source.query<{ schema: string }[]>('SELECT current_schema() AS schema'))[0]?.schema ?? '';
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

it('sslmode=verify-full accepts only a server with TLS and a trusted certificate', async () => {
  const certificate = await selfSigned();
  const front = await TlsFront.before(database.url, certificate);
  try {
    await expect(attempt(front.port)).rejects.toThrow(/self-signed/);
    trust(certificate);
    await expect(attempt(front.port)).resolves.toBe('pairing');
    expect(front.encrypted).toBeGreaterThan(0);
    await expect(attempt(new URL(database.url).port)).rejects.toThrow(/SSL/);
  } finally {
    await front.stop();
  }
});
