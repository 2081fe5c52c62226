import {
  TEXTS,
  addPasskey,
  askPasskeySignIn,
  beginPasskey,
  changePassword,
  enableSecondFactor,
  forgotPassword,
  getProfile,
  login,
  refreshSession,
  resendVerification,
  resetPassword,
  sessionRevoked,
  setUpSecondFactor,
  signInWithPasskey,
  verifyEmail,
} from '@duet/contracts';
import { aUser, eventually, LOCK_WAITS, type MailCatcher, PASSWORD } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import jwt from 'jsonwebtoken';
import { Secret, TOTP } from 'otpauth';
import type { DataSource } from 'typeorm';
import { MailComposer } from '../src/mail/mail-composer.js';
import type { QueuedMail } from '../src/mail/mail-queue.js';
import { CHANGED, type MailedAuth, RESET, VERIFY, mailCalls, startMailedAuth, tokenIn } from './mailed-auth.js';
import { MINUTE, type Person, RunningAuth, SECOND } from './running-auth.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

const NEW_PASSWORD = 'Walrus9Green-Sky';

let mailed: MailedAuth;
let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  mailed = await startMailedAuth();
  ({ auth, mailbox } = mailed);
});

afterAll(() => mailed.stop());

const { mailTo, queueIsEmpty } = mailCalls(() => mailed);

async function resetToken(email: string, count = 1): Promise<string> {
  await auth.bus.call(forgotPassword, { email });
  return tokenIn(await mailTo(email, RESET, count));
}

const reset = (token: string, password = NEW_PASSWORD) => auth.bus.call(resetPassword, { token, password });
const resetRefusal = (token: string, password = NEW_PASSWORD) => auth.bus.refusal(resetPassword, { token, password });

describe('an account that an attacker prepared', () => {
  const prove = (person: Person) =>
    auth.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.account.id]);
  const unprove = (person: Person) =>
    auth.rows('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.account.id]);
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() });

  /** An account with a passkey and a second factor, which in earlier builds an unproved address could have. */
  async function prepared() {
    const person = await auth.person();
    await prove(person);
    const device = new SoftwareAuthenticator();
    await auth.bus.call(
      addPasskey,
      device.create(await auth.bus.call(beginPasskey, { password: PASSWORD }, person.caller)),
      person.caller,
    );
    const { secret } = await auth.bus.call(setUpSecondFactor, { password: PASSWORD }, person.caller);
    await auth.bus.call(enableSecondFactor, { code: codeOf(secret) }, person.caller);
    auth.clock.forward(MINUTE);
    return { person, device, secret };
  }

  it('accepts neither a passkey nor a second factor while the address is unproved', async () => {
    const person = await auth.person();
    expect(await auth.bus.refusal(beginPasskey, { password: PASSWORD }, person.caller)).toMatchObject({
      code: 'EMAIL_UNVERIFIED',
      status: 403,
    });
    expect((await auth.bus.refusal(setUpSecondFactor, { password: PASSWORD }, person.caller)).code).toBe(
      'EMAIL_UNVERIFIED',
    );
    await prove(person);
    const { secret } = await auth.bus.call(setUpSecondFactor, { password: PASSWORD }, person.caller);
    const answer = new SoftwareAuthenticator().create(
      await auth.bus.call(beginPasskey, { password: PASSWORD }, person.caller),
    );
    await unprove(person);
    expect((await auth.bus.refusal(enableSecondFactor, { code: codeOf(secret) }, person.caller)).code).toBe(
      'EMAIL_UNVERIFIED',
    );
    expect((await auth.bus.refusal(addPasskey, answer, person.caller)).code).toBe('EMAIL_UNVERIFIED');
    expect(await auth.rows('SELECT 1 FROM passkeys WHERE user_id = $1', [person.account.id])).toEqual([]);
  });

  it('has neither passkey nor second factor after a reset, which needs no code', async () => {
    const { person, device } = await prepared();
    await unprove(person);
    const signedIn = await reset(await resetToken(person.typed.email));
    expect(signedIn.account).toMatchObject({ id: person.account.id, emailVerified: true });
    expect(
      (await auth.bus.refusal(signInWithPasskey, device.get(await auth.bus.call(askPasskeySignIn, {})))).code,
    ).toBe('PASSKEY_UNKNOWN');
    expect((await auth.bus.refusal(refreshSession, { refreshToken: person.refreshToken })).code).toBe(
      'UNAUTHENTICATED',
    );
    await auth.bus.call(login, { email: person.typed.email, password: NEW_PASSWORD });
    expect((await mailTo(person.typed.email, CHANGED)).text).not.toMatch(/passkey|Two-factor/);
  });

  it('keeps its passkey and second factor when the verification link is opened', async () => {
    const { person, device } = await prepared();
    await queueIsEmpty();
    await unprove(person);
    const before = mailbox.mails.filter(
      ({ to, subject }) => to.includes(person.typed.email) && VERIFY.test(subject),
    ).length;
    await auth.bus.call(resendVerification, { email: person.typed.email });
    await auth.bus.call(verifyEmail, { token: tokenIn(await mailTo(person.typed.email, VERIFY, before + 1)) });
    await auth.bus.call(signInWithPasskey, device.get(await auth.bus.call(askPasskeySignIn, {})));
    expect((await auth.bus.refusal(login, { email: person.typed.email, password: PASSWORD })).code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
  });

  it('keeps both after a reset that proves the second factor, and the mail names them', async () => {
    const { person, device, secret } = await prepared();
    const token = await resetToken(person.typed.email);
    expect((await resetRefusal(token)).code).toBe('SECOND_FACTOR_REQUIRED');
    await auth.bus.call(resetPassword, { token, password: NEW_PASSWORD, code: codeOf(secret) });
    await auth.bus.call(signInWithPasskey, device.get(await auth.bus.call(askPasskeySignIn, {})));
    const { text } = await mailTo(person.typed.email, CHANGED);
    expect(text).toContain('These passkeys still open your account');
    expect(text).toContain('Two-factor sign-in is still on');
  });
});

