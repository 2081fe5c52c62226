import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { forgotPassword, login, reportSignInAttempts, signInUnlocked } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { aUser, eventually } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ASK_PASSKEY,
  CONFIRM_PASSKEY,
  FORGOT_PASSWORD,
  LOGIN_ALARM,
  LOGIN_DEVICE,
  LOGIN_STRANGER,
  LOSE_SECOND_FACTOR,
  PASSKEY_LOGIN,
  PROVE_PASSWORD,
  REDEEM_LINK,
  REFRESH,
  REGISTER,
  RESEND_VERIFICATION,
  UPDATE_PROFILE,
} from '../src/auth/auth.limits.js';
import type { Limit } from '../src/limits/rate-limits.js';
import { PROOF, type Session, anAddress, useAuthEdge } from './auth-edge.js';
import { startGateway } from './edge.js';
import { gatewaySettings } from './settings.js';

const edge = useAuthEdge();
const { ask, keys } = edge;

describe('rate limits', () => {
  const email = () => aUser().email;
  const pointsOf = (limit: Limit, by: string): number =>
    limit.rates.find((rate) => rate.by === by)?.points ?? Number.NaN;

  /** Calls until one is refused. @returns the number of successful calls */
  async function exhaust(call: (n: number) => ReturnType<typeof ask>, limit: number): Promise<number> {
    for (let n = 0; n <= limit; n += 1) {
      const { status, retryAfter, body } = await call(n);
      if (status !== 429) continue;
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(body).toMatchObject({
        success: false,
        code: 'RATE_LIMITED',
        message: 'Too many requests. Please try again later.',
      });
      return n;
    }
    return limit + 1;
  }

  it.each<
    [
      string,
      Limit,
      string,
      (n: number, same: { ip: string; email: string; session: Session }) => ReturnType<typeof ask>,
    ]
  >([
    ['registrations by address', REGISTER, 'ip', (_n, { ip }) => ask('POST', '/auth/register', aUser(), { ip })],
    [
      'token refreshes by address',
      REFRESH,
      'ip',
      (_n, { ip }) => ask('POST', '/auth/refresh-token', { refreshToken: 'x' }, { ip }),
    ],
    [
      'password reset links by address',
      FORGOT_PASSWORD,
      'ip',
      (_n, { ip }) => ask('POST', '/auth/forgot-password', { email: email() }, { ip }),
    ],
    [
      'password reset links by account',
      FORGOT_PASSWORD,
      'field:email',
      (_n, same) => ask('POST', '/auth/forgot-password', { email: same.email }),
    ],
    [
      'reports of a lost second factor by address',
      LOSE_SECOND_FACTOR,
      'ip',
      (_n, { ip }) => ask('POST', '/auth/two-factor/lost', { email: email() }, { ip }),
    ],
    [
      'reports of a lost second factor by account',
      LOSE_SECOND_FACTOR,
      'field:email',
      (_n, same) => ask('POST', '/auth/two-factor/lost', { email: same.email }),
    ],
    [
      'links that remove or keep a second factor by address',
      REDEEM_LINK,
      'ip',
      (n, { ip }) => ask('POST', `/auth/two-factor/${n % 2 ? 'keep' : 'removal'}`, { token: 'x' }, { ip }),
    ],
    [
      'confirmation mails by account',
      RESEND_VERIFICATION,
      'field:email',
      (_n, same) => ask('POST', '/auth/resend-verification', { email: same.email }),
    ],
    [
      'confirmation mails to the own address by user',
      RESEND_VERIFICATION,
      'user',
      (n, { session }) => ask('POST', '/auth/resend-verification', n % 2 ? {} : { email: null }, session),
    ],
    ['passkey sign-ins by address', PASSKEY_LOGIN, 'ip', (_n, { ip }) => ask('POST', '/auth/passkey', PROOF, { ip })],
    [
      'passkey challenges by address',
      ASK_PASSKEY,
      'ip',
      (_n, { ip }) => ask('POST', '/auth/passkey/options', undefined, { ip }),
    ],
    [
      'passkey confirmations by user',
      CONFIRM_PASSKEY,
      'user',
      (n, { session }) =>
        ask('POST', `/users/passkeys/confirm${n % 2 ? '/options' : ''}`, n % 2 ? undefined : PROOF, session),
    ],
    [
      'links that cancel a change of e-mail address by address',
      REDEEM_LINK,
      'ip',
      (n, { ip }) => ask('POST', '/auth/cancel-email-change', { token: String(n) }, { ip }),
    ],
    [
      'confirmation links by address',
      REDEEM_LINK,
      'ip',
      (n, { ip }) => ask('GET', `/auth/verify-email/${n}`, undefined, { ip }),
    ],
    [
      'profile changes by user',
      UPDATE_PROFILE,
      'user',
      (n, { session }) => ask('PUT', '/users/profile', { username: `probe_${n}` }, session),
    ],
    [
      'password changes by user',
      PROVE_PASSWORD,
      'user',
      (_n, { session }) =>
        ask('PUT', '/users/password', { currentPassword: 'a', newPassword: aUser().password }, session),
    ],
    [
      'account deletions by user',
      PROVE_PASSWORD,
      'user',
      (_n, { session }) => ask('DELETE', '/users/account', { password: 'a' }, session),
    ],
  ])('limit %s', async (_name, limit, by, call) => {
    const same = { ip: anAddress(), email: email(), session: edge.me };
    expect(await exhaust((n) => call(n, same), pointsOf(limit, by))).toBe(pointsOf(limit, by));
  });

  it('limit wrong passwords by account and address in any spelling, without locking out the owner elsewhere', async () => {
    edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
    const ip = anAddress();
    const spellings = ['victim@example.org', 'VICTIM@example.org', ' victim@example.org ', 'ｖictim@example.org'];
    const attempt = (n: number) =>
      ask('POST', '/auth/login', { email: spellings[n % spellings.length], password: 'x' }, { ip });
    expect(await exhaust(attempt, pointsOf(LOGIN_STRANGER, 'ip+field:email'))).toBe(
      pointsOf(LOGIN_STRANGER, 'ip+field:email'),
    );
    edge.state.refusals.clear();
    expect((await ask('POST', '/auth/login', { email: 'victim@example.org', password: 'x' })).status).toBe(200);
  });

  it('count all addresses of an IPv6 network as one', async () => {
    const call = (n: number) =>
      ask('POST', '/auth/forgot-password', { email: email() }, { ip: `2001:db8:77:1::${(n + 1).toString(16)}` });
    expect(await exhaust(call, pointsOf(FORGOT_PASSWORD, 'ip'))).toBe(pointsOf(FORGOT_PASSWORD, 'ip'));
    expect((await ask('POST', '/auth/forgot-password', { email: email() }, { ip: '2001:db8:77:2::1' })).status).toBe(
      200,
    );
  });

  describe('for wrong passwords of a browser that has signed in before', () => {
    const OWN = 'O'.repeat(43);
    const wrong = (mail: string, cookie?: string) =>
      ask('POST', '/auth/login', { email: mail, password: 'x' }, cookie ? { headers: { cookie } } : {});
    const owned = (mail: string) => wrong(mail, `other=1; duet_device=${OWN}`);

    it('use a separate counter, so that strangers and the owner do not lock each other out', async () => {
      edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
      const mail = email();
      edge.state.devices.set(OWN, mail);
      expect(await exhaust(() => wrong(mail), pointsOf(LOGIN_STRANGER, 'field:email'))).toBe(
        pointsOf(LOGIN_STRANGER, 'field:email'),
      );
      expect(await exhaust(() => owned(mail), pointsOf(LOGIN_DEVICE, 'device+field:email'))).toBe(10);
      edge.state.refusals.clear();
      expect((await owned(mail)).status).toBe(429);
      expect((await wrong(mail)).status).toBe(429);
    });

    it('share a counter of the account, because a sign-in to another account renews the token of the browser', async () => {
      edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
      const mail = email();
      const attempt = (n: number) => {
        const token = String(Math.floor(n / 9)).padStart(43, 'T');
        edge.state.devices.set(token, mail);
        return wrong(mail, `duet_device=${token}`);
      };
      expect(await exhaust(attempt, 100)).toBe(pointsOf(LOGIN_DEVICE, 'field:email'));
      edge.state.refusals.clear();
      expect((await wrong(mail)).status).toBe(200);
    });

    it('reset the counter after the right password', async () => {
      const mail = email();
      edge.state.devices.set(OWN, mail);
      for (let n = 0; n < 25; n += 1) expect((await owned(mail)).status).toBe(200);
    });

    it.each([
      ['belongs to another account', OWN, 'other@example.org'],
      ['was never issued', 'X'.repeat(43), undefined],
      ['is malformed', '../../etc', undefined],
      ['is too long', 'A'.repeat(4_000), undefined],
    ])('use the shared counter if the device token %s', async (_what, token, of) => {
      edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
      if (of) edge.state.devices.set(token, of);
      const [mail, ip] = [email(), anAddress()];
      const attempt = () =>
        ask('POST', '/auth/login', { email: mail, password: 'x' }, { ip, headers: { cookie: `duet_device=${token}` } });
      expect(await exhaust(attempt, 20)).toBe(pointsOf(LOGIN_STRANGER, 'ip+field:email'));
    });

    it('recognise the browser by a cookie that scripts and other sites cannot read and that each sign-in renews', async () => {
      const mail = email();
      const { cookie } = await owned(mail);
      expect(cookie).toBe(`duet_device=${'D'.repeat(43)}; Path=/api/auth; Max-Age=31536000; HttpOnly; SameSite=Strict`);
      expect(edge.state.calls.find(({ subject }) => subject === login.subject)).toMatchObject({ device: OWN });
      for (const [path, body] of [
        ['/auth/register', aUser()],
        ['/auth/passkey', PROOF],
        ['/auth/reset-password', { token: 'A'.repeat(43), password: aUser().password }],
      ] as const) {
        expect((await ask('POST', path, body)).cookie).toContain('duet_device=D');
      }
      edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
      expect((await owned(mail)).cookie).toBeUndefined();
      const secure = await startGateway(
        gatewaySettings(edge.nats.url, edge.redis.url, {
          JWT_PUBLIC_KEYS: keys.publicKeys,
          APP_ORIGIN: 'https://duet.example',
        }),
      );
      edge.state.refusals.clear();
      expect((await ask('POST', '/auth/login', { email: mail, password: 'x' }, { gateway: secure })).cookie).toMatch(
        /; Secure$/,
      );
      await secure.close();
    });
  });

  describe('that an operator unlocks', () => {
    const unlock = (mail: string) =>
      edge.live.push(signInUnlocked, { account: createHash('sha256').update(mail.toLowerCase()).digest('base64url') });

    it('forget the wrong passwords of this account, of every address and device, and of no other', async () => {
      edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
      const [mail, other, ip, token] = [email(), email(), anAddress(), 'U'.repeat(43)];
      edge.state.devices.set(token, mail);
      const stranger = (of: string) => ask('POST', '/auth/login', { email: of, password: 'x' }, { ip });
      const device = () =>
        ask('POST', '/auth/login', { email: mail, password: 'x' }, { headers: { cookie: `duet_device=${token}` } });
      await exhaust(() => stranger(mail), pointsOf(LOGIN_STRANGER, 'ip+field:email'));
      await exhaust(() => stranger(other), pointsOf(LOGIN_STRANGER, 'ip+field:email'));
      await exhaust(device, pointsOf(LOGIN_DEVICE, 'device+field:email'));
      edge.state.refusals.clear();
      unlock(mail);
      await eventually(async () => expect((await stranger(mail)).status).toBe(200));
      await eventually(async () => expect((await device()).status).toBe(200));
      expect((await stranger(other)).status).toBe(429);
    });

    it('are forgotten by another attempt after Redis was down', async () => {
      edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
      const [mail, ip] = [email(), anAddress()];
      const stranger = () => ask('POST', '/auth/login', { email: mail, password: 'x' }, { ip });
      await exhaust(stranger, pointsOf(LOGIN_STRANGER, 'ip+field:email'));
      await edge.redis.down();
      unlock(mail);
      await edge.redis.restart();
      edge.state.refusals.clear();
      await eventually(async () => {
        unlock(mail);
        expect((await stranger()).status).toBe(200);
      });
    });
  });

  it('report many wrong passwords to auth, those of known and of unknown browsers together', async () => {
    edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
    const [attacked, token] = [email(), 'P'.repeat(43)];
    edge.state.devices.set(token, attacked);
    const wrong = (headers = {}) => ask('POST', '/auth/login', { email: attacked, password: 'x' }, { headers });
    const known = 10;
    const reports = () => edge.state.calls.filter(({ subject }) => subject === reportSignInAttempts.subject);
    for (let n = known; n < pointsOf(LOGIN_ALARM, 'field:email'); n += 1) await wrong();
    for (let n = 0; n < known; n += 1) await wrong({ cookie: `duet_device=${token}` });
    expect(reports()).toEqual([]);
    await wrong();
    await eventually(() =>
      expect(reports()).toEqual([expect.objectContaining({ actor: null, input: { email: attacked } })]),
    );
  });

  it('limit wrong passwords by account over many addresses', async () => {
    edge.state.refusals.set(login.subject, new AppError('INVALID_CREDENTIALS'));
    expect(
      await exhaust(
        () => ask('POST', '/auth/login', { email: 'spread@example.org', password: 'x' }),
        pointsOf(LOGIN_STRANGER, 'field:email'),
      ),
    ).toBe(pointsOf(LOGIN_STRANGER, 'field:email'));
  });

  it('do not count successful sign-ins against the account', async () => {
    const same = { email: email(), password: 'x' };
    const ip = anAddress();
    for (let n = 0; n < 25; n += 1) expect((await ask('POST', '/auth/login', same, { ip })).status).toBe(200);
  });

  it('trust X-Forwarded-For from trusted proxies only', async () => {
    const ip = anAddress();
    const behind = (n: number, gateway?: NestFastifyApplication) =>
      ask(
        'POST',
        '/auth/forgot-password',
        { email: email() },
        { ip, headers: { 'x-forwarded-for': `203.0.113.${n}` }, ...(gateway && { gateway }) },
      );
    expect(await exhaust((n) => behind(n), pointsOf(FORGOT_PASSWORD, 'ip'))).toBe(pointsOf(FORGOT_PASSWORD, 'ip'));
    const trusting = await startGateway(
      gatewaySettings(edge.nats.url, edge.redis.url, {
        JWT_PUBLIC_KEYS: keys.publicKeys,
        TRUSTED_PROXIES: '10.0.0.0/8',
      }),
    );
    expect((await behind(77, trusting)).status).toBe(200);
    expect(edge.state.calls.at(-1)).toMatchObject({ subject: forgotPassword.subject, ip: '203.0.113.77' });
    await trusting.close();
  });

  it('refuse password checks while Redis is down, count other calls per process, and recover', async () => {
    const ip = anAddress();
    await edge.redis.down();
    try {
      expect(await ask('POST', '/auth/login', { email: email(), password: 'x' })).toMatchObject({
        status: 503,
        body: { code: 'UNAVAILABLE' },
      });
      expect(
        (await ask('PUT', '/users/password', { currentPassword: 'a', newPassword: aUser().password }, edge.me)).status,
      ).toBe(503);
      expect((await ask('POST', '/auth/passkey', PROOF)).status).toBe(503);
      expect(edge.state.calls).toEqual([]);
      expect(await exhaust(() => ask('POST', '/auth/forgot-password', { email: email() }, { ip }), 30)).toBe(30);
    } finally {
      await edge.redis.restart();
    }
    await eventually(async () =>
      expect((await ask('POST', '/auth/login', { email: email(), password: 'x' })).status).toBe(200),
    );
  });

  it('store no e-mail address in clear', async () => {
    await ask('POST', '/auth/forgot-password', { email: 'canary@example.org' });
    const { Redis } = await import('ioredis');
    const client = new Redis(edge.redis.url);
    expect((await client.keys('*')).join()).not.toContain('canary');
    expect(await client.keys('limit:forgot-password:*')).not.toEqual([]);
    client.disconnect();
  });
});
