import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS, type PartnerView, forgotPassword, getPartnerStatus, getProfile, login, logout, personSettled, registerAccount, sessionRevoked } from '@duet/contracts';
import { AppError, type LivePush, fieldError } from '@duet/service-kit';
import { type FreshServer, type TestKeys, accessToken, aUser, eventually, freshNats, freshRedis, testKeys } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ASK_PASSKEY, CONFIRM_PASSKEY, FORGOT_PASSWORD, LOGIN, PASSKEY_LOGIN, PROVE_PASSWORD, REDEEM_LINK, REFRESH, REGISTER, RESEND_VERIFICATION } from '../src/auth/auth.limits.js';
import { createGateway } from '../src/create-gateway.js';
import type { Limit } from '../src/limits/rate-limits.js';
import { type Known, startPeers } from './peers.js';
import { gatewaySettings } from './settings.js';

const PARTNER: PartnerView = {
  _id: randomUUID(), id: 'p', firstName: 'Bob', lastName: 'Li', fullName: 'Bob Li', username: 'bob', avatar: null, email: 'bob@example.org',
};

let nats: FreshServer;
let redis: FreshServer;
let keys: TestKeys;
let app: NestFastifyApplication;
let peers: INestMicroservice;
let known: Known;
let live: LivePush;

beforeAll(async () => {
  [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  keys = testKeys();
  ({ known, live, app: peers } = await startPeers(nats.url, keys.publicKeys));
  app = await createGateway(gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys.publicKeys }));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});

afterAll(async () => {
  await app.close();
  await peers.close();
  await Promise.all([nats.stop(), redis.stop()]);
});

interface Session {
  userId: string;
  sessionId: string;
  headers: { authorization: string };
}

function aSession(): Session {
  const actor = { userId: randomUUID(), sessionId: randomUUID() };
  return { ...actor, headers: { authorization: `Bearer ${accessToken(keys, actor)}` } };
}

let me: Session;

beforeEach(() => {
  me = aSession();
  const { firstName, lastName, username, email } = aUser();
  known.account = {
    _id: me.userId, id: me.userId, firstName, lastName, fullName: `${firstName} ${lastName}`, username, email,
    emailVerified: false, pendingEmail: null, bio: '', avatar: null, createdAt: new Date().toISOString(),
  };
  known.signedIn = { account: known.account, version: 1, token: me.headers.authorization.slice('Bearer '.length), refreshToken: 'refresh' };
  known.status = { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 0 };
  known.asked = [];
  known.refuse.clear();
});

function link(): void {
  const couple = { _id: 'c', chatId: 'c', linkedAt: '2026-02-14T00:00:00.000Z', timezone: 'UTC', togetherSince: '2026-02-14', togetherSinceVersion: 0, version: 1 };
  known.status = { hasPartner: true, partner: PARTNER, couple, nickname: null, pendingRequests: 0 };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Each address is somebody else, unless the test says otherwise. */
let nextAddress = 0;
const anAddress = (): string => `10.1.${Math.floor((nextAddress += 1) / 250)}.${nextAddress % 250}`;

interface Options {
  headers?: Record<string, string>;
  ip?: string;
  gateway?: NestFastifyApplication;
}

async function ask(method: Method, path: string, body?: object, { headers = {}, ip = anAddress(), gateway = app }: Options = {}) {
  const answer = await gateway.inject({ method, url: `/api${path}`, headers, remoteAddress: ip, ...(body && { payload: body }) });
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json() };
}

/** What an authenticator answers; who looks into it is auth. */
const PROOF = { id: 'AAAA', response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };

