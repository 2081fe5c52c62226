import {
  TEXTS, changePassword, forgotPassword, getProfile, login, refreshSession, resendVerification, resetPassword, sessionRevoked, verifyEmail,
} from '@duet/contracts';
import { type CaughtMail, type MailCatcher, PASSWORD, aUser, catchMails, eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import jwt from 'jsonwebtoken';
import { MailQueue } from '../src/mail/mail-queue.js';
import { MailWorker } from '../src/mail/mail-worker.js';
import { DAY, HOUR, MINUTE, RunningAuth, SECOND } from './running-auth.js';

const NEW_PASSWORD = 'Walrus9Green-Sky';

let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  mailbox = await catchMails();
  auth = await RunningAuth.start({ SMTP_URL: mailbox.url, MAIL_FROM: 'Duet <hello@duet.example>', APP_ORIGIN: 'https://duet.example' });
});

afterAll(async () => {
  await auth.stop();
  await mailbox.stop();
});

/** The newest mail of a kind to an address, once `count` of them have come. */
function mailTo(address: string, subject: RegExp, count = 1): Promise<CaughtMail> {
  return eventually(() => {
    const found = mailbox.mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject));
    if (found.length < count) throw new Error(`${found.length} of ${count} mails`);
    return found.at(-1) ?? never();
  });
}

const never = (): never => {
  throw new Error('no mail');
};

const RESET = /reset/i;
const VERIFY = /confirm/i;
const CHANGED = /was changed/;

const tokenIn = ({ text }: CaughtMail): string => /https:\/\/duet\.example\/(?:reset-password|verify-email)\/([\w-]+)/.exec(text)?.[1] ?? never();

async function resetToken(email: string, count = 1): Promise<string> {
  await auth.bus.call(forgotPassword, { email });
  return tokenIn(await mailTo(email, RESET, count));
}

const queueIsEmpty = () => eventually(async () => expect(await auth.rows('SELECT * FROM mail_outbox')).toEqual([]));
const reset = (token: string, password = NEW_PASSWORD) => auth.bus.call(resetPassword, { token, password });
const resetRefusal = (token: string, password = NEW_PASSWORD) => auth.bus.refusal(resetPassword, { token, password });

