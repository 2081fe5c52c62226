import { TEXTS, getProfile, login, refreshSession, registerAccount, userRegistered } from '@duet/contracts';
import { AccessTokens, Clock, KeySet } from '@duet/service-kit';
import { aUser, eventually, LOCK_WAITS, PASSWORD } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import jwt from 'jsonwebtoken';
import type { DataSource } from 'typeorm';
import { RunningAuth } from './running-auth.js';
import { differenceOfFastest } from './timing.js';

let auth: RunningAuth;

beforeAll(async () => {
  auth = await RunningAuth.start();
});

afterAll(() => auth.stop());

const eventsAbout: RunningAuth['eventsAbout'] = (...given) => auth.eventsAbout(...given);

describe('registration', () => {
  it('creates an account, signs it in and publishes an event', async () => {
    const typed = aUser({
      firstName: '  Zoë ',
      lastName: 'O’Neill 🎻',
      email: 'Zoe.Neill@Example.ORG',
      username: 'Zoe_N',
    });
    const { account, token, refreshToken, version } = await auth.bus.call(registerAccount, typed);
    expect(account).toEqual({
      _id: expect.any(String),
      id: account._id,
      firstName: 'Zoë',
      lastName: 'O’Neill 🎻',
      fullName: 'Zoë O’Neill 🎻',
      username: 'Zoe_N',
      email: 'Zoe.Neill@Example.ORG',
      emailVerified: false,
      pendingEmail: null,
      refusedEmail: null,
      secondFactorRemovalAt: null,
      bio: '',
      avatar: null,
      createdAt: expect.any(String),
    });
    expect(version).toBe(1);
    expect(await auth.bus.call(getProfile, {}, { token })).toEqual(account);
    expect(await auth.bus.call(refreshSession, { refreshToken })).toEqual({
      token: expect.any(String),
      refreshToken: expect.any(String),
    });
    const event = await eventually(async () => {
      const [first] = await eventsAbout(account._id, userRegistered);
      expect(first).toBeDefined();
      return first;
    });
    const { firstName, lastName, username, email } = account;
    expect(event).toEqual({
      _id: account._id,
      firstName,
      lastName,
      username,
      email,
      avatar: null,
      version: 1,
      findable: 'everyone',
      readReceipts: true,
      typing: true,
      online: true,
      lastSeen: true,
      linkPreviews: true,
      disappearingDefault: null,
      unlisted: [],
      dailyQuestionTime: '19:00',
      hiddenParts: [],
    });
  });

  it.each([
    ['👩‍🚀👨‍🚀', '👩‍🚀👨‍🚀'],
    ['مريم', 'مريم'],
    ['\u202eבר\u202c', 'בר'],
    [' Ada\n\tMaria ', 'Ada Maria'],
    ['Zoe\u0308', 'Zoë'],
  ])('stores the name %j as %j', async (firstName, stored) => {
    expect((await auth.person({ firstName })).account.firstName).toBe(stored);
  });

  it('stores an argon2id hash of at least 19 MiB and two passes, and never the password', async () => {
    const { account } = await auth.person();
    const [row] = await auth.rows<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = $1', [
      account.id,
    ]);
    const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(row?.password_hash ?? '') ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(time)).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(await auth.rows('SELECT * FROM users, sessions'))).not.toContain(PASSWORD);
  });

  it('signs an access token with ES256, key id, type, issuer and audience for 15 minutes', async () => {
    const { token, account } = await auth.person();
    const { header, payload } = jwt.decode(token, { complete: true }) ?? {};
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: auth.keys.kid });
    if (typeof payload !== 'object') throw new Error('no claims');
    expect(payload).toEqual({
      sub: account.id,
      sid: expect.any(String),
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 900,
      iss: 'duet',
      aud: 'duet',
    });
    expect(new AccessTokens(new KeySet(auth.keys.publicKeys, undefined), new Clock()).verify(token).userId).toBe(
      account.id,
    );
  });

  const BAD: [keyof ReturnType<typeof aUser>, unknown, string][] = [
    ['firstName', '', TEXTS.firstNameRequired],
    ['firstName', 'A', TEXTS.firstNameTooShort],
    ['lastName', undefined, TEXTS.lastNameRequired],
    ['username', 'no spaces', TEXTS.usernameCharacters],
    ['username', 'ab', TEXTS.usernameTooShort],
    ['email', 'nobody', TEXTS.emailInvalid],
    ['email', '', TEXTS.emailRequired],
    ['email', { $ne: null }, 'email must be text'],
    ['password', 'Ab1', TEXTS.passwordTooShort],
    ['password', 'alllowercase1', TEXTS.passwordMix],
    ['password', `Aa1${'x'.repeat(126)}`, TEXTS.passwordTooLong],
    ['password', 'Password1', TEXTS.passwordCommon],
    ['password', 'pASSWORD123', TEXTS.passwordCommon],
    ['password', 'Byron1815', TEXTS.passwordCommon],
    ['password', ['Tango7Blue'], 'password must be text'],
    ['confirmPassword', 'Something3Else', TEXTS.confirmMismatch],
  ];

  it.each(BAD)('refuses %s = %j', async (field, value, message) => {
    const refusal = await auth.bus.refusal(registerAccount, Object.assign(aUser(), { [field]: value }));
    expect({ code: refusal.code, status: refusal.status, errors: refusal.errors }).toEqual({
      code: 'VALIDATION_FAILED',
      status: 400,
      errors: [expect.objectContaining({ field, message })],
    });
  });

  it('accepts a password of 128 characters', async () => {
    await auth.person({ password: `Aa1${'x'.repeat(125)}` });
  });

  it.each(['id', 'version', 'emailVerifiedAt', 'passwordHash', 'avatar', '__proto__'])(
    'refuses the unknown field %s',
    async (field) => {
      const input = JSON.parse(`{"${field}": "1"}`);
      const refusal = await auth.bus.refusal(
        registerAccount,
        Object.defineProperties(aUser(), Object.getOwnPropertyDescriptors(input)),
      );
      expect(refusal.code).toBe('VALIDATION_FAILED');
    },
  );

  it.each([
    ['the same spelling', (email: string) => email],
    ['another case', (email: string) => email.toUpperCase()],
    ['full-width letters', (email: string) => email.replace('ada', 'ａｄａ')],
  ])('refuses a taken e-mail in %s', async (_how, respell) => {
    const { typed } = await auth.person();
    const refusal = await auth.bus.refusal(registerAccount, aUser({ email: respell(typed.email) }));
    expect(refusal).toMatchObject({
      code: 'EMAIL_TAKEN',
      status: 409,
      errors: [{ field: 'email', message: 'This email is already registered' }],
    });
  });

  it('refuses a taken username in another case', async () => {
    const { typed } = await auth.person();
    const refusal = await auth.bus.refusal(registerAccount, aUser({ username: typed.username.toUpperCase() }));
    expect(refusal).toMatchObject({
      code: 'USERNAME_TAKEN',
      status: 409,
      errors: [{ field: 'username', message: 'This username is already taken' }],
    });
  });

  it('accepts one of ten simultaneous registrations with one address', async () => {
    const { email } = aUser();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => auth.bus.call(registerAccount, aUser({ email }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await auth.rows('SELECT id FROM users WHERE email_key = $1', [email.toLowerCase()])).toHaveLength(1);
  });

  it('replaces a line break in a name by a space', async () => {
    const { account } = await auth.person({ firstName: 'Eve\r\nBcc: x@y.z' });
    expect(account.firstName).toBe('Eve Bcc: x@y.z');
  });
});