describe('signing in', () => {
  const shape = () => ({
    success: true,
    user: { ...known.account, partner: null, partnershipDate: null },
    token: known.signedIn.token,
    refreshToken: 'refresh',
    partner: null,
  });

  it('after register answers user, tokens and partner at the top level, once the others know the newcomer', async () => {
    const typed = { ...aUser(), confirmPassword: aUser().password };
    expect(await ask('POST', '/auth/register', typed)).toMatchObject({ status: 201, body: shape() });
    expect(known.subjects()).toEqual([registerAccount.subject, personSettled.subject]);
    expect(known.asked[1]?.input).toEqual({ userId: me.userId, version: 1 });
  });

  it('after register does not depend on the others', async () => {
    known.refuse.set(personSettled.subject, new AppError('TIMEOUT'));
    known.refuse.set(getPartnerStatus.subject, new AppError('UNAVAILABLE'));
    expect((await ask('POST', '/auth/register', aUser())).body).toEqual(shape());
  });

  it.each([
    ['login', '/auth/login', () => ({ email: aUser().email, password: 'x' })],
    ['a passkey', '/auth/passkey', () => PROOF],
    ['a reset', '/auth/reset-password', () => ({ token: 'A'.repeat(43), password: aUser().password })],
  ])('after %s brings the partner', async (_how, path, body) => {
    expect(await ask('POST', path, body())).toMatchObject({ status: 200, body: shape() });
    link();
    const { body: linked } = await ask('POST', path, body());
    expect(linked).toEqual({ ...shape(), user: { ...known.account, partner: PARTNER, partnershipDate: '2026-02-14T00:00:00.000Z' }, partner: PARTNER });
  });

  it('is not spoilt by an old token that is still attached, and says where it came from', async () => {
    const expired = accessToken(keys, me, -10);
    for (const authorization of [`Bearer ${expired}`, 'Bearer rubbish', me.headers.authorization]) {
      const { status } = await ask('POST', '/auth/login', { email: aUser().email, password: 'x' }, { headers: { authorization }, ip: '10.9.9.9' });
      expect(status).toBe(200);
    }
    expect(known.asked.filter(({ subject }) => subject === login.subject)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ actor: null, ip: '10.9.9.9' })),
    );
  });

  it('passes the refusals on, field by field', async () => {
    known.refuse.set(registerAccount.subject, fieldError('email', 'This email is already registered', 'EMAIL_TAKEN'));
    expect(await ask('POST', '/auth/register', aUser())).toMatchObject({
      status: 409,
      body: { success: false, code: 'EMAIL_TAKEN', message: 'This email is already registered', errors: [{ field: 'email', message: 'This email is already registered' }], requestId: expect.any(String) },
    });
  });

  it('refuses a bad form before any service hears of it', async () => {
    expect(await ask('POST', '/auth/register', { ...aUser(), firstName: '', role: 'admin' })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(known.asked).toEqual([]);
  });
});

describe('the session', () => {
  it('is refreshed for tokens and nothing else', async () => {
    const { status, body } = await ask('POST', '/auth/refresh-token', { refreshToken: 'old' });
    expect({ status, body }).toEqual({ status: 200, body: { success: true, token: 'next', refreshToken: 'next-refresh' } });
  });

  it('ends by refresh token whatever the access token is, or by the access token', async () => {
    expect((await ask('POST', '/auth/logout', { refreshToken: 'old' }, { headers: { authorization: 'Bearer rubbish' } })).status).toBe(200);
    expect(await ask('POST', '/auth/logout', {}, me)).toMatchObject({ status: 200, body: { success: true, data: { done: true } } });
    expect(known.asked.map(({ subject, actor }) => [subject, actor])).toEqual([
      [logout.subject, null],
      [logout.subject, me.userId],
    ]);
  });

  it('is refused everywhere as soon as it is revoked', async () => {
    expect((await ask('GET', '/auth/sessions', undefined, me)).status).toBe(200);
    live.push(sessionRevoked, { sessionId: me.sessionId, userId: me.userId, revokedAt: new Date().toISOString() });
    await eventually(async () => expect(await ask('GET', '/auth/sessions', undefined, me)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } }));
    expect((await ask('GET', '/auth/sessions', undefined, aSession())).status).toBe(200);
  });

  it('can end all others', async () => {
    expect((await ask('DELETE', '/auth/sessions', undefined, me)).body).toEqual({ success: true, data: { ended: 2 } });
  });
});

