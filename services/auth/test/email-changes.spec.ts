import {
  TEXTS, cancelEmailChange, changeEmail, forgotPassword, getProfile, login, refreshSession, resetPassword, userProfileChanged, verifyEmail,
} from '@duet/contracts';
import { type CaughtMail, type MailCatcher, PASSWORD, aUser, catchMails, eventually } from '@duet/testing';
import { DAY, type Person, RunningAuth, SECOND } from './running-auth.js';

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
const CHANGED = /email was changed/;
const RESET = /reset/i;

const mailsTo = (address: string, subject: RegExp): CaughtMail[] => mailbox.mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject));

/** The newest link to an address, once `count` mails have come. */
const linkTo = (address: string, subject = NEW, count = 1): Promise<string> =>
  eventually(() => {
    const found = mailsTo(address, subject);
    const token = /(?:reset-password|verify-email)\/([\w-]+)/.exec(found.at(-1)?.text ?? '')?.[1];
    if (found.length < count || !token) throw new Error(`${found.length} of ${count} mails`);
    return token;
  });

const queueIsEmpty = () => eventually(async () => expect(await auth.rows('SELECT * FROM mail_outbox')).toEqual([]));

const someAddress = (): string => aUser().email;

const ask = (person: Person, email: string, password = PASSWORD) => auth.bus.call(changeEmail, { email, password }, person.caller);
const refusal = (person: Person, email: string, password = PASSWORD) => auth.bus.refusal(changeEmail, { email, password }, person.caller);
const profile = (person: Person) => auth.bus.call(getProfile, {}, person.caller);

describe('a new e-mail address', () => {
  it('is the account’s once its link was opened; sessions stay, everybody learns of it', async () => {
    const person = await auth.person();
    const email = someAddress();
    expect(await ask(person, ` ${email} `)).toMatchObject({ email: person.typed.email, pendingEmail: email });
    const token = await linkTo(email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await profile(person)).toMatchObject({ email: person.typed.email, pendingEmail: email });
    await auth.again(person);
    expect((await auth.bus.refusal(login, { email, password: PASSWORD })).code).toBe('INVALID_CREDENTIALS');

    expect(await auth.bus.call(verifyEmail, { token })).toEqual({ done: true });
    expect(await profile(person)).toMatchObject({ email, emailVerified: true, pendingEmail: null });
    await auth.bus.call(refreshSession, { refreshToken: person.refreshToken });
    await auth.bus.call(login, { email: email.toUpperCase(), password: PASSWORD });
    expect((await auth.bus.refusal(login, { email: person.typed.email, password: PASSWORD })).code).toBe('INVALID_CREDENTIALS');
    await eventually(async () => {
      const facts = (await auth.bus.facts(userProfileChanged)).filter(({ _id }) => _id === person.account.id);
      expect(facts).toMatchObject([{ email, version: 2 }]);
    });
  });

  it('is told to the address that was, with no link and without the whole new one', async () => {
    const person = await auth.person();
    const email = someAddress();
    await ask(person, email);
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

  it('wants the password, another address than now, and one that nobody has', async () => {
    const [person, other] = [await auth.person(), await auth.person()];
    expect(await refusal(person, someAddress(), 'Wrong1Horse')).toMatchObject({ code: 'WRONG_PASSWORD', status: 403 });
    expect(await refusal(person, person.typed.email.toUpperCase())).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'email', message: TEXTS.emailUnchanged }] });
    expect(await refusal(person, other.typed.email.replace('ada', 'ＡＤＡ'))).toMatchObject({ code: 'EMAIL_TAKEN', status: 409, errors: [{ field: 'email' }] });
    expect(await refusal(person, 'not an address')).toMatchObject({ errors: [{ field: 'email', message: TEXTS.emailInvalid }] });
    expect((await profile(person)).pendingEmail).toBeNull();
    // A wrong password says nothing about who has an address.
    expect((await refusal(person, other.typed.email, 'Wrong1Horse')).code).toBe('WRONG_PASSWORD');
  });

  it('has a link that lives a day, works once of twenty, and dies with a newer one', async () => {
    const person = await auth.person();
    const [first, second] = [someAddress(), someAddress()];
    await ask(person, first);
    const older = await linkTo(first);
    await queueIsEmpty();
    await ask(person, first);
    const newer = await linkTo(first, NEW, 2);
    expect((await auth.bus.refusal(verifyEmail, { token: older })).code).toBe('TOKEN_INVALID');
    await queueIsEmpty();
    await ask(person, second);
    expect((await auth.bus.refusal(verifyEmail, { token: newer })).code).toBe('TOKEN_INVALID');
    const token = await linkTo(second);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => auth.bus.call(verifyEmail, { token }).then(() => 'OK', ({ code }: { code: string }) => code)));
    expect(outcomes.toSorted()).toEqual(['OK', ...Array.from({ length: 19 }, () => 'TOKEN_INVALID')]);
    expect((await profile(person)).email).toBe(second);

    const third = someAddress();
    await ask(person, third);
    const late = await linkTo(third);
    auth.clock.forward(DAY + SECOND);
    expect((await auth.bus.refusal(verifyEmail, { token: late })).code).toBe('TOKEN_INVALID');
  });

  it('never is one that a stale mail proved', async () => {
    const person = await auth.person();
    const [proved, wanted] = [someAddress(), someAddress()];
    await ask(person, proved);
    const token = await linkTo(proved);
    // As if that mail's link had been made in the moment after the second wish.
    await auth.rows('UPDATE users SET pending_email = $2 WHERE id = $1', [person.account.id, wanted]);
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('TOKEN_INVALID');
    expect((await profile(person)).email).toBe(person.typed.email);
  });

  it('is refused when somebody registered with it meanwhile, and stays refused', async () => {
    const person = await auth.person();
    const email = someAddress();
    await ask(person, email);
    const token = await linkTo(email);
    await auth.person({ email });
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('EMAIL_TAKEN');
    expect(await profile(person)).toMatchObject({ email: person.typed.email, pendingEmail: email });
  });

  it('can be taken back: the link is dead then', async () => {
    const person = await auth.person();
    const email = someAddress();
    await ask(person, email);
    const token = await linkTo(email);
    expect(await auth.bus.call(cancelEmailChange, {}, person.caller)).toMatchObject({ email: person.typed.email, pendingEmail: null });
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('TOKEN_INVALID');
  });

  it('makes links to the old address worthless', async () => {
    const person = await auth.person();
    await auth.bus.call(forgotPassword, { email: person.typed.email });
    const reset = await linkTo(person.typed.email, RESET);
    const email = someAddress();
    await ask(person, email);
    await auth.bus.call(verifyEmail, { token: await linkTo(email) });
    expect((await auth.bus.refusal(resetPassword, { token: reset, password: 'Walrus9Green-Sky' })).code).toBe('TOKEN_INVALID');
  });

  it('leaves only a hash of its link behind', async () => {
    const person = await auth.person();
    const email = someAddress();
    await ask(person, email);
    const token = await linkTo(email);
    const kept = await Promise.all(['email_tokens', 'mail_outbox', 'outbox', 'users'].map((table) => auth.rows(`SELECT * FROM ${table}`)));
    expect(JSON.stringify(kept)).not.toContain(token);
  });
});
