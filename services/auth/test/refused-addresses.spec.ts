import {
  accountUpdated,
  changeEmail,
  changePassword,
  forgotPassword,
  getProfile,
  resendVerification,
  verifyEmail,
} from '@duet/contracts';
import { Health } from '@duet/service-kit';
import { type MailCatcher, aUser, catchMails, eventually } from '@duet/testing';
import { MailWorker } from '../src/mail/mail-worker.js';
import { type Person, RunningAuth } from './running-auth.js';

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

const NO_SUCH_USER = '550 5.1.1 no such user here';

const refusedEmail = async ({ caller }: Person) => (await auth.bus.call(getProfile, {}, caller)).refusedEmail;

const subjectsTo = (address: string) =>
  mailbox.mails.filter(({ to }) => to.includes(address)).map(({ subject }) => subject);

const queueIsEmpty = () =>
  eventually(async () => expect(await auth.rows("SELECT 1 FROM jobs WHERE queue = 'mail'")).toEqual([]));

const refusals = async (reason: string): Promise<number> => {
  const metric = await auth.app.get(Health).metrics.getSingleMetric('duet_mail_refusals_total')?.get();
  return metric?.values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0;
};

/** A person whose mail server has refused a mail. */
async function refusedPerson(at: 'RCPT' | 'DATA' = 'RCPT', answer = NO_SUCH_USER): Promise<Person> {
  const typed = aUser();
  mailbox.refuseAddress(typed.email, answer, at);
  const person = await auth.person(typed);
  await queueIsEmpty();
  return person;
}

it('the outcomes of mails that alerts read are counted from 0 on', async () => {
  const metrics = await auth.app.get(Health).metrics.metrics();
  for (const series of [
    'duet_mails_total{outcome="sent"}',
    'duet_mails_total{outcome="refused"}',
    'duet_mails_total{outcome="given-up"}',
    'duet_mail_refusals_total{reason="address"}',
    'duet_mail_refusals_total{reason="sender"}',
  ])
    expect(metrics).toContain(`${series} 0\n`);
});

describe('an address that the mail server refuses for good', () => {
  it.each(['RCPT', 'DATA'] as const)('at %s is shown to its owner, counted, and gets no other mails', async (at) => {
    const before = await refusals('address');
    const person = await refusedPerson(at);
    expect(await refusedEmail(person)).toBe(person.typed.email);
    expect(await refusals('address')).toBe(before + 1);
    expect(auth.bus.live(accountUpdated)).toContainEqual({ userId: person.account.id });
    mailbox.refuseAddress(person.typed.email, null);
    const { password } = person.typed;
    await auth.bus.call(changePassword, { currentPassword: password, newPassword: 'Walrus9Green-Sky' }, person.caller);
    await queueIsEmpty();
    expect(subjectsTo(person.typed.email)).toEqual([]);
  });

  it('is good again when its owner asks for another mail and opens the link, also once verified', async () => {
    const person = await refusedPerson();
    mailbox.refuseAddress(person.typed.email, null);
    await auth.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.account.id]);
    await auth.bus.call(resendVerification, {}, person.caller);
    await queueIsEmpty();
    // An accepted mail proves nothing yet: the server may refuse it later.
    expect(await refusedEmail(person)).toBe(person.typed.email);
    const mail = mailbox.mails.find(({ to }) => to.includes(person.typed.email));
    await auth.bus.call(verifyEmail, { token: /verify-email\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' });
    expect(await refusedEmail(person)).toBeNull();
    await auth.bus.call(resendVerification, {}, person.caller);
    await queueIsEmpty();
    expect(subjectsTo(person.typed.email)).toHaveLength(1);
  });

  it('still gets the link to a new password, so that nobody is locked out', async () => {
    const person = await refusedPerson();
    mailbox.refuseAddress(person.typed.email, null);
    await auth.bus.call(forgotPassword, { email: person.typed.email });
    await eventually(() => expect(subjectsTo(person.typed.email)).toEqual(['Reset your Duet password']));
  });

  it('is left behind by a confirmed change', async () => {
    const person = await refusedPerson();
    const email = aUser().email;
    await auth.bus.call(changeEmail, { email, password: person.typed.password }, person.caller);
    const mail = await eventually(() => {
      const found = mailbox.mails.find(({ to }) => to.includes(email));
      if (!found) throw new Error('no mail');
      return found;
    });
    await auth.bus.call(verifyEmail, { token: /verify-email\/([\w-]+)/.exec(mail.text)?.[1] ?? '' }, person.caller);
    expect(await refusedEmail(person)).toBeNull();
  });

  it('may be the requested new one: the current one goes on, and another request begins anew', async () => {
    const person = await auth.proved();
    const email = aUser().email;
    mailbox.refuseAddress(email, NO_SUCH_USER);
    const ask = (address: string) =>
      auth.bus.call(changeEmail, { email: address, password: person.typed.password }, person.caller);
    await ask(email);
    await queueIsEmpty();
    expect(await refusedEmail(person)).toBe(email);
    expect(subjectsTo(person.typed.email)).toContain('Your Duet email is about to change');
    expect((await ask(aUser().email)).refusedEmail).toBeNull();
  });

  it('is none of an account that has left it meanwhile', async () => {
    const person = await auth.proved();
    await queueIsEmpty();
    mailbox.refuseAddress(person.typed.email, NO_SUCH_USER);
    const email = aUser().email;
    await auth.bus.call(changeEmail, { email, password: person.typed.password }, person.caller);
    await queueIsEmpty();
    expect(await refusedEmail(person)).toBe(person.typed.email);
    const mail = mailbox.mails.find(({ to }) => to.includes(email));
    await auth.bus.call(
      verifyEmail,
      { token: /verify-email\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' },
      person.caller,
    );
    // The former address refuses the news of the change.
    await queueIsEmpty();
    expect(await refusedEmail(person)).toBeNull();
  });
});

describe('a refusal that concerns the sender', () => {
  it('is counted and marks no address', async () => {
    const before = await refusals('sender');
    const person = await refusedPerson('RCPT', '550 5.7.1 the domain of the sender has no SPF');
    expect(await refusedEmail(person)).toBeNull();
    expect(await refusals('sender')).toBe(before + 1);
  });
});

describe('a refusal for now', () => {
  it('marks nothing, and the mail is tried again', async () => {
    const typed = aUser();
    mailbox.refuseNext('451 4.3.2 try later');
    const person = await auth.person(typed);
    await eventually(async () =>
      expect(await auth.rows("SELECT 1 FROM jobs WHERE queue = 'mail' AND attempts = 1")).toHaveLength(1),
    );
    expect(await refusedEmail(person)).toBeNull();
    auth.clock.forward(60_000);
    auth.app.get(MailWorker).kick();
    await eventually(() => expect(subjectsTo(typed.email)).toHaveLength(1));
  });
});