describe('a forgotten password', () => {
  it('is replaced through a mailed link, which ends all sessions and signs in', async () => {
    const person = await auth.person();
    const token = await resetToken(person.typed.email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const signedIn = await reset(token);
    expect(signedIn.account).toMatchObject({ id: person.account.id, emailVerified: true });
    await auth.bus.call(getProfile, {}, { token: signedIn.token });
    await auth.bus.call(refreshSession, { refreshToken: signedIn.refreshToken });
    expect((await auth.bus.refusal(refreshSession, { refreshToken: person.refreshToken })).code).toBe(
      'UNAUTHENTICATED',
    );
    expect((await auth.bus.refusal(login, { email: person.typed.email, password: PASSWORD })).code).toBe(
      'INVALID_CREDENTIALS',
    );
    await auth.bus.call(login, { email: person.typed.email, password: NEW_PASSWORD });
    const ended = jwt.decode(person.token, { json: true })?.['sid'];
    await eventually(() => expect(auth.bus.live(sessionRevoked).map(({ sessionId }) => sessionId)).toContain(ended));
    await mailTo(person.typed.email, CHANGED);
  });

  it('gets the same answer for an unknown address, which gets no mail', async () => {
    const { typed } = await auth.person();
    const [known, unknown] = [typed.email, aUser().email];
    const answers = await Promise.all([known, unknown].map((email) => auth.bus.call(forgotPassword, { email })));
    expect(JSON.stringify(answers[0])).toBe(JSON.stringify(answers[1]));
    await mailTo(known, RESET);
    await queueIsEmpty();
    expect(mailbox.mails.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it('causes a mail to the account’s address, not to the typed one', async () => {
    const { typed } = await auth.person();
    await auth.bus.call(forgotPassword, { email: typed.email.toUpperCase().replace('ADA', 'ＡＤＡ') });
    expect((await mailTo(typed.email, RESET)).to).toEqual([typed.email]);
  });

  it('causes a mail with links to the configured origin and an escaped name', async () => {
    const { typed } = await auth.person({ firstName: '<b onclick="x()">Eve' });
    await auth.bus.call(verifyEmail, { token: tokenIn(await mailTo(typed.email, VERIFY)) });
    await auth.bus.call(forgotPassword, { email: typed.email });
    const mail = await mailTo(typed.email, RESET);
    const links = [...`${mail.text}${mail.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => new URL(url).origin);
    expect(new Set(links)).toEqual(new Set(['https://duet.example']));
    expect(mail.html).toContain('&lt;b onclick=&quot;x()&quot;&gt;Eve');
    expect(mail.html).not.toContain('<b onclick');
    expect(mail.headers).toMatch(/^From: Duet <hello@duet.example>$/m);
    expect(mail.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  it('is reset by one of twenty simultaneous uses of its link', async () => {
    const { typed } = await auth.person();
    const token = await resetToken(typed.email);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        reset(token).then(
          () => 'OK',
          (cause: { code: string }) => cause.code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['OK', ...Array.from({ length: 19 }, () => 'TOKEN_INVALID')]);
    expect((await resetRefusal(token)).code).toBe('TOKEN_INVALID');
  });

  it('causes no mail to an address that changes while the mail is written', async () => {
    const { account, typed } = await auth.person();
    // The mail of the registration would wait for the row as well.
    await queueIsEmpty();
    const key = typed.email.toLowerCase();
    const database = auth.app.get<DataSource>(getDataSourceToken());
    const composed = await database.transaction(async (tx) => {
      const next = aUser().email.toLowerCase();
      await tx.query('UPDATE users SET email = $2, email_key = $2 WHERE id = $1', [account.id, next]);
      const mail: QueuedMail = { kind: 'reset-password', address: null, about: '', notice: null };
      const writing = auth.app.get(MailComposer).compose(mail, key);
      await eventually(async () => expect(await auth.rows(LOCK_WAITS)).toHaveLength(1));
      return { writing };
    });
    expect(await composed.writing).toBeNull();
    expect(
      await auth.rows("SELECT 1 FROM email_tokens WHERE user_id = $1 AND purpose = 'reset-password'", [account.id]),
    ).toEqual([]);
  });

  it('has a link that is valid for ten minutes', async () => {
    const { typed } = await auth.person();
    const token = await resetToken(typed.email);
    auth.clock.forward(10 * MINUTE);
    expect(await resetRefusal(token)).toMatchObject({ code: 'TOKEN_INVALID', status: 400 });
    const next = await resetToken(typed.email, 2);
    auth.clock.forward(10 * MINUTE - 5 * SECOND);
    await reset(next);
  });

  it('has a link that a newer one or a changed password invalidates', async () => {
    const { typed, caller } = await auth.person();
    const older = await resetToken(typed.email);
    await queueIsEmpty();
    const newer = await resetToken(typed.email, 2);
    expect((await resetRefusal(older)).code).toBe('TOKEN_INVALID');
    await auth.bus.call(changePassword, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, caller);
    expect((await resetRefusal(newer)).code).toBe('TOKEN_INVALID');
  });

  it('has a link that stays valid after a refused password', async () => {
    const { typed } = await auth.person();
    const token = await resetToken(typed.email);
    expect(await resetRefusal(token, 'short')).toMatchObject({
      errors: [{ field: 'password', message: TEXTS.passwordTooShort }],
    });
    expect(await resetRefusal(token, 'Password123')).toMatchObject({
      errors: [{ field: 'password', message: TEXTS.passwordCommon }],
    });
    await reset(token);
  });

  it('cannot be reset with the link of another purpose, a wrong one or none', async () => {
    const { typed } = await auth.person();
    const verify = tokenIn(await mailTo(typed.email, VERIFY));
    for (const token of [verify, '', 'x'.repeat(43), 'A'.repeat(200)])
      expect((await resetRefusal(token)).code).toBe('TOKEN_INVALID');
    expect(
      (
        await auth.bus.refusal(
          resetPassword,
          Object.assign({ token: '', password: NEW_PASSWORD }, { token: { $ne: '' } }),
        )
      ).code,
    ).toBe('VALIDATION_FAILED');
  });

  it('has only the hash of its link stored', async () => {
    const { typed } = await auth.person();
    const token = await resetToken(typed.email);
    const stored = await Promise.all(
      ['email_tokens', 'jobs', 'outbox'].map((table) => auth.rows(`SELECT * FROM ${table}`)),
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});
