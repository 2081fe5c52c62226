import {
  LIMITS,
  TEXTS,
  cancelEmailChange,
  cancelEmailChangeByLink,
  changeEmail,
  changePassword,
  forgotPassword,
  getProfile,
  login,
  refreshSession,
  resetPassword,
  userProfileChanged,
  verifyEmail,
} from '@duet/contracts';
import { aUser, catchMails, type CaughtMail, eventually, LOCK_WAITS, type MailCatcher, PASSWORD } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { EmailChangeCancels } from '../src/email-tokens/email-change-cancels.service.js';
import { MailComposer } from '../src/mail/mail-composer.js';
import type { QueuedMail } from '../src/mail/mail-queue.js';
import { MailWorker } from '../src/mail/mail-worker.js';
import { DAY, HOUR, MINUTE, type Person, RunningAuth, SECOND } from './running-auth.js';

let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  mailbox = await catchMails();
  auth = await RunningAuth.start({ SMTP_URL: mailbox.url, APP_ORIGIN: 'https://duet.example' });
});

afterAll(async () => {
  await auth.stop();
  await mailbox.stop();
});

const NEW = /new email/;
const ASKED = /about to change/;
const CHANGED = /email was changed/;
const RESET = /reset/i;

const mailsTo = (address: string, subject: RegExp): CaughtMail[] =>
  mailbox.mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject));

/** The token of the newest mail to an address, once `count` mails have arrived. */
const linkTo = (address: string, subject = NEW, count = 1): Promise<string> =>
  eventually(() => {
    const found = mailsTo(address, subject);
    const token = /(?:reset-password|verify-email|cancel-email-change)\/([\w-]+)/.exec(found.at(-1)?.text ?? '')?.[1];
    if (found.length < count || !token) throw new Error(`${found.length} of ${count} mails`);
    return token;
  });

const queueIsEmpty = () =>
  eventually(async () => expect(await auth.rows("SELECT 1 FROM jobs WHERE queue = 'mail'")).toEqual([]));

const someAddress = (): string => aUser().email;

const askForChange = (person: Person, email: string, password = PASSWORD) =>
  auth.bus.call(changeEmail, { email, password }, person.caller);
const refusal = (person: Person, email: string, password = PASSWORD) =>
  auth.bus.refusal(changeEmail, { email, password }, person.caller);
const profile = (person: Person) => auth.bus.call(getProfile, {}, person.caller);

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

