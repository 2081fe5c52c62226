import {
  TEXTS,
  cancelEmailChange,
  changeEmail,
  forgotPassword,
  login,
  refreshSession,
  resetPassword,
  userProfileChanged,
  verifyEmail,
} from '@duet/contracts';
import { PASSWORD, eventually } from '@duet/testing';
import { CHANGED, NEW, emailChangeCalls, someAddress } from './email-change-calls.js';
import { type MailedAuth, RESET, startMailedAuth } from './mailed-auth.js';
import { DAY, type RunningAuth, SECOND } from './running-auth.js';

let scene: MailedAuth;
let auth: RunningAuth;

beforeAll(async () => {
  scene = await startMailedAuth();
  ({ auth } = scene);
});

afterAll(() => scene.stop());

const { mailsTo, linkTo, queueIsEmpty, askForChange, refusal, profile } = emailChangeCalls(() => scene);

describe('a new e-mail address', () => {
  it('becomes the account’s when its link is opened, which ends all sessions except the one that opened it', async () => {
    const person = await auth.person();
    const email = someAddress();
    expect(await askForChange(person, ` ${email} `)).toMatchObject({ email: person.typed.email, pendingEmail: email });
    const token = await linkTo(email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await profile(person)).toMatchObject({ email: person.typed.email, pendingEmail: email });
    const other = await auth.again(person);
    expect((await auth.bus.refusal(login, { email, password: PASSWORD })).code).toBe('INVALID_CREDENTIALS');

    expect(await auth.bus.call(verifyEmail, { token }, person.caller)).toEqual({ done: true });
    expect(await profile(person)).toMatchObject({ email, emailVerified: true, pendingEmail: null });
    await auth.bus.call(refreshSession, { refreshToken: person.refreshToken });
    expect((await auth.bus.refusal(refreshSession, { refreshToken: other.refreshToken })).code).toBe('UNAUTHENTICATED');
    await auth.bus.call(login, { email: email.toUpperCase(), password: PASSWORD });
    expect((await auth.bus.refusal(login, { email: person.typed.email, password: PASSWORD })).code).toBe(
      'INVALID_CREDENTIALS',
    );
    await eventually(async () => {
      const events = (await auth.bus.events(userProfileChanged)).filter(({ _id }) => _id === person.account.id);
      expect(events).toMatchObject([{ email, version: 2 }]);
    });
  });

  it('ends every session of the account when its link is opened without a session of the account', async () => {
    const [person, other] = [await auth.person(), await auth.person()];
    for (const opener of [undefined, other]) {
      const there = await auth.bus.call(login, { email: (await profile(person)).email, password: PASSWORD });
      const email = someAddress();
      await auth.bus.call(changeEmail, { email, password: PASSWORD }, { token: there.token });
      await auth.bus.call(verifyEmail, { token: await linkTo(email) }, opener?.caller);
      expect((await auth.bus.refusal(refreshSession, { refreshToken: there.refreshToken })).code).toBe(
        'UNAUTHENTICATED',
      );
    }
    await auth.bus.call(refreshSession, { refreshToken: other.refreshToken });
    // The access token stays valid until its edge consumes the revocation, but auth refuses it.
    expect(await refusal(person, someAddress())).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is announced to the old address, without a link and without the whole new address', async () => {
    const person = await auth.person();
    const email = someAddress();
    await askForChange(person, email);
    await auth.bus.call(verifyEmail, { token: await linkTo(email) });
    const notice = await eventually(() => {
      const [mail] = mailsTo(person.typed.email, CHANGED);
      if (!mail) throw new Error('no notice');
      return mail;
    });
    expect(notice.text).toContain('@example.org');
    expect(notice.text).not.toContain(email);
    expect(notice.text).not.toMatch(/https?:/);
    expect(mailsTo(email, CHANGED)).toEqual([]);
  });

  it('requires the password, and an address that is neither the current one nor taken', async () => {
    const [person, other] = [await auth.person(), await auth.person()];
    expect(await refusal(person, someAddress(), 'Wrong1Horse')).toMatchObject({ code: 'WRONG_PASSWORD', status: 403 });
    expect(await refusal(person, person.typed.email.toUpperCase())).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'email', message: TEXTS.emailUnchanged }],
    });
    expect(await refusal(person, other.typed.email.replace('ada', 'ＡＤＡ'))).toMatchObject({
      code: 'EMAIL_TAKEN',
      status: 409,
      errors: [{ field: 'email' }],
    });
    expect(await refusal(person, 'not an address')).toMatchObject({
      errors: [{ field: 'email', message: TEXTS.emailInvalid }],
    });
    expect((await profile(person)).pendingEmail).toBeNull();
    // With a wrong password the answer does not reveal whether an address is taken.
    expect((await refusal(person, other.typed.email, 'Wrong1Horse')).code).toBe('WRONG_PASSWORD');
  });

  it('has a link that is valid for a day, for one of twenty uses, and until a newer one', async () => {
    const person = await auth.person();
    const [first, second] = [someAddress(), someAddress()];
    await askForChange(person, first);
    const older = await linkTo(first);
    await queueIsEmpty();
    await askForChange(person, first);
    const newer = await linkTo(first, NEW, 2);
    expect((await auth.bus.refusal(verifyEmail, { token: older })).code).toBe('TOKEN_INVALID');
    await queueIsEmpty();
    await askForChange(person, second);
    expect((await auth.bus.refusal(verifyEmail, { token: newer })).code).toBe('TOKEN_INVALID');
    const token = await linkTo(second);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        auth.bus.call(verifyEmail, { token }).then(
          () => 'OK',
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['OK', ...Array.from({ length: 19 }, () => 'TOKEN_INVALID')]);
    expect((await profile(person)).email).toBe(second);

    const third = someAddress();
    const again = await auth.bus.call(login, { email: second, password: PASSWORD });
    await auth.bus.call(changeEmail, { email: third, password: PASSWORD }, { token: again.token });
    const late = await linkTo(third);
    auth.clock.forward(DAY + SECOND);
    expect((await auth.bus.refusal(verifyEmail, { token: late })).code).toBe('TOKEN_INVALID');
  });

  it('is not proved by the link to an address that was requested before', async () => {
    const person = await auth.person();
    const [proved, wanted] = [someAddress(), someAddress()];
    await askForChange(person, proved);
    const token = await linkTo(proved);
    // As if the mail's link had been made just after a second request.
    await auth.rows('UPDATE users SET pending_email = $2 WHERE id = $1', [person.account.id, wanted]);
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('TOKEN_INVALID');
    expect((await profile(person)).email).toBe(person.typed.email);
  });

  it('is refused when another account has registered with it meanwhile', async () => {
    const person = await auth.person();
    const email = someAddress();
    await askForChange(person, email);
    const token = await linkTo(email);
    await auth.person({ email });
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('EMAIL_TAKEN');
    expect(await profile(person)).toMatchObject({ email: person.typed.email, pendingEmail: email });
  });

  it('can be cancelled, which invalidates its link', async () => {
    const person = await auth.person();
    const email = someAddress();
    await askForChange(person, email);
    const token = await linkTo(email);
    expect(await auth.bus.call(cancelEmailChange, {}, person.caller)).toMatchObject({
      email: person.typed.email,
      pendingEmail: null,
    });
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('TOKEN_INVALID');
  });

  it('invalidates links that were mailed to the old address', async () => {
    const person = await auth.person();
    await auth.bus.call(forgotPassword, { email: person.typed.email });
    const reset = await linkTo(person.typed.email, RESET);
    const email = someAddress();
    await askForChange(person, email);
    await auth.bus.call(verifyEmail, { token: await linkTo(email) });
    expect((await auth.bus.refusal(resetPassword, { token: reset, password: 'Walrus9Green-Sky' })).code).toBe(
      'TOKEN_INVALID',
    );
  });

  it('has only the hash of its link stored', async () => {
    const person = await auth.person();
    const email = someAddress();
    await askForChange(person, email);
    const token = await linkTo(email);
    const stored = await Promise.all(
      ['email_tokens', 'email_change_cancels', 'jobs', 'outbox', 'users'].map((table) =>
        auth.rows(`SELECT * FROM ${table}`),
      ),
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});
