import { type FreshServer, freshNats } from '@duet/testing';
import { connect } from '@nats-io/transport-node';
import { busOptions } from '../src/bus/bus.js';

let nats: FreshServer;

beforeAll(async () => {
  nats = await freshNats();
});

afterAll(() => nats.stop());

const attempt = async (url: string): Promise<string> => {
  const connection = await connect({ ...busOptions(url, 'test'), waitOnFirstConnect: false });
  await connection.close();
  return 'connected';
};

it('refuses a server without TLS when the address says tls://', async () => {
  await expect(attempt(nats.url)).resolves.toBe('connected');
  await expect(attempt(nats.url.replace('nats://', 'tls://'))).rejects.toThrow(/tls/i);
});