describe('the old address', () => {
  const cancel = (token: string) => auth.bus.call(cancelEmailChangeByLink, { token });
  const cancelRefusal = async (token: string) => (await auth.bus.refusal(cancelEmailChangeByLink, { token })).code;
  /** Requests a new address; returns it with both links. */
  const requestChange = async (person: Person, count = 1) => {
    const email = someAddress();
    await askForChange(person, email);
    return { email, confirm: await linkTo(email), cancel: await linkTo(person.typed.email, ASKED, count) };
  };

  it('gets a mail when a change is requested, with a link that cancels it and without the whole new address', async () => {
    const person = await auth.person();
    const { email, confirm, cancel: token } = await requestChange(person);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [mail] = mailsTo(person.typed.email, ASKED);
    expect(mail?.text).toContain(`https://duet.example/cancel-email-change/${token}`);
    expect(mail?.text).toContain('@example.org');
    expect(`${mail?.text} ${mail?.html}`).not.toContain(email);
    expect(mailsTo(email, ASKED)).toEqual([]);
    expect(await cancel(token)).toEqual({ done: true });
    expect(await profile(person)).toMatchObject({ email: person.typed.email, pendingEmail: null });
    expect((await auth.bus.refusal(verifyEmail, { token: confirm })).code).toBe('TOKEN_INVALID');
    await auth.bus.call(refreshSession, { refreshToken: person.refreshToken });
  });

  it('gets no link that was typed as the domain of the new address', async () => {
    const person = await auth.person();
    await askForChange(person, `x@http://evil.example/${person.account.id}`);
    await linkTo(person.typed.email, ASKED);
    const [mail] = mailsTo(person.typed.email, ASKED);
    expect(`${mail?.text} ${mail?.html}`).not.toContain('evil');
    expect(mail?.text).toContain('x•••@•••');
  });

  it('gets the mail also when it is verified', async () => {
    const person = await auth.person();
    await auth.bus.call(verifyEmail, { token: await linkTo(person.typed.email, /Confirm/) });
    await cancel((await requestChange(person)).cancel);
    expect((await profile(person)).pendingEmail).toBeNull();
  });

  it('cancels the pending change with any of its links, in one of twenty uses, which invalidates all of them', async () => {
    const person = await auth.person();
    const first = await requestChange(person);
    await queueIsEmpty();
    const second = await requestChange(person, 2);
    expect(second.cancel).not.toBe(first.cancel);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        cancel(first.cancel).then(
          () => 'OK',
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['OK', ...Array.from({ length: 19 }, () => 'TOKEN_INVALID')]);
    expect((await profile(person)).pendingEmail).toBeNull();
    for (const { confirm } of [first, second])
      expect((await auth.bus.refusal(verifyEmail, { token: confirm })).code).toBe('TOKEN_INVALID');
    expect(await cancelRefusal(second.cancel)).toBe('TOKEN_INVALID');
  });

  it('has a link that affects no later change, no other account and nothing but the change', async () => {
    const [person, other] = [await auth.person(), await auth.person()];
    const { cancel: token, confirm } = await requestChange(person);
    const { email } = await requestChange(other);
    for (const wrong of [confirm, `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`, '', 'A'.repeat(43)])
      expect(await cancelRefusal(wrong)).toBe('TOKEN_INVALID');
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('TOKEN_INVALID');
    expect((await auth.bus.refusal(resetPassword, { token, password: 'Walrus9Green-Sky' })).code).toBe('TOKEN_INVALID');
    await auth.bus.call(cancelEmailChange, {}, person.caller);
    await queueIsEmpty();
    const later = await requestChange(person, 2);
    expect(await cancelRefusal(token)).toBe('TOKEN_INVALID');
    expect((await profile(person)).pendingEmail).toBe(later.email);
    expect((await profile(other)).pendingEmail).toBe(email);
  });

  it('has a link that is invalid after the change and after its lifetime', async () => {
    const person = await auth.person();
    const done = await requestChange(person);
    await auth.bus.call(verifyEmail, { token: done.confirm }, person.caller);
    expect(await cancelRefusal(done.cancel)).toBe('TOKEN_INVALID');
    const other = await auth.person();
    const late = await requestChange(other);
    auth.clock.forward(LIMITS.cancelTokenHours * HOUR + SECOND);
    expect(await cancelRefusal(late.cancel)).toBe('TOKEN_INVALID');
    await auth.app.get(EmailChangeCancels).sweep();
    expect(await auth.rows('SELECT 1 FROM email_change_cancels WHERE user_id = $1', [other.account.id])).toEqual([]);
  });

  it('gets no link once the address has changed, also while its mail is written', async () => {
    const person = await auth.person();
    const { email } = await requestChange(person);
    await queueIsEmpty();
    const database = auth.app.get<DataSource>(getDataSourceToken());
    const { writing } = await database.transaction(async (tx) => {
      await tx.query('UPDATE users SET email = $2, email_key = $2, pending_email = NULL WHERE id = $1', [
        person.account.id,
        email.toLowerCase(),
      ]);
      await tx.query('DELETE FROM email_change_cancels WHERE user_id = $1', [person.account.id]);
      const mail: QueuedMail = { kind: 'email-change-asked', address: null, about: email, notice: null };
      const writing = auth.app.get(MailComposer).compose(mail, person.typed.email.toLowerCase());
      await eventually(async () => expect(await auth.rows(LOCK_WAITS)).toHaveLength(1));
      return { writing };
    });
    expect(await writing).toBeNull();
    expect(await auth.rows('SELECT 1 FROM email_change_cancels WHERE user_id = $1', [person.account.id])).toEqual([]);
  });

  it('gets no mail about a change that was cancelled before the mail was sent', async () => {
    const person = await auth.person();
    await queueIsEmpty();
    mailbox.refuseNext('451 4.3.2 try later', '451 4.3.2 try later');
    await askForChange(person, someAddress());
    await eventually(async () =>
      expect(
        await auth.rows(
          "SELECT 1 FROM jobs WHERE queue = 'mail' AND attempts = 1 AND due_at < created_at + interval '1 minute'",
        ),
      ).toHaveLength(2),
    );
    await auth.bus.call(changePassword, { currentPassword: PASSWORD, newPassword: 'Walrus9Green-Sky' }, person.caller);
    auth.clock.forward(MINUTE);
    auth.app.get(MailWorker).kick();
    await queueIsEmpty();
    expect(mailsTo(person.typed.email, ASKED)).toEqual([]);
  });
});
