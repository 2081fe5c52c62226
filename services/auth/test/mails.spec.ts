import { TEXTS, forgotPassword, getProfile, resendVerification, verifyEmail } from '@duet/contracts';
import { type MailCatcher, aUser, eventually } from '@duet/testing';
import { MailQueue } from '../src/mail/mail-queue.js';
import { MailWorker } from '../src/mail/mail-worker.js';
import { type MailedAuth, RESET, VERIFY, mailCalls, startMailedAuth, tokenIn } from './mailed-auth.js';
import { DAY, HOUR, MINUTE, RunningAuth, SECOND } from './running-auth.js';

let mailed: MailedAuth;
let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  mailed = await startMailedAuth();
  ({ auth, mailbox } = mailed);
});

afterAll(() => mailed.stop());

const { mailTo, queueIsEmpty } = mailCalls(() => mailed);

describe('a name in a mail', () => {
  it('is never sent to an unproved address', async () => {
    const { typed } = await auth.person({ firstName: 'Call 0900 123456', lastName: 'or visit evil.example' });
    await auth.bus.call(forgotPassword, { email: typed.email });
    for (const mail of [await mailTo(typed.email, VERIFY), await mailTo(typed.email, RESET)])
      expect(JSON.stringify(mail)).not.toMatch(/0900|evil/);
  });

  it('greets its owner once the address is proved, unless mail programs would turn it into a link', async () => {
    const [plain, linking] = [
      await auth.person({ firstName: 'Zoë 🦊' }),
      await auth.person({ firstName: 'evil.example' }),
    ];
    for (const { typed } of [plain, linking]) {
      await auth.bus.call(verifyEmail, { token: tokenIn(await mailTo(typed.email, VERIFY)) });
      await auth.bus.call(forgotPassword, { email: typed.email });
    }
    expect((await mailTo(plain.typed.email, RESET)).text).toContain('Hi Zoë 🦊,');
    const mail = await mailTo(linking.typed.email, RESET);
    expect(mail.text).toContain('Hi,');
    expect(JSON.stringify(mail)).not.toContain('evil.example');
  });
});

describe('verifying an address', () => {
  const isVerified = async (token: string): Promise<boolean> =>
    (await auth.bus.call(getProfile, {}, { token })).emailVerified;

  it('works once, by the link that is mailed after registration', async () => {
    const person = await auth.person();
    expect(await isVerified(person.token)).toBe(false);
    const token = tokenIn(await mailTo(person.typed.email, VERIFY));
    expect(await auth.bus.call(verifyEmail, { token })).toEqual({ done: true });
    expect(await isVerified(person.token)).toBe(true);
    expect((await auth.bus.refusal(verifyEmail, { token })).code).toBe('TOKEN_INVALID');
  });

  it('needs a link that is valid for a day and can be requested again by account or address', async () => {
    const person = await auth.person();
    const old = tokenIn(await mailTo(person.typed.email, VERIFY));
    auth.clock.forward(DAY);
    expect((await auth.bus.refusal(verifyEmail, { token: old })).code).toBe('TOKEN_INVALID');
    await queueIsEmpty();
    await auth.bus.call(resendVerification, {}, (await auth.again(person)).caller);
    const second = tokenIn(await mailTo(person.typed.email, VERIFY, 2));
    await queueIsEmpty();
    await auth.bus.call(resendVerification, { email: person.typed.email });
    const third = tokenIn(await mailTo(person.typed.email, VERIFY, 3));
    expect((await auth.bus.refusal(verifyEmail, { token: second })).code).toBe('TOKEN_INVALID');
    await auth.bus.call(verifyEmail, { token: third });
  });

  it('mails nothing to a verified or unknown address and does not reveal that', async () => {
    const person = await auth.person();
    await auth.bus.call(verifyEmail, { token: tokenIn(await mailTo(person.typed.email, VERIFY)) });
    await queueIsEmpty();
    const sent = mailbox.mails.length;
    expect(await auth.bus.call(resendVerification, {}, person.caller)).toEqual({ done: true });
    expect(await auth.bus.call(resendVerification, { email: aUser().email })).toEqual({ done: true });
    await queueIsEmpty();
    expect(mailbox.mails).toHaveLength(sent);
    expect(await auth.bus.refusal(resendVerification, {})).toMatchObject({
      errors: [{ field: 'email', message: TEXTS.emailRequired }],
    });
  });
});

describe('the mail queue', () => {
  const jobs = () =>
    auth.rows<{ attempts: number; next_attempt_at: Date }>(
      "SELECT attempts, due_at AS next_attempt_at FROM jobs WHERE queue = 'mail'",
    );

  it('retries later when the server is busy', async () => {
    await queueIsEmpty();
    mailbox.refuseNext('451 try later');
    const { typed } = await auth.person();
    await eventually(async () => expect((await jobs()).map(({ attempts }) => attempts)).toEqual([1]));
    await eventually(async () =>
      expect((await jobs())[0]?.next_attempt_at.getTime()).toBeLessThan(auth.clock.in(6 * SECOND).getTime()),
    );
    auth.clock.forward(6 * SECOND);
    auth.app.get(MailWorker).kick();
    await mailTo(typed.email, VERIFY);
    await queueIsEmpty();
  });

  it('gives up at once on an address that the server refuses permanently', async () => {
    await queueIsEmpty();
    mailbox.refuseNext('550 no such user');
    const { typed } = await auth.person();
    await queueIsEmpty();
    expect(mailbox.mails.filter(({ to }) => to.includes(typed.email))).toEqual([]);
  });

  it('gives each mail to one worker, and to another after the lease of a dead one', async () => {
    const queue = auth.app.get(MailQueue);
    await queueIsEmpty();
    // The process's own worker would otherwise claim some of these jobs.
    await auth.app.get(MailWorker).onModuleDestroy();
    for (let n = 0; n < 12; n += 1) await queue.queueMailAlone('reset-password', `nobody-${n}@example.org`);
    const claimed = (await Promise.all([1, 2, 3].map(() => queue.jobs.claim(6)))).flat();
    expect(new Set(claimed.map(({ key }) => key)).size).toBe(claimed.length);
    expect(await queue.jobs.claim(12)).toHaveLength(12 - claimed.length);
    auth.clock.forward(3 * MINUTE);
    expect(await queue.jobs.claim(20)).toHaveLength(12);
    auth.clock.forward(25 * HOUR);
    await queue.sweep();
    expect(await jobs()).toEqual([]);
  });
});

describe('an installation without a mail server', () => {
  it('keeps mails in the queue', async () => {
    const withoutMail = await RunningAuth.start();
    const { typed } = await withoutMail.person();
    await withoutMail.bus.call(forgotPassword, { email: typed.email });
    await withoutMail.bus.call(forgotPassword, { email: typed.email });
    expect(
      await withoutMail.rows("SELECT payload ->> 'kind' AS kind, attempts FROM jobs WHERE queue = 'mail' ORDER BY 1"),
    ).toEqual([
      { kind: 'reset-password', attempts: 0 },
      { kind: 'verify-email', attempts: 0 },
    ]);
    await withoutMail.stop();
  });
});
