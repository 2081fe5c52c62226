import {
  TEXTS,
  UpdateProfileDto,
  changePassword,
  deleteAccount,
  findBio,
  getProfile,
  getSettings,
  listRevokedSessions,
  listSessions,
  login,
  refreshSession,
  sessionRevoked,
  updateProfile,
  userDeleted,
  userProfileChanged,
  userRegistered,
} from '@duet/contracts';
import { PASSWORD, aUser, eventually } from '@duet/testing';
import jwt from 'jsonwebtoken';
import { RunningAuth } from './running-auth.js';

const NEW_PASSWORD = 'Walrus9Green-Sky';

let auth: RunningAuth;

beforeAll(async () => {
  auth = await RunningAuth.start();
});

afterAll(() => auth.stop());

const eventsAbout: RunningAuth['eventsAbout'] = (...given) => auth.eventsAbout(...given);

describe('profile', () => {
  it('changes the given fields and publishes each change with a higher version', async () => {
    const { caller, account } = await auth.person();
    const changed = await auth.bus.call(updateProfile, { firstName: 'Grace', bio: 'Loves compilers' }, caller);
    expect(changed).toEqual({
      ...account,
      firstName: 'Grace',
      fullName: `Grace ${account.lastName}`,
      bio: 'Loves compilers',
    });
    expect(await auth.bus.call(getProfile, {}, caller)).toEqual(changed);
    expect(await auth.bus.call(findBio, { userId: account._id })).toEqual({ bio: 'Loves compilers' });
    await auth.bus.call(updateProfile, { lastName: 'Hopper', username: `${account.username}_2` }, caller);
    await eventually(async () => {
      const events = await eventsAbout(account._id, userProfileChanged);
      expect(events.map(({ firstName, lastName, version }) => ({ firstName, lastName, version }))).toEqual([
        { firstName: 'Grace', lastName: account.lastName, version: 2 },
        { firstName: 'Grace', lastName: 'Hopper', version: 3 },
      ]);
    });
  });

  it('publishes nothing when nothing changes', async () => {
    const { caller, account } = await auth.person();
    await auth.bus.call(updateProfile, { firstName: account.firstName, bio: '' }, caller);
    expect(await auth.rows('SELECT version FROM users WHERE id = $1', [account.id])).toEqual([{ version: 1 }]);
  });

  it('refuses a taken username and lets its owner change its case', async () => {
    const [ada, bob] = [await auth.person(), await auth.person()];
    const taken = await auth.bus.refusal(updateProfile, { username: ada.account.username.toUpperCase() }, bob.caller);
    expect(taken).toMatchObject({ code: 'USERNAME_TAKEN', errors: [{ field: 'username' }] });
    const own = await auth.bus.call(updateProfile, { username: ada.account.username.toUpperCase() }, ada.caller);
    expect(own.username).toBe(ada.account.username.toUpperCase());
  });

  it.each<[object, string]>([
    [{ bio: 'x'.repeat(301) }, 'bio'],
    [{ firstName: '' }, 'firstName'],
    [{ email: 'new@example.org' }, 'email'],
    [{ avatar: 'https://evil.example/x.png' }, 'avatar'],
    [{ version: 99 }, 'version'],
  ])('refuses %j', async (change, field) => {
    const { caller } = await auth.person();
    expect(await auth.bus.refusal(updateProfile, Object.assign(new UpdateProfileDto(), change), caller)).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field }],
    });
  });

  it('answers UNAUTHENTICATED without a valid token', async () => {
    for (const call of [getProfile, getSettings, listSessions])
      expect((await auth.bus.refusal(call, {})).code).toBe('UNAUTHENTICATED');
    expect((await auth.bus.refusal(updateProfile, { bio: 'x' }, { token: 'x.y.z' })).code).toBe('UNAUTHENTICATED');
  });
});

