import {
  LIMITS,
  type Tokens,
  listRevokedSessions,
  listSessions,
  logout,
  refreshSession,
  revokeOtherSessions,
  revokeSession,
  sessionRevoked,
} from '@duet/contracts';
import { sessionAlias } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import jwt from 'jsonwebtoken';
import { v7 as uuid } from 'uuid';
import { Session } from '../src/sessions/session.entity.js';
import { SessionsService } from '../src/sessions/sessions.service.js';
import { DAY, MINUTE, RunningAuth, SECOND } from './running-auth.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let auth: RunningAuth;

beforeAll(async () => {
  auth = await RunningAuth.start();
});

afterAll(() => auth.stop());

const refresh = (refreshToken: string): Promise<Tokens> => auth.bus.call(refreshSession, { refreshToken });
const refusal = async (refreshToken: string): Promise<string> =>
  (await auth.bus.refusal(refreshSession, { refreshToken })).code;
const sessionOf = (token: string): string => String(jwt.decode(token, { json: true })?.['sid']);
const revokedIds = async (): Promise<string[]> =>
  (await auth.bus.call(listRevokedSessions, { since: new Date(0).toISOString() })).map(({ sessionId }) => sessionId);

describe('refresh', () => {
  it('returns a new token each time and stores only its hash', async () => {
    const { refreshToken, token, account } = await auth.person();
    const next = await refresh(refreshToken);
    expect(next.refreshToken).not.toBe(refreshToken);
    expect(jwt.decode(next.token, { json: true })).toMatchObject({ sub: account.id, sid: sessionOf(token) });
    const stored = JSON.stringify(await auth.rows('SELECT * FROM sessions'));
    for (const secret of [refreshToken, next.refreshToken].map((whole) => whole.split('.')[1] ?? ''))
      expect(stored).not.toContain(secret);
  });

  it('returns one successor to fifty simultaneous calls with one token', async () => {
    // The first round opens the pool's connections; from the second on the calls run concurrently.
    for (let round = 0; round < 3; round += 1) {
      const { refreshToken } = await auth.person();
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)));
      expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
      await refresh(answers[0]?.refreshToken ?? '');
    }
  });

  it('returns the newest token for any token that was used within the overlap', async () => {
    const { refreshToken } = await auth.person();
    const second = await refresh(refreshToken);
    auth.clock.forward(2 * SECOND);
    const third = await refresh(second.refreshToken);
    auth.clock.forward(2 * SECOND);
    expect((await refresh(refreshToken)).refreshToken).toBe(third.refreshToken);
    expect((await refresh(second.refreshToken)).refreshToken).toBe(third.refreshToken);
    await refresh(third.refreshToken);
  });

  it('returns the same successor until the end of the overlap', async () => {
    const { refreshToken } = await auth.person();
    const next = await refresh(refreshToken);
    auth.clock.forward(9.5 * SECOND);
    expect((await refresh(refreshToken)).refreshToken).toBe(next.refreshToken);
  });

  it('ends the session when a used token is presented after the overlap', async () => {
    const { refreshToken, token, account } = await auth.person();
    const next = await refresh(refreshToken);
    auth.clock.forward(10 * SECOND + 1);
    expect(await refusal(refreshToken)).toBe('UNAUTHENTICATED');
    expect(await refusal(next.refreshToken)).toBe('UNAUTHENTICATED');
    const sessionId = sessionOf(token);
    await eventually(() =>
      expect(auth.bus.live(sessionRevoked)).toContainEqual({
        sessionId,
        userId: account.id,
        revokedAt: expect.any(String),
      }),
    );
    expect(await revokedIds()).toContain(sessionId);
  });

  it('ends no other session after a replay', async () => {
    const here = await auth.person();
    const there = await auth.again(here);
    await refresh(here.refreshToken);
    auth.clock.forward(11 * SECOND);
    await refusal(here.refreshToken);
    await refresh(there.refreshToken);
  });

  it('ends the session also when it runs concurrently with a sign-out', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { refreshToken } = await auth.person();
      const [rotated] = await Promise.all([
        refresh(refreshToken).catch(() => null),
        auth.bus.call(logout, { refreshToken }),
      ]);
      if (rotated) expect(await refusal(rotated.refreshToken)).toBe('UNAUTHENTICATED');
    }
  });

  it('extends a session that would expire after 30 days without use', async () => {
    const [idle, busy] = [await auth.person(), await auth.person()];
    auth.clock.forward(20 * DAY);
    const used = await refresh(busy.refreshToken);
    auth.clock.forward(11 * DAY);
    expect(await refusal(idle.refreshToken)).toBe('UNAUTHENTICATED');
    await refresh(used.refreshToken);
  });

  it.each([
    '',
    'x',
    `${uuid()}.short`,
    `${uuid()}.${'A'.repeat(43)}`,
    `${'9'.repeat(36)}.${'A'.repeat(43)}`,
    "'; DROP TABLE sessions; --",
  ])('refuses %j', async (token) => {
    expect(await refusal(token)).toBe('UNAUTHENTICATED');
  });

  it('refuses a token that is not text', async () => {
    const input = Object.assign({ refreshToken: '' }, { refreshToken: { $gt: '' } });
    expect((await auth.bus.refusal(refreshSession, input)).code).toBe('VALIDATION_FAILED');
  });
});

