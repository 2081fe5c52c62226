import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { login, reportSignInAttempts, signInUnlocked } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { aUser, eventually } from '@duet/testing';
import { LOGIN_ALARM, LOGIN_DEVICE, LOGIN_STRANGER } from '../src/auth/auth.limits.js';
import { PROOF, anAddress, useAuthEdge } from './auth-edge.js';
import { startGateway } from './edge.js';
import { email, exhaust, pointsOf } from './exhaust.js';
import { gatewaySettings } from './settings.js';

const edge = useAuthEdge();
const { ask, keys } = edge;

describe('rate limits of passwords', () => {
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
});