describe('a password change', () => {
  it('ends the other sessions, announces that live, and keeps the caller’s', async () => {
    const here = await auth.person();
    const there = await auth.again(here);
    await auth.bus.call(changePassword, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, here.caller);
    expect((await auth.bus.refusal(refreshSession, { refreshToken: there.refreshToken })).code).toBe('UNAUTHENTICATED');
    await auth.bus.call(refreshSession, { refreshToken: here.refreshToken });
    const gone = jwt.decode(there.token, { json: true })?.['sid'];
    await eventually(() =>
      expect(auth.bus.live(sessionRevoked)).toContainEqual({
        sessionId: gone,
        userId: here.account.id,
        revokedAt: expect.any(String),
      }),
    );
    expect(
      (await auth.bus.call(listRevokedSessions, { since: new Date(0).toISOString() })).map(
        ({ sessionId }) => sessionId,
      ),
    ).toContain(gone);
    expect((await auth.bus.refusal(login, { email: here.typed.email, password: PASSWORD })).code).toBe(
      'INVALID_CREDENTIALS',
    );
    await auth.bus.call(login, { email: here.typed.email, password: NEW_PASSWORD });
  });

  it('requires the current password and applies the rules of registration to the new one', async () => {
    const { caller, typed } = await auth.person();
    const change = (currentPassword: string, newPassword: string) =>
      auth.bus.refusal(changePassword, { currentPassword, newPassword }, caller);
    expect(await change('Not1MyPassword', NEW_PASSWORD)).toMatchObject({ code: 'WRONG_PASSWORD', status: 403 });
    expect(await change(PASSWORD, 'short')).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'newPassword', message: TEXTS.passwordTooShort }],
    });
    expect(await change(PASSWORD, 'Qwerty123')).toMatchObject({
      errors: [{ field: 'newPassword', message: TEXTS.passwordCommon }],
    });
    expect(await change(PASSWORD, `${typed.username}A1`)).toMatchObject({
      errors: [{ field: 'newPassword', message: TEXTS.passwordCommon }],
    });
  });
});

describe('the deletion of an account', () => {
  it('requires the password and leaves nothing but the ids of the ended sessions', async () => {
    const canary = aUser({
      firstName: 'Canary',
      lastName: 'Birdsong',
      username: 'canary_birdsong',
      email: 'canary@birdsong.example',
    });
    const person = await auth.person(canary);
    const other = await auth.again(person);
    await auth.bus.call(updateProfile, { bio: 'birdsong in the mine' }, person.caller);
    await eventually(async () => expect(await eventsAbout(person.account.id, userProfileChanged)).toHaveLength(1));

    expect((await auth.bus.refusal(deleteAccount, { password: 'Wrong1Password' }, person.caller)).code).toBe(
      'WRONG_PASSWORD',
    );
    await auth.bus.call(deleteAccount, { password: PASSWORD }, person.caller);

    await eventually(async () =>
      expect(await auth.bus.events(userDeleted)).toContainEqual({ userId: person.account.id }),
    );
    const tables = await auth.rows<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'auth'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['users', 'sessions', 'outbox', 'email_tokens', 'jobs', 'dead_letter']),
    );
    await eventually(async () => {
      for (const { name } of tables)
        expect(JSON.stringify(await auth.rows(`SELECT * FROM "${name}"`))).not.toMatch(/birdsong/i);
      for (const kind of [userRegistered, userProfileChanged])
        expect(await eventsAbout(person.account.id, kind)).toEqual([]);
    });
    const ended = [person, other].map(({ token }) => jwt.decode(token, { json: true })?.['sid']);
    expect(
      (await auth.rows<{ session_id: string }>('SELECT session_id FROM revoked_sessions')).map((row) => row.session_id),
    ).toEqual(expect.arrayContaining(ended));
    await eventually(() =>
      expect(auth.bus.live(sessionRevoked).map(({ sessionId }) => sessionId)).toEqual(expect.arrayContaining(ended)),
    );
    expect((await auth.bus.refusal(getProfile, {}, person.caller)).code).toBe('USER_NOT_FOUND');
    expect((await auth.bus.refusal(findBio, { userId: person.account.id })).code).toBe('USER_NOT_FOUND');
    expect((await auth.bus.refusal(login, { email: canary.email, password: PASSWORD })).code).toBe(
      'INVALID_CREDENTIALS',
    );
    await auth.person({ email: canary.email, username: canary.username });
  });
});
