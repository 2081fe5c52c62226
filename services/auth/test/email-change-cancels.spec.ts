import {
  LIMITS,
  cancelEmailChange,
  cancelEmailChangeByLink,
  changePassword,
  refreshSession,
  resetPassword,
  verifyEmail,
} from '@duet/contracts';
import { LOCK_WAITS, type MailCatcher, PASSWORD, eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { EmailChangeCancels } from '../src/email-tokens/email-change-cancels.service.js';
import { MailComposer } from '../src/mail/mail-composer.js';
import type { QueuedMail } from '../src/mail/mail-queue.js';
import { MailWorker } from '../src/mail/mail-worker.js';
import { ASKED, emailChangeCalls, someAddress } from './email-change-calls.js';
import { type MailedAuth, startMailedAuth } from './mailed-auth.js';
import { HOUR, MINUTE, type Person, type RunningAuth, SECOND } from './running-auth.js';

let scene: MailedAuth;
let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  scene = await startMailedAuth();
  ({ auth, mailbox } = scene);
});

afterAll(() => scene.stop());

const { mailsTo, linkTo, queueIsEmpty, askForChange, profile } = emailChangeCalls(() => scene);

const cancel = (token: string) => auth.bus.call(cancelEmailChangeByLink, { token });
const cancelRefusal = async (token: string) => (await auth.bus.refusal(cancelEmailChangeByLink, { token })).code;

/** Requests a new address; returns it with both links. */
const requestChange = async (person: Person, count = 1) => {
  const email = someAddress();
  await askForChange(person, email);
  return { email, confirm: await linkTo(email), cancel: await linkTo(person.typed.email, ASKED, count) };
};

describe('the old address', () => {
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
