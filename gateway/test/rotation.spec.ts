import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FreshServer, type TestKeys, accessToken, aUser, eventually, freshNats, freshRedis, testKeys } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createGateway } from '../src/create-gateway.js';
import { startPeers } from './peers.js';
import { gatewaySettings } from './settings.js';

let nats: FreshServer;
let redis: FreshServer;
let app: NestFastifyApplication;
let peers: INestMicroservice;
let folder: string;

const [older, newer] = [testKeys(), testKeys()];

const setOf = (...pairs: TestKeys[]): string => JSON.stringify({ keys: pairs.flatMap(({ publicKeys }) => (JSON.parse(publicKeys) as { keys: object[] }).keys) });

/** As a mounted secret changes: at once and whole. */
function publish(...pairs: TestKeys[]): string {
  const file = join(folder, 'keys.json');
  writeFileSync(`${file}.new`, setOf(...pairs));
  renameSync(`${file}.new`, file);
  return file;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'duet-keys-'));
  const file = publish(older);
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  const started = await startPeers(nats.url, setOf(older), file);
  peers = started.app;
  const { firstName, lastName, username, email } = aUser();
  started.known.account = {
    _id: 'u', id: 'u', firstName, lastName, fullName: '', username, email, emailVerified: true, pendingEmail: null, bio: '', avatar: null, createdAt: '',
  };
  app = await createGateway(gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: setOf(older), JWT_PUBLIC_KEYS_FILE: file }));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});

afterAll(async () => {
  await app.close();
  await peers.close();
  await Promise.all([nats.stop(), redis.stop()]);
  rmSync(folder, { recursive: true });
});

const ask = async (keys: TestKeys): Promise<number> => {
  const authorization = `Bearer ${accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() })}`;
  return (await app.inject({ method: 'GET', url: '/api/users/profile', headers: { authorization } })).statusCode;
};

it('keys rotate under load without a single refusal, at the gateway and at the services behind it', async () => {
  expect(await ask(newer)).toBe(401);
  const answers: Record<'before' | 'both' | 'after', number[]> = { before: [], both: [], after: [] };
  let phase: keyof typeof answers = 'before';
  const over = new AbortController();
  // The new public half is published before anything is signed with the new private one; tokens of the old key live on.
  const signers = { before: [older], both: [older, newer], after: [newer, older] };
  const client = async (): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const [now, choice] = [phase, signers[phase]];
      answers[now].push(await ask(choice[n % choice.length] ?? older));
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const reached = (which: keyof typeof answers, count: number) => eventually(() => expect(answers[which].length).toBeGreaterThanOrEqual(count));
  await reached('before', 60);
  publish(older, newer);
  // Bad keys made both look into the file a moment ago; they look again once that moment is over.
  await eventually(async () => expect(await ask(newer)).toBe(200));
  phase = 'both';
  await reached('both', 60);
  phase = 'after';
  await reached('after', 60);
  over.abort();
  await clients;
  expect(new Set([...answers.before, ...answers.both, ...answers.after])).toEqual(new Set([200]));

  publish(newer);
  await eventually(async () => {
    expect(await ask(testKeys())).toBe(401);
    expect(await ask(older)).toBe(401);
  });
  expect(await ask(newer)).toBe(200);
});
