import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FreshServer,
  type TestKeys,
  accessToken,
  aUser,
  eventually,
  freshNats,
  freshRedis,
  testKeys,
} from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startGateway } from './edge.js';
import { startPeers } from './peers.js';
import { gatewaySettings } from './settings.js';

let nats: FreshServer;
let redis: FreshServer;
let app: NestFastifyApplication;
let peers: INestMicroservice;
let folder: string;

const [older, newer] = [testKeys(), testKeys()];

const setOf = (...pairs: TestKeys[]): string =>
  JSON.stringify({ keys: pairs.flatMap(({ publicKeys }) => (JSON.parse(publicKeys) as { keys: object[] }).keys) });

/** Replaces the key file atomically, like a mounted secret. */
function publishKeys(...pairs: TestKeys[]): string {
  const file = join(folder, 'keys.json');
  writeFileSync(`${file}.new`, setOf(...pairs));
  renameSync(`${file}.new`, file);
  return file;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'duet-keys-'));
  const file = publishKeys(older);
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  const started = await startPeers(nats.url, setOf(older), file);
  peers = started.app;
  const { firstName, lastName, username, email } = aUser();
  started.state.account = {
    _id: 'u',
    id: 'u',
    firstName,
    lastName,
    fullName: '',
    username,
    email,
    emailVerified: true,
    pendingEmail: null,
    secondFactorRemovalAt: null,
    bio: '',
    avatar: null,
    createdAt: '',
  };
  app = await startGateway(
    gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: setOf(older), JWT_PUBLIC_KEYS_FILE: file }),
  );
});

afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
  await peers.close();
  await Promise.all([nats.stop(), redis.stop()]);
  rmSync(folder, { recursive: true });
});

const ask = async (keys: TestKeys): Promise<number> => {
  const authorization = `Bearer ${accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() })}`;
  return (await app.inject({ method: 'GET', url: '/api/users/profile', headers: { authorization } })).statusCode;
};

it('rotates keys under load without a refused call, in the gateway and in the services', async () => {
  expect(await ask(newer)).toBe(401);
  const answers: Record<'before' | 'both' | 'after', number[]> = { before: [], both: [], after: [] };
  let phase: keyof typeof answers = 'before';
  const over = new AbortController();
  // The new public key is published before the first token is signed with it; tokens of the old key stay valid.
  const signers = { before: [older], both: [older, newer], after: [newer, older] };
  const client = async (): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const [now, choice] = [phase, signers[phase]];
      answers[now].push(await ask(choice[n % choice.length] ?? older));
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const reached = (which: keyof typeof answers, count: number) =>
    eventually(() => expect(answers[which].length).toBeGreaterThanOrEqual(count));
  await reached('before', 60);
  publishKeys(older, newer);
  // The unknown key has just made both processes read the file; they read it again after a pause.
  await eventually(async () => expect(await ask(newer)).toBe(200));
  phase = 'both';
  await reached('both', 60);
  phase = 'after';
  await reached('after', 60);
  over.abort();
  await clients;
  expect(new Set([...answers.before, ...answers.both, ...answers.after])).toEqual(new Set([200]));

  publishKeys(newer);
  const present = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => present() + 60_000);
  expect(await ask(older)).toBe(401);
  expect(await ask(newer)).toBe(200);
});