describe('a forgotten password', () => {
  it('comes back by mail: sets the new one, ends every session, signs in', async () => {
    const person = await auth.person();
    const token = await resetToken(person.typed.email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const signedIn = await reset(token);
    expect(signedIn.account).toMatchObject({ id: person.account.id, emailVerified: true });
    await auth.bus.call(getProfile, {}, { token: signedIn.token });
    await auth.bus.call(refreshSession, { refreshToken: signedIn.refreshToken });
    expect((await auth.bus.refusal(refreshSession, { refreshToken: person.refreshToken })).code).toBe('UNAUTHENTICATED');
    expect((await auth.bus.refusal(login, { email: person.typed.email, password: PASSWORD })).code).toBe('INVALID_CREDENTIALS');
    await auth.bus.call(login, { email: person.typed.email, password: NEW_PASSWORD });
    const ended = jwt.decode(person.token, { json: true })?.['sid'];
    await eventually(() => expect(auth.bus.live(sessionRevoked).map(({ sessionId }) => sessionId)).toContain(ended));
    await mailTo(person.typed.email, CHANGED);
  });

  it('answers the same for an address that nobody has, and mails nothing', async () => {
    const { typed } = await auth.person();
    const [known, unknown] = [typed.email, aUser().email];
    const answers = await Promise.all([known, unknown].map((email) => auth.bus.call(forgotPassword, { email })));
    expect(JSON.stringify(answers[0])).toBe(JSON.stringify(answers[1]));
    await mailTo(known, RESET);
    await queueIsEmpty();
    expect(mailbox.mails.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it('goes to the address of the account, not to the one that was typed', async () => {
    const { typed } = await auth.person();
    await auth.bus.call(forgotPassword, { email: typed.email.toUpperCase().replace('ADA', 'ＡＤＡ') });
    expect((await mailTo(typed.email, RESET)).to).toEqual([typed.email]);
  });

  it('makes its links from our origin and greets without trusting the name', async () => {
    const { typed } = await auth.person({ firstName: '<b onclick="x()">Eve</b>' });
    await auth.bus.call(forgotPassword, { email: typed.email });
    const mail = await mailTo(typed.email, RESET);
    const links = [...`${mail.text}${mail.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => new URL(url).origin);
    expect(new Set(links)).toEqual(new Set(['https://duet.example']));
    expect(mail.html).toContain('&lt;b onclick=&quot;x()&quot;&gt;Eve&lt;/b&gt;');
    expect(mail.html).not.toContain('<b onclick');
    expect(mail.headers).toMatch(/^From: Duet <hello@duet.example>$/m);
    expect(mail.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  it('is redeemed once by twenty at once', async () => {
    const { typed } = await auth.person();
    const token = await resetToken(typed.email);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => reset(token).then(() => 'OK', (cause: { code: string }) => cause.code)));
    expect(outcomes.toSorted()).toEqual(['OK', ...Array.from({ length: 19 }, () => 'TOKEN_INVALID')]);
    expect((await resetRefusal(token)).code).toBe('TOKEN_INVALID');
  });

  it('lives ten minutes', async () => {
    const { typed } = await auth.person();
    const token = await resetToken(typed.email);
    auth.clock.forward(10 * MINUTE);
    expect(await resetRefusal(token)).toMatchObject({ code: 'TOKEN_INVALID', status: 400 });
    const next = await resetToken(typed.email, 2);
    auth.clock.forward(10 * MINUTE - 5 * SECOND);
    await reset(next);
  });

  it('dies with a newer link, and with a changed password', async () => {
    const { typed, caller } = await auth.person();
    const older = await resetToken(typed.email);
    await queueIsEmpty();
    const newer = await resetToken(typed.email, 2);
    expect((await resetRefusal(older)).code).toBe('TOKEN_INVALID');
    await auth.bus.call(changePassword, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, caller);
    expect((await resetRefusal(newer)).code).toBe('TOKEN_INVALID');
  });

  it('survives a refused password', async () => {
    const { typed } = await auth.person();
    const token = await resetToken(typed.email);
    expect(await resetRefusal(token, 'short')).toMatchObject({ errors: [{ field: 'password', message: TEXTS.passwordTooShort }] });
    expect(await resetRefusal(token, 'Password123')).toMatchObject({ errors: [{ field: 'password', message: TEXTS.passwordCommon }] });
    await reset(token);
  });

  it('cannot be redeemed with another purpose’s link, a wrong one or none', async () => {
    const { typed } = await auth.person();
    const verify = tokenIn(await mailTo(typed.email, VERIFY));
    for (const token of [verify, '', 'x'.repeat(43), 'A'.repeat(200)]) expect((await resetRefusal(token)).code).toBe('TOKEN_INVALID');
    expect((await auth.bus.refusal(resetPassword, Object.assign({ token: '', password: NEW_PASSWORD }, { token: { $ne: '' } }))).code).toBe('VALIDATION_FAILED');
  });

  it('leaves only a hash of the link behind', async () => {
    const { typed } = await auth.person();
    const token = await resetToken(typed.email);
    const kept = await Promise.all(['email_tokens', 'mail_outbox', 'outbox'].map((table) => auth.rows(`SELECT * FROM ${table}`)));
    expect(JSON.stringify(kept)).not.toContain(token);
  });
});

describe('verifying an address', () => {
  const isVerified = async (token: string): Promise<boolean> => (await auth.bus.call(getProfile, {}, { token })).emailVerified;

  it('works once, from the mail that every newcomer gets', async () => {
    const person = await auth.person();
    expect(await isVerified(person.token)).toBe(false);
    const token = tokenIn(await mailTo(person.typed.email, VERIFY));
    expect(await auth.bus.call(verifyEmail, { token })).toEqual({ done: true });
    expect(await isVerified(person.token)).toBe(true);
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('TOKEN_INVALID');
  });

  it('lives a day, and can be asked for again by the account or by the address', async () => {
    const person = await auth.person();
    const old = tokenIn(await mailTo(person.typed.email, VERIFY));
    auth.clock.forward(DAY);
    expect((await auth.bus.refusal(verifyEmail, { token: old })).code).toBe('TOKEN_INVALID');
    await queueIsEmpty();
    await auth.bus.call(resendVerification, {}, person.caller);
    const second = tokenIn(await mailTo(person.typed.email, VERIFY, 2));
    await queueIsEmpty();
    await auth.bus.call(resendVerification, { email: person.typed.email });
    const third = tokenIn(await mailTo(person.typed.email, VERIFY, 3));
    expect((await auth.bus.refusal(verifyEmail, { token: second })).code).toBe('TOKEN_INVALID');
    await auth.bus.call(verifyEmail, { token: third });
  });

  it('mails nothing to a verified or unknown address, and says so to nobody', async () => {
    const person = await auth.person();
    await auth.bus.call(verifyEmail, { token: tokenIn(await mailTo(person.typed.email, VERIFY)) });
    await queueIsEmpty();
    const sent = mailbox.mails.length;
    expect(await auth.bus.call(resendVerification, {}, person.caller)).toEqual({ done: true });
    expect(await auth.bus.call(resendVerification, { email: aUser().email })).toEqual({ done: true });
    await queueIsEmpty();
    expect(mailbox.mails).toHaveLength(sent);
    expect(await auth.bus.refusal(resendVerification, {})).toMatchObject({ errors: [{ field: 'email', message: TEXTS.emailRequired }] });
  });
});

describe('the mail queue', () => {
  const jobs = () => auth.rows<{ attempts: number; next_attempt_at: Date }>('SELECT attempts, next_attempt_at FROM mail_outbox');

  it('tries again later when the server is busy, and delivers then', async () => {
    await queueIsEmpty();
    mailbox.refuseNext('451 try later');
    const { typed } = await auth.person();
    await eventually(async () => expect((await jobs()).map(({ attempts }) => attempts)).toEqual([1]));
    await eventually(async () => expect((await jobs())[0]?.next_attempt_at.getTime()).toBeLessThan(auth.clock.in(6 * SECOND).getTime()));
    auth.clock.forward(6 * SECOND);
    auth.app.get(MailWorker).kick();
    await mailTo(typed.email, VERIFY);
    await queueIsEmpty();
  });

  it('gives up at once on an address that the server refuses for good', async () => {
    await queueIsEmpty();
    mailbox.refuseNext('550 no such user');
    const { typed } = await auth.person();
    await queueIsEmpty();
    expect(mailbox.mails.filter(({ to }) => to.includes(typed.email))).toEqual([]);
  });

  it('sends each mail once with two workers, and picks up what a dead one held', async () => {
    const queue = auth.app.get(MailQueue);
    await queueIsEmpty();
    const { manager } = auth.app.get(getDataSourceToken());
    for (let n = 0; n < 12; n += 1) await queue.add(manager, 'reset-password', `nobody-${n}@example.org`);
    const taken = (await Promise.all([queue.take(6), queue.take(6), queue.take(6)])).flat();
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    expect(await queue.take(12)).toHaveLength(12 - taken.length);
    auth.clock.forward(3 * MINUTE);
    expect(await queue.take(20)).toHaveLength(12);
    auth.clock.forward(25 * HOUR);
    await queue.sweep();
    expect(await jobs()).toEqual([]);
  });
});

describe('without a mail server', () => {
  it('keeps the mails until there is one', async () => {
    const deaf = await RunningAuth.start();
    const { typed } = await deaf.person();
    await deaf.bus.call(forgotPassword, { email: typed.email });
    await deaf.bus.call(forgotPassword, { email: typed.email });
    expect(await deaf.rows('SELECT kind, attempts FROM mail_outbox ORDER BY kind')).toEqual([
      { kind: 'reset-password', attempts: 0 },
      { kind: 'verify-email', attempts: 0 },
    ]);
    await deaf.stop();
  });
});