describe('sessions', () => {
  it('are listed with the last used first and the current one marked', async () => {
    const here = await auth.person();
    auth.clock.forward(MINUTE);
    const there = await auth.again(here, FIREFOX);
    const sessions = await auth.bus.call(listSessions, {}, here.caller);
    expect(sessions).toEqual([
      expect.objectContaining({
        id: sessionAlias(sessionOf(there.token)),
        _id: sessionAlias(sessionOf(there.token)),
        device: 'Firefox on Linux',
        browser: 'Firefox',
        system: 'Linux',
        ip: '192.0.2.1',
        country: null,
        current: false,
      }),
      expect.objectContaining({ device: 'Unknown device', browser: null, system: null, current: true }),
    ]);
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual([
      '_id',
      'browser',
      'country',
      'createdAt',
      'current',
      'device',
      'id',
      'ip',
      'lastUsedAt',
      'system',
    ]);
  });

  it('can be ended by their user; another user’s gets the answer of a missing one', async () => {
    const here = await auth.person();
    const there = await auth.again(here);
    const stranger = await auth.person();
    const [id] = (await auth.bus.call(listSessions, {}, here.caller)).flatMap((one) => (one.current ? [] : one.id));
    const foreign = await auth.bus.refusal(revokeSession, { id: id ?? '' }, stranger.caller);
    const missing = await auth.bus.refusal(revokeSession, { id: uuid() }, stranger.caller);
    expect(foreign.toFailure()).toEqual(missing.toFailure());
    expect(foreign.code).toBe('SESSION_NOT_FOUND');
    await refresh(there.refreshToken);
    await auth.bus.call(revokeSession, { id: id ?? '' }, here.caller);
    expect(await refusal(there.refreshToken)).toBe('UNAUTHENTICATED');
    const named = await auth.again(here);
    await auth.bus.call(revokeSession, { id: sessionOf(named.token) }, here.caller);
    expect(await refusal(named.refreshToken)).toBe('UNAUTHENTICATED');
    expect((await auth.bus.refusal(revokeSession, { id: 'x' }, here.caller)).code).toBe('VALIDATION_FAILED');
  });

  it('can all be ended except the current one', async () => {
    const here = await auth.person();
    const others = [await auth.again(here), await auth.again(here)];
    expect(await auth.bus.call(revokeOtherSessions, {}, here.caller)).toEqual({ ended: 2 });
    for (const { refreshToken } of others) expect(await refusal(refreshToken)).toBe('UNAUTHENTICATED');
    await refresh(here.refreshToken);
    expect(await revokedIds()).toEqual(expect.arrayContaining(others.map(({ token }) => sessionOf(token))));
  });

  it('end at a sign-out by refresh token or access token, which always succeeds', async () => {
    const [byRefresh, byAccess, untouched] = [await auth.person(), await auth.person(), await auth.person()];
    const rotated = await refresh(byRefresh.refreshToken);
    await auth.bus.call(logout, { refreshToken: rotated.refreshToken });
    expect(await refusal(rotated.refreshToken)).toBe('UNAUTHENTICATED');
    await auth.bus.call(logout, {}, byAccess.caller);
    expect(await refusal(byAccess.refreshToken)).toBe('UNAUTHENTICATED');
    for (const refreshToken of [undefined, 'nonsense', `${uuid()}.${'A'.repeat(43)}`, rotated.refreshToken])
      expect(await auth.bus.call(logout, { refreshToken })).toEqual({ done: true });
    await refresh(untouched.refreshToken);
  });

  it('end at a sign-out by an old refresh token that a thief has used since', async () => {
    const { refreshToken, token } = await auth.person();
    let stolen = await refresh(refreshToken);
    for (let times = 0; times < 20; times += 1) stolen = await refresh(stolen.refreshToken);
    auth.clock.forward(LIMITS.accessTokenSeconds * SECOND);
    await auth.bus.call(logout, { refreshToken });
    expect(await refusal(stolen.refreshToken)).toBe('UNAUTHENTICATED');
    expect(await revokedIds()).toContain(sessionOf(token));
  });

  it('are listed as revoked for the lifetime of an access token, then deleted', async () => {
    const { token, refreshToken } = await auth.person();
    // The machine's clock may be set back a little meanwhile.
    const before = auth.clock.in(-SECOND);
    await auth.bus.call(logout, { refreshToken });
    const since = (instant: Date) => auth.bus.call(listRevokedSessions, { since: instant.toISOString() });
    expect((await since(before)).map(({ sessionId }) => sessionId)).toContain(sessionOf(token));
    expect(await since(auth.clock.in(SECOND))).toEqual([]);
    auth.clock.forward(18 * MINUTE);
    expect(await since(new Date(0))).toEqual([]);
    await auth.app.get(SessionsService).sweep();
    expect(await auth.rows('SELECT * FROM revoked_sessions')).toEqual([]);
  });

  it('sweeps expired sessions and keeps live ones', async () => {
    const old = await auth.person();
    auth.clock.forward(31 * DAY);
    const young = await auth.person();
    await auth.app.get(SessionsService).sweep();
    const ids = (await auth.rows<Pick<Session, 'id'>>('SELECT id FROM sessions')).map(({ id }) => id);
    expect(ids).toContain(sessionOf(young.token));
    expect(ids).not.toContain(sessionOf(old.token));
  });
});

describe('the age of a session', () => {
  it('ends after a month without a refresh', async () => {
    const idle = await auth.person();
    auth.clock.forward(LIMITS.refreshTokenDays * DAY);
    expect(await refusal(idle.refreshToken)).toBe('UNAUTHENTICATED');
  });

  it('ends after a year, however often it was refreshed', async () => {
    const { account, ...person } = await auth.person();
    let { refreshToken } = person;
    for (let days = 0; days + 25 < LIMITS.sessionDays; days += 25) {
      auth.clock.forward(25 * DAY);
      ({ refreshToken } = await refresh(refreshToken));
    }
    const [session] = await auth.rows<{ created_at: Date; expires_at: Date }>(
      'SELECT created_at, expires_at FROM sessions WHERE user_id = $1',
      [account.id],
    );
    expect((session?.expires_at.getTime() ?? 0) - (session?.created_at.getTime() ?? 0)).toBe(LIMITS.sessionDays * DAY);
    auth.clock.forward(25 * DAY);
    expect(await refusal(refreshToken)).toBe('UNAUTHENTICATED');
  });
});
