import {
  LIMITS,
  disableSecondFactor,
  enableSecondFactor,
  forgotPassword,
  getSecondFactor,
  login,
  logout,
  renewRecoveryCodes,
  resetPassword,
  setUpSecondFactor,
} from '@duet/contracts';
import { type MailCatcher, PASSWORD, catchMails, eventually } from '@duet/testing';
import { Secret, TOTP } from 'otpauth';
import { MINUTE, type Person, RunningAuth, SECOND } from './running-auth.js';

const HALF_MINUTE = 30 * SECOND;

let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  mailbox = await catchMails();
  auth = await RunningAuth.start({ SMTP_URL: mailbox.url });
});

afterAll(async () => {
  await auth.stop();
  await mailbox.stop();
});

/** The code of the authenticator app, `steps` periods of 30 s from now. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: auth.clock.now().getTime() + steps * HALF_MINUTE,
  });

/** A code that is wrong for the periods around now. */
function wrongCode(secret: string): string {
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
  return ['123456', '654321', '111111', '222222'].find((code) => !right.includes(code)) ?? '';
}

const setUp = (person: Person, password = PASSWORD) => auth.bus.call(setUpSecondFactor, { password }, person.caller);
const enable = (person: Person, code: string) => auth.bus.call(enableSecondFactor, { code }, person.caller);
const status = (person: Person) => auth.bus.call(getSecondFactor, {}, person.caller);

/** A user with an authenticator app, whose current code is used. */
async function protectedPerson() {
  const person = await auth.proved();
  const { secret } = await setUp(person);
  const { recoveryCodes } = await enable(person, codeOf(secret));
  return { person, secret, recoveryCodes };
}

const signIn = ({ typed: { email } }: Person, code?: string, password = PASSWORD) =>
  auth.bus.call(login, { email, password, ...(code !== undefined && { code }) });
const refusal = async (person: Person, code?: string, password = PASSWORD) => {
  const outcome = await signIn(person, code, password).catch((cause: unknown) => cause);
  if (typeof outcome === 'object' && outcome !== null && 'code' in outcome)
    return outcome as { code: string; retryAfter?: number };
  throw new Error('signed in');
};

const mailTo = (address: string, subject: RegExp) =>
  eventually(() => {
    const found = mailbox.mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject));
    expect(found).not.toEqual([]);
    return found.at(-1)?.text ?? '';
  });

describe('setting up the second factor', () => {
  it('is refused to a session that has ended since it began', async () => {
    const person = await auth.proved();
    const { secret } = await setUp(person);
    await auth.bus.call(logout, {}, person.caller);
    const code = codeOf(secret);
    expect((await auth.bus.refusal(enableSecondFactor, { code }, person.caller)).code).toBe('UNAUTHENTICATED');
  });

  it('takes effect after the first code: then a sign-in requires one', async () => {
    const person = await auth.proved();
    expect(await status(person)).toEqual({ enabled: false, since: null, recoveryCodesLeft: 0 });
    const { secret, uri } = await setUp(person);
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    const shown = new URL(uri);
    expect([shown.protocol, shown.host, shown.searchParams.get('secret'), shown.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      'totp',
      secret,
      'Duet',
    ]);
    expect(decodeURIComponent(shown.pathname)).toContain(person.typed.email);
    await signIn(person);

    expect((await auth.bus.refusal(enableSecondFactor, { code: wrongCode(secret) }, person.caller)).code).toBe(
      'CODE_INVALID',
    );
    const { recoveryCodes } = await enable(person, ` ${codeOf(secret).replace(/^(...)/, '$1 ')} `);
    expect(new Set(recoveryCodes).size).toBe(LIMITS.recoveryCodes);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await status(person)).toEqual({
      enabled: true,
      since: expect.any(String),
      recoveryCodesLeft: LIMITS.recoveryCodes,
    });
    expect((await refusal(person)).code).toBe('SECOND_FACTOR_REQUIRED');
    await mailTo(person.typed.email, /sign-in is on/);
  });

  it('requires the password, and a newer secret replaces one that is not enabled', async () => {
    const person = await auth.proved();
    expect((await auth.bus.refusal(setUpSecondFactor, { password: 'Wrong1Horse' }, person.caller)).code).toBe(
      'WRONG_PASSWORD',
    );
    expect((await auth.bus.refusal(enableSecondFactor, { code: '123456' }, person.caller)).code).toBe(
      'SECOND_FACTOR_OFF',
    );
    const first = await setUp(person);
    const second = await setUp(person);
    expect((await auth.bus.refusal(enableSecondFactor, { code: codeOf(first.secret) }, person.caller)).code).toBe(
      'CODE_INVALID',
    );
    await enable(person, codeOf(second.secret));
    expect((await auth.bus.refusal(setUpSecondFactor, { password: PASSWORD }, person.caller)).code).toBe(
      'SECOND_FACTOR_ON',
    );
    expect((await auth.bus.refusal(enableSecondFactor, { code: codeOf(second.secret, 1) }, person.caller)).code).toBe(
      'SECOND_FACTOR_ON',
    );
  });

  it('stores neither secret nor recovery codes in clear', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson();
    const tables = ['second_factors', 'recovery_codes', 'users', 'outbox', 'jobs'];
    const stored = JSON.stringify(await Promise.all(tables.map((table) => auth.rows(`SELECT * FROM ${table}`))));
    expect(stored).toContain(person.account.id);
    for (const secretText of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(secretText);
  });
});

