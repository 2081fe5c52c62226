import 'reflect-metadata';
import { forgotPassword } from '@duet/contracts';
import { aUser, eventually } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ASK_PASSKEY,
  CONFIRM_PASSKEY,
  FORGOT_PASSWORD,
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
import { email, exhaust, pointsOf } from './exhaust.js';
import { gatewaySettings } from './settings.js';

const edge = useAuthEdge();
const { ask, keys } = edge;

describe('rate limits', () => {
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

  it('count all addresses of an IPv6 network as one', async () => {
    const call = (n: number) =>
      ask('POST', '/auth/forgot-password', { email: email() }, { ip: `2001:db8:77:1::${(n + 1).toString(16)}` });
    expect(await exhaust(call, pointsOf(FORGOT_PASSWORD, 'ip'))).toBe(pointsOf(FORGOT_PASSWORD, 'ip'));
    expect((await ask('POST', '/auth/forgot-password', { email: email() }, { ip: '2001:db8:77:2::1' })).status).toBe(
      200,
    );
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