describe('the account', () => {
  it('is shown as `user` and as `data`, with its link', async () => {
    link();
    const user = { ...known.account, partner: PARTNER, partnershipDate: '2026-02-14T00:00:00.000Z' };
    expect(await ask('GET', '/users/profile', undefined, me)).toMatchObject({ status: 200, body: { success: true, user, data: user } });
    expect(await ask('PUT', '/users/profile', { bio: 'hi' }, me)).toMatchObject({ status: 200, body: { success: true, user, data: user } });
    expect(known.asked.every(({ actor }) => actor === me.userId)).toBe(true);
    expect(known.subjects()).toContain(getProfile.subject);
  });

  it('has settings', async () => {
    expect((await ask('GET', '/users/settings', undefined, me)).body).toEqual({ success: true, data: DEFAULT_SETTINGS });
    expect((await ask('PUT', '/users/settings', { settings: { appearance: { theme: 'dark' } } }, me)).status).toBe(200);
    expect(known.subjects()).not.toContain(personSettled.subject);
    expect((await ask('PUT', '/users/settings', { settings: { privacy: { disappearingDefault: 3_600 } } }, me)).body).toEqual({ success: true, data: DEFAULT_SETTINGS });
    expect(known.asked.at(-1)).toMatchObject({ subject: personSettled.subject, input: { userId: me.userId, version: 7 } });
    known.refuse.set(personSettled.subject, new AppError('TIMEOUT'));
    expect((await ask('PUT', '/users/settings', { settings: { privacy: { typing: false } } }, me)).status).toBe(200);
    expect((await ask('PUT', '/users/settings', { settings: { appearance: { theme: 'neon' } } }, me)).body).toMatchObject({ errors: [{ field: 'settings.appearance.theme' }] });
    expect((await ask('PUT', '/users/settings', { settings: {}, userId: 'x' }, me)).status).toBe(400);
  });

  it('answers every mail call alike', async () => {
    for (const [method, path, body] of [
      ['POST', '/auth/forgot-password', { email: aUser().email }],
      ['POST', '/auth/resend-verification', { email: aUser().email }],
      ['GET', `/auth/verify-email/${'A'.repeat(43)}`, undefined],
    ] as const) {
      expect(await ask(method, path, body)).toMatchObject({ status: 200, body: { success: true, data: { done: true } } });
    }
    expect((await ask('POST', '/auth/resend-verification', {}, me)).status).toBe(200);
    expect(known.asked.at(-1)?.actor).toBe(me.userId);
  });

  it.each([
    ['GET', '/users/profile'],
    ['PUT', '/users/profile'],
    ['PUT', '/users/password'],
    ['DELETE', '/users/account'],
    ['GET', '/users/settings'],
    ['PUT', '/users/settings'],
    ['GET', '/auth/sessions'],
    ['DELETE', '/auth/sessions'],
    ['DELETE', `/auth/sessions/${randomUUID()}`],
  ] as const)('%s %s needs a session', async (method, path) => {
    expect(await ask(method, path, {})).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await ask(method, path, {}, { headers: { authorization: `Bearer ${accessToken(keys, me, -1)}` } })).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } });
    expect(known.asked).toEqual([]);
  });
});