describe('login', () => {
  it('accepts any spelling of the address', async () => {
    const { typed, account } = await auth.person();
    for (const email of [typed.email.toUpperCase(), typed.email.replace('ada', 'ＡＤＡ')]) {
      expect((await auth.bus.call(login, { email, password: typed.password })).account).toEqual(account);
    }
  });

  it('accepts a password in another Unicode form', async () => {
    const { typed } = await auth.person({ password: 'Cafe\u0301-9Tango' });
    await auth.bus.call(login, { email: typed.email, password: 'Caf\u00e9-9Tango' });
  });

  it('answers an unknown account like a wrong password, byte for byte and as slowly', async () => {
    const { typed } = await auth.person();
    const attempt = async (email: string): Promise<string> =>
      JSON.stringify((await auth.bus.refusal(login, { email, password: 'Wrong1Password' })).toFailure());
    expect(await attempt(aUser().email)).toBe(await attempt(typed.email));
    expect(
      await differenceOfFastest(
        5,
        15,
        () => attempt(typed.email),
        () => attempt(aUser().email),
      ),
    ).toBeLessThan(5);
    expect((await auth.bus.refusal(login, { email: typed.email, password: 'x' })).message).toBe(
      'Invalid email or password',
    );
  });

  it('refuses the old password when it is changed during its verification', async () => {
    const { typed, account } = await auth.person();
    const database = auth.app.get<DataSource>(getDataSourceToken());
    const attempt = await database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [account.id]);
      const refusal = auth.bus.refusal(login, { email: typed.email, password: PASSWORD });
      await eventually(async () => {
        expect(await database.query(LOCK_WAITS)).toHaveLength(1);
      }, 1_500);
      await tx.query(`UPDATE users SET password_hash = 'another' WHERE id = $1`, [account.id]);
      return { refusal };
    });
    expect((await attempt.refusal).code).toBe('INVALID_CREDENTIALS');
  });

  it('refuses a too long password before hashing it', async () => {
    const { typed } = await auth.person();
    const refusal = await auth.bus.refusal(login, { email: typed.email, password: 'x'.repeat(100_000) });
    expect(refusal).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'password', message: TEXTS.passwordTooLong }],
    });
  });
});
