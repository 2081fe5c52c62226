import 'reflect-metadata';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { type FreshServer, freshNats } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createGateway } from '../src/create-gateway.js';
import { RateLimits } from '../src/limits/rate-limits.js';
import { gatewaySettings } from './settings.js';

/** The platform's promise: every call is answered within this time, in milliseconds. */
const PROMISED_ANSWER = 10_000;

let nats: FreshServer;
let silent: Server;
let app: NestFastifyApplication;
const sockets = new Set<Socket>();

/** The fake Redis accepts every connection and never answers. */
beforeAll(async () => {
  nats = await freshNats();
  silent = createServer((socket) => sockets.add(socket.on('error', () => undefined).resume()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  app = await createGateway(gatewaySettings(nats.url, `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});

afterAll(async () => {
  await app.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  await nats.stop();
});

afterEach(() => jest.restoreAllMocks());

const post = (path: string) =>
  app.inject({ method: 'POST', url: `/api/auth/${path}`, payload: { email: 'a@b.co', password: 'Correct1Horse' } });

describe('the deadline of a call', () => {
  it(
    'is met while Redis does not answer: a sign-in gets 503',
    async () => {
      const answer = await post('login');
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
    },
    PROMISED_ANSWER,
  );

  it.each(['/api', '/%61pi'])(
    'includes the time of the guards, and the call does not start after it (%s)',
    async (prefix) => {
      const late = Promise.withResolvers<void>();
      jest.spyOn(app.get(RateLimits), 'consume').mockReturnValue(late.promise);
      const answer = await app.inject({ method: 'POST', url: `${prefix}/auth/passkey/options` });
      expect(answer.statusCode).toBe(504);
      expect(answer.json()).toMatchObject({ success: false, code: 'TIMEOUT', requestId: expect.any(String) });
      late.resolve();
      expect((await app.inject({ method: 'GET', url: '/api/nothing' })).statusCode).toBe(404);
    },
    PROMISED_ANSWER,
  );
});
