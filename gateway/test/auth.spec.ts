import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  DEFAULT_SETTINGS,
  getPartnerStatus,
  getProfile,
  login,
  logout,
  personSettled,
  registerAccount,
  sessionRevoked,
  unsubscribeByLink,
} from '@duet/contracts';
import { AppError, fieldError } from '@duet/service-kit';
import { accessToken, aUser, eventually } from '@duet/testing';
import { PARTNER, PROOF, useAuthEdge } from './auth-edge.js';

const edge = useAuthEdge();
const { aSession, ask, keys, link } = edge;

describe('a sign-in', () => {
  const shape = () => ({
    success: true,
    user: { ...edge.state.account, partner: null, partnershipDate: null },
    token: edge.state.signedIn.token,
    refreshToken: 'refresh',
    partner: null,
  });

  it('after a registration returns user, tokens and partner at the top level once pairing knows the account', async () => {
    const typed = { ...aUser(), confirmPassword: aUser().password };
    expect(await ask('POST', '/auth/register', typed)).toMatchObject({ status: 201, body: shape() });
    expect(edge.state.subjects()).toEqual([registerAccount.subject, personSettled.subject]);
    expect(edge.state.calls[1]?.input).toEqual({ userId: edge.me.userId, version: 1 });
  });

  it('after a registration succeeds although pairing is unavailable', async () => {
    edge.state.refusals.set(personSettled.subject, new AppError('TIMEOUT'));
    edge.state.refusals.set(getPartnerStatus.subject, new AppError('UNAVAILABLE'));
    expect((await ask('POST', '/auth/register', aUser())).body).toEqual(shape());
  });

  it.each([
    ['a password', '/auth/login', () => ({ email: aUser().email, password: 'x' })],
    ['a passkey', '/auth/passkey', () => PROOF],
    ['a password reset', '/auth/reset-password', () => ({ token: 'A'.repeat(43), password: aUser().password })],
  ])('with %s returns the partner', async (_how, path, body) => {
    expect(await ask('POST', path, body())).toMatchObject({ status: 200, body: shape() });
    link();
    const { body: linked } = await ask('POST', path, body());
    expect(linked).toEqual({
      ...shape(),
      user: { ...edge.state.account, partner: PARTNER, partnershipDate: '2026-02-14T00:00:00.000Z' },
      partner: PARTNER,
    });
  });

  it('ignores an attached access token and passes on the client address', async () => {
    const expired = accessToken(keys, edge.me, -10);
    for (const authorization of [`Bearer ${expired}`, 'Bearer rubbish', edge.me.headers.authorization]) {
      const { status } = await ask(
        'POST',
        '/auth/login',
        { email: aUser().email, password: 'x' },
        { headers: { authorization }, ip: '10.9.9.9' },
      );
      expect(status).toBe(200);
    }
    expect(edge.state.calls.filter(({ subject }) => subject === login.subject)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ actor: null, ip: '10.9.9.9' })),
    );
  });

  it('passes on the errors of auth with their fields', async () => {
    edge.state.refusals.set(
      registerAccount.subject,
      fieldError('email', 'This email is already registered', 'EMAIL_TAKEN'),
    );
    expect(await ask('POST', '/auth/register', aUser())).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'EMAIL_TAKEN',
        message: 'This email is already registered',
        errors: [{ field: 'email', code: 'EMAIL_TAKEN', message: 'This email is already registered' }],
        requestId: expect.any(String),
      },
    });
  });

  it('rejects invalid input without calling a service', async () => {
    expect(await ask('POST', '/auth/register', { ...aUser(), firstName: '', role: 'admin' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
    expect(edge.state.calls).toEqual([]);
  });
});

describe('a session', () => {
  it('is refreshed with an answer that contains only tokens', async () => {
    const { status, body } = await ask('POST', '/auth/refresh-token', { refreshToken: 'old' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, token: 'next', refreshToken: 'next-refresh' },
    });
  });

  it('ends by its refresh token with any access token, or by its access token, or by either', async () => {
    expect(
      (await ask('POST', '/auth/logout', { refreshToken: 'old' }, { headers: { authorization: 'Bearer rubbish' } }))
        .status,
    ).toBe(200);
    // Somebody else may have used a copy of the refresh token, so that it is no longer known.
    expect((await ask('POST', '/auth/logout', { refreshToken: 'old' }, edge.me)).status).toBe(200);
    expect(await ask('POST', '/auth/logout', {}, edge.me)).toMatchObject({
      status: 200,
      body: { success: true, data: { done: true } },
    });
    expect(edge.state.calls.map(({ subject, actor }) => [subject, actor])).toEqual([
      [logout.subject, null],
      [logout.subject, edge.me.userId],
      [logout.subject, edge.me.userId],
    ]);
  });

  it('is rejected once it is revoked', async () => {
    expect((await ask('GET', '/auth/sessions', undefined, edge.me)).status).toBe(200);
    edge.live.push(sessionRevoked, {
      sessionId: edge.me.sessionId,
      userId: edge.me.userId,
      revokedAt: new Date().toISOString(),
    });
    await eventually(async () =>
      expect(await ask('GET', '/auth/sessions', undefined, edge.me)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED' },
      }),
    );
    expect((await ask('GET', '/auth/sessions', undefined, aSession())).status).toBe(200);
  });

  it('is rejected once its token has expired, also after the gateway has verified it', async () => {
    const soon = { headers: { authorization: `Bearer ${accessToken(keys, edge.me, 2)}` } };
    expect((await ask('GET', '/auth/sessions', undefined, soon)).status).toBe(200);
    await eventually(async () =>
      expect(await ask('GET', '/auth/sessions', undefined, soon)).toMatchObject({
        status: 401,
        body: { code: 'TOKEN_EXPIRED' },
      }),
    );
  });

  it('can end all other sessions', async () => {
    expect((await ask('DELETE', '/auth/sessions', undefined, edge.me)).body).toEqual({
      success: true,
      data: { ended: 2 },
    });
  });
});