describe('limits', () => {
  const email = () => aUser().email;
  const pointsOf = (limit: Limit, by: string): number => limit.rates.find((rate) => rate.by === by)?.points ?? Number.NaN;

  /** Calls until one is refused; @returns how many went through. */
  async function exhaust(call: (n: number) => ReturnType<typeof ask>, limit: number): Promise<number> {
    for (let n = 0; n <= limit; n += 1) {
      const { status, retryAfter, body } = await call(n);
      if (status !== 429) continue;
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(body).toMatchObject({ success: false, code: 'RATE_LIMITED', message: 'Too many requests. Please try again later.' });
      return n;
    }
    return limit + 1;
  }

  it.each<[string, Limit, string, (n: number, same: { ip: string; email: string; session: Session }) => ReturnType<typeof ask>]>([
    ['register by address', REGISTER, 'ip', (_n, { ip }) => ask('POST', '/auth/register', aUser(), { ip })],
    ['refresh by address', REFRESH, 'ip', (_n, { ip }) => ask('POST', '/auth/refresh-token', { refreshToken: 'x' }, { ip })],
    ['forgot-password by address', FORGOT_PASSWORD, 'ip', (_n, { ip }) => ask('POST', '/auth/forgot-password', { email: email() }, { ip })],
    ['forgot-password by account', FORGOT_PASSWORD, 'field:email', (_n, same) => ask('POST', '/auth/forgot-password', { email: same.email })],
    ['resend-verification by account', RESEND_VERIFICATION, 'field:email', (_n, same) => ask('POST', '/auth/resend-verification', { email: same.email })],
    ['passkeys by address', PASSKEY_LOGIN, 'ip', (_n, { ip }) => ask('POST', '/auth/passkey', PROOF, { ip })],
    ['questions for passkeys by address', ASK_PASSKEY, 'ip', (_n, { ip }) => ask('POST', '/auth/passkey/options', undefined, { ip })],
    ['confirmations by person', CONFIRM_PASSKEY, 'user', (n, { session }) => ask('POST', `/users/passkeys/confirm${n % 2 ? '/options' : ''}`, n % 2 ? undefined : PROOF, session)],
    ['links by address', REDEEM_LINK, 'ip', (n, { ip }) => ask('GET', `/auth/verify-email/${n}`, undefined, { ip })],
    ['password change by person', PROVE_PASSWORD, 'user', (_n, { session }) => ask('PUT', '/users/password', { currentPassword: 'a', newPassword: aUser().password }, session)],
    ['account deletion by person', PROVE_PASSWORD, 'user', (_n, { session }) => ask('DELETE', '/users/account', { password: 'a' }, session)],
  ])('%s', async (_name, limit, by, call) => {
    const same = { ip: anAddress(), email: email(), session: me };
    expect(await exhaust((n) => call(n, same), pointsOf(limit, by))).toBe(pointsOf(limit, by));
  });

  it('wrong passwords by account and address, in any spelling, without locking the owner out elsewhere', async () => {
    known.refuse.set(login.subject, new AppError('INVALID_CREDENTIALS'));
    const ip = anAddress();
    const spellings = ['victim@example.org', 'VICTIM@example.org', ' victim@example.org ', 'ｖictim@example.org'];
    const attempt = (n: number) => ask('POST', '/auth/login', { email: spellings[n % spellings.length], password: 'x' }, { ip });
    expect(await exhaust(attempt, pointsOf(LOGIN, 'ip+field:email'))).toBe(pointsOf(LOGIN, 'ip+field:email'));
    known.refuse.clear();
    expect((await ask('POST', '/auth/login', { email: 'victim@example.org', password: 'x' })).status).toBe(200);
  });

  it('wrong passwords by account over many addresses', async () => {
    known.refuse.set(login.subject, new AppError('INVALID_CREDENTIALS'));
    expect(await exhaust(() => ask('POST', '/auth/login', { email: 'spread@example.org', password: 'x' }), pointsOf(LOGIN, 'field:email'))).toBe(pointsOf(LOGIN, 'field:email'));
  });

  it('does not count sign-ins that went well against the account', async () => {
    const same = { email: email(), password: 'x' };
    const ip = anAddress();
    for (let n = 0; n < 25; n += 1) expect((await ask('POST', '/auth/login', same, { ip })).status).toBe(200);
  });

  it('believes X-Forwarded-For from trusted hops only', async () => {
    const ip = anAddress();
    const behind = (n: number, gateway = app) => ask('POST', '/auth/forgot-password', { email: email() }, { ip, headers: { 'x-forwarded-for': `203.0.113.${n}` }, gateway });
    expect(await exhaust((n) => behind(n), pointsOf(FORGOT_PASSWORD, 'ip'))).toBe(pointsOf(FORGOT_PASSWORD, 'ip'));
    const trusting = await createGateway(gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys.publicKeys, TRUSTED_PROXIES: '10.0.0.0/8' }));
    await trusting.init();
    await trusting.getHttpAdapter().getInstance().ready();
    expect((await behind(77, trusting)).status).toBe(200);
    expect(known.asked.at(-1)).toMatchObject({ subject: forgotPassword.subject, ip: '203.0.113.77' });
    await trusting.close();
  });

  it('without Redis refuses to check passwords, counts the rest by itself, and recovers', async () => {
    const ip = anAddress();
    await redis.down();
    try {
      expect(await ask('POST', '/auth/login', { email: email(), password: 'x' })).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect((await ask('PUT', '/users/password', { currentPassword: 'a', newPassword: aUser().password }, me)).status).toBe(503);
      expect((await ask('POST', '/auth/passkey', PROOF)).status).toBe(503);
      expect(known.asked).toEqual([]);
      expect(await exhaust(() => ask('POST', '/auth/forgot-password', { email: email() }, { ip }), 30)).toBe(30);
    } finally {
      await redis.restart();
    }
    await eventually(async () => expect((await ask('POST', '/auth/login', { email: email(), password: 'x' })).status).toBe(200));
  });

  it('keeps no address in clear', async () => {
    await ask('POST', '/auth/forgot-password', { email: 'canary@example.org' });
    const { Redis } = await import('ioredis');
    const client = new Redis(redis.url);
    expect((await client.keys('*')).join()).not.toContain('canary');
    expect(await client.keys('limit:forgot-password:*')).not.toEqual([]);
    client.disconnect();
  });
});