describe('signing in with a second factor', () => {
  it('accepts a code once, at most 30 s early or late, and none older than the newest used one', async () => {
    // The whole period of a code lies ahead, so that none ends between two steps.
    auth.clock.forward(HALF_MINUTE - (auth.clock.now().getTime() % HALF_MINUTE));
    const { person, secret } = await protectedPerson();
    expect((await refusal(person, codeOf(secret))).code).toBe('CODE_INVALID');
    await signIn(person, codeOf(secret, 1));
    expect((await refusal(person, codeOf(secret, 1))).code).toBe('CODE_INVALID');
    auth.clock.forward(2 * HALF_MINUTE);
    expect((await refusal(person, codeOf(secret, -2))).code).toBe('CODE_INVALID');
    await signIn(person, codeOf(secret));
  });

  it('accepts one of twenty simultaneous uses of a code', async () => {
    const { person, secret } = await protectedPerson();
    const code = codeOf(secret, 1);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        signIn(person, code).then(
          () => 'OK',
          (cause: { code: string }) => cause.code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1);
  });

  it('does not reveal the second factor before the password is right', async () => {
    const { person, secret } = await protectedPerson();
    expect((await refusal(person, undefined, 'Wrong1Horse')).code).toBe('INVALID_CREDENTIALS');
    expect((await refusal(person, codeOf(secret, 1), 'Wrong1Horse')).code).toBe('INVALID_CREDENTIALS');
    await signIn(person, codeOf(secret, 1));
  });

  it('accepts each recovery code once, in any notation', async () => {
    const { person, recoveryCodes } = await protectedPerson();
    const [first = '', second = ''] = recoveryCodes;
    await signIn(person, ` ${first.toUpperCase().replace('-', ' ')} `);
    expect((await refusal(person, first)).code).toBe('CODE_INVALID');
    expect((await status(person)).recoveryCodesLeft).toBe(LIMITS.recoveryCodes - 1);
    const race = await Promise.allSettled(Array.from({ length: 5 }, () => signIn(person, second)));
    expect(race.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses the codes of another user', async () => {
    const [ada, bob] = [await protectedPerson(), await protectedPerson()];
    expect((await refusal(ada.person, codeOf(bob.secret, 1))).code).toBe('CODE_INVALID');
    expect((await refusal(ada.person, bob.recoveryCodes[0])).code).toBe('CODE_INVALID');
  });

  it('refuses every code for a while after five wrong ones, with retryAfter', async () => {
    const { person, secret, recoveryCodes } = await protectedPerson();
    for (let n = 0; n < LIMITS.secondFactorTries; n += 1)
      expect((await refusal(person, wrongCode(secret))).code).toBe('CODE_INVALID');
    const paused = await refusal(person, codeOf(secret, 1));
    expect(paused.code).toBe('RATE_LIMITED');
    expect(paused.retryAfter).toBeGreaterThan(LIMITS.secondFactorPauseMinutes * 60 - 30);
    expect((await refusal(person, recoveryCodes[0])).code).toBe('RATE_LIMITED');
    auth.clock.forward(LIMITS.secondFactorPauseMinutes * MINUTE);
    expect((await refusal(person, wrongCode(secret))).code).toBe('CODE_INVALID');
    await signIn(person, codeOf(secret));
  });

  it('has the same rules for a password reset, whose link stays valid until the code is right', async () => {
    const { person, secret } = await protectedPerson();
    await auth.bus.call(forgotPassword, { email: person.typed.email });
    const token = /reset-password\/([\w-]+)/.exec(await mailTo(person.typed.email, /Reset your/))?.[1] ?? '';
    const reset = { token, password: 'Walrus9Green-Sky' };
    expect((await auth.bus.refusal(resetPassword, reset)).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await auth.bus.refusal(resetPassword, { ...reset, code: wrongCode(secret) })).code).toBe('CODE_INVALID');
    const signedIn = await auth.bus.call(resetPassword, { ...reset, code: codeOf(secret, 1) });
    expect(signedIn.account.id).toBe(person.account.id);
  });
});

describe('an enabled second factor', () => {
  it('can be turned off with the password, which deletes the codes', async () => {
    const { person } = await protectedPerson();
    expect((await auth.bus.refusal(disableSecondFactor, { password: 'Wrong1Horse' }, person.caller)).code).toBe(
      'WRONG_PASSWORD',
    );
    expect((await status(person)).enabled).toBe(true);
    await auth.bus.call(disableSecondFactor, { password: PASSWORD }, person.caller);
    expect(await status(person)).toEqual({ enabled: false, since: null, recoveryCodesLeft: 0 });
    expect(await auth.rows('SELECT 1 FROM recovery_codes WHERE user_id = $1', [person.account.id])).toEqual([]);
    await signIn(person);
    await mailTo(person.typed.email, /sign-in is off/);
  });

  it('gets new recovery codes for the password, which invalidate the older ones', async () => {
    const { person, recoveryCodes } = await protectedPerson();
    const renewed = await auth.bus.call(renewRecoveryCodes, { password: PASSWORD }, person.caller);
    expect((await refusal(person, recoveryCodes[0])).code).toBe('CODE_INVALID');
    await signIn(person, renewed.recoveryCodes[0]);
    const plain = await auth.proved();
    expect((await auth.bus.refusal(renewRecoveryCodes, { password: PASSWORD }, plain.caller)).code).toBe(
      'SECOND_FACTOR_OFF',
    );
  });
});