describe('an account', () => {
  it('is returned as `user` and as `data`, with its partner', async () => {
    link();
    const user = { ...edge.state.account, partner: PARTNER, partnershipDate: '2026-02-14T00:00:00.000Z' };
    expect(await ask('GET', '/users/profile', undefined, edge.me)).toMatchObject({
      status: 200,
      body: { success: true, user, data: user },
    });
    expect(await ask('PUT', '/users/profile', { bio: 'hi' }, edge.me)).toMatchObject({
      status: 200,
      body: { success: true, user, data: user },
    });
    expect(edge.state.calls.every(({ actor }) => actor === edge.me.userId)).toBe(true);
    expect(edge.state.subjects()).toContain(getProfile.subject);
  });

  it('returns and changes its settings', async () => {
    expect((await ask('GET', '/users/settings', undefined, edge.me)).body).toEqual({
      success: true,
      data: DEFAULT_SETTINGS,
    });
    expect((await ask('PUT', '/users/settings', { settings: { appearance: { theme: 'dark' } } }, edge.me)).status).toBe(
      200,
    );
    expect(edge.state.subjects()).not.toContain(personSettled.subject);
    expect(
      (await ask('PUT', '/users/settings', { settings: { privacy: { disappearingDefault: 3_600 } } }, edge.me)).body,
    ).toEqual({ success: true, data: DEFAULT_SETTINGS });
    expect(edge.state.calls.at(-1)).toMatchObject({
      subject: personSettled.subject,
      input: { userId: edge.me.userId, version: 7 },
    });
    edge.state.refusals.set(personSettled.subject, new AppError('TIMEOUT'));
    expect((await ask('PUT', '/users/settings', { settings: { privacy: { typing: false } } }, edge.me)).status).toBe(
      200,
    );
    expect(
      (await ask('PUT', '/users/settings', { settings: { appearance: { theme: 'neon' } } }, edge.me)).body,
    ).toMatchObject({ errors: [{ field: 'settings.appearance.theme' }] });
    expect((await ask('PUT', '/users/settings', { settings: {}, userId: 'x' }, edge.me)).status).toBe(400);
    expect((await ask('PUT', '/users/settings', { settings: { together: { lists: false } } }, edge.me)).status).toBe(
      200,
    );
    // Nobody names a person or a part of their own.
    for (const together of [{ lists: 'no' }, { lists: null }, { chat: false }, { lists: false, userId: 'x' }, []])
      expect((await ask('PUT', '/users/settings', { settings: { together } }, edge.me)).status).toBe(400);
  });

  it('gets the same answer from every route that sends a mail or opens a mailed link', async () => {
    for (const [method, path, body] of [
      ['POST', '/auth/forgot-password', { email: aUser().email }],
      ['POST', '/auth/resend-verification', { email: aUser().email }],
      ['GET', `/auth/verify-email/${'A'.repeat(43)}`, undefined],
      ['POST', '/auth/cancel-email-change', { token: 'A'.repeat(43) }],
      ['POST', `/auth/unsubscribe/${'A'.repeat(43)}`, undefined],
    ] as const) {
      expect(await ask(method, path, body)).toMatchObject({
        status: 200,
        body: { success: true, data: { done: true } },
      });
    }
    expect((await ask('POST', '/auth/resend-verification', {}, edge.me)).status).toBe(200);
    expect(edge.state.calls.at(-1)?.actor).toBe(edge.me.userId);
  });

  describe('a mail program that unsubscribes with one click', () => {
    const click = (path: string, type: string | undefined, payload?: string, method: 'GET' | 'POST' = 'POST') =>
      edge.app.inject({
        method,
        url: path,
        ...(payload && { payload }),
        headers: type ? { 'content-type': type } : {},
      });
    const calls = () => edge.state.calls.filter(({ subject }) => subject === unsubscribeByLink.subject);
    const boundary = 'multipart/form-data; boundary=x';

    it.each([
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [boundary, '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'],
      [undefined, undefined],
    ])('posts %s to the address of the page, without a session', async (type, payload) => {
      expect((await click('/unsubscribe/a~lists~b', type, payload)).statusCode).toBe(200);
      expect(calls()).toMatchObject([{ actor: null, input: { token: 'a~lists~b' } }]);
    });

    it('changes nothing by opening the address, as mail scanners do', async () => {
      for (const path of ['/unsubscribe/a~lists~b', '/api/auth/unsubscribe/a~lists~b'])
        await click(path, undefined, undefined, 'GET');
      expect(calls()).toEqual([]);
    });

    it('gets 400 for an invalid link', async () => {
      edge.state.refusals.set(unsubscribeByLink.subject, new AppError('TOKEN_INVALID'));
      const answer = await click('/unsubscribe/x', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click');
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'TOKEN_INVALID' });
    });
  });

  it('opens a mailed link with the session of the caller, and without one if the token is expired, revoked or malformed', async () => {
    const actorOf = async (headers: Record<string, string>) => {
      expect((await ask('GET', `/auth/verify-email/${'A'.repeat(43)}`, undefined, { headers })).status).toBe(200);
      return edge.state.calls.at(-1)?.actor;
    };
    const revoked = aSession();
    edge.live.push(sessionRevoked, {
      sessionId: revoked.sessionId,
      userId: revoked.userId,
      revokedAt: new Date().toISOString(),
    });
    expect(await actorOf(edge.me.headers)).toBe(edge.me.userId);
    expect(await actorOf({ authorization: `Bearer ${accessToken(keys, edge.me, -1)}` })).toBeNull();
    expect(await actorOf({ authorization: `Bearer ${accessToken(keys, edge.me, 60, 'export')}` })).toBeNull();
    expect(await actorOf({ authorization: 'Bearer rubbish' })).toBeNull();
    await eventually(async () => expect(await actorOf(revoked.headers)).toBeNull());
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
    expect(
      await ask(method, path, {}, { headers: { authorization: `Bearer ${accessToken(keys, edge.me, -1)}` } }),
    ).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } });
    expect(edge.state.calls).toEqual([]);
  });
});
