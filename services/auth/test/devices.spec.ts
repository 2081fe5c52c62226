import { LIMITS, forgotPassword, login, recogniseDevice, reportSignInAttempts } from '@duet/contracts';
import { type MailCatcher, PASSWORD, aUser, catchMails, eventually } from '@duet/testing';
import { DAY, HOUR, type Person, RunningAuth } from './running-auth.js';

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

const recognised = async (email: string, device?: string) =>
  (await auth.bus.call(recogniseDevice, { email }, device === undefined ? {} : { device })).recognised;
const signIn = ({ typed: { email } }: Person, device?: string) =>
  auth.bus.call(login, { email, password: PASSWORD }, device === undefined ? {} : { device });
const verify = (person: Person) =>
  auth.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.account.id]);

describe('a remembered device', () => {
  it('is recognised for its own account only, in any spelling of the address', async () => {
    const [ada, bob] = [await auth.person(), await auth.person()];
    expect(Buffer.from(ada.deviceToken, 'base64url')).toHaveLength(32);
    expect(await recognised(ada.typed.email, ada.deviceToken)).toBe(true);
    expect(await recognised(ada.typed.email.toUpperCase(), ada.deviceToken)).toBe(true);
    for (const [email, device] of [
      [bob.typed.email, ada.deviceToken],
      [aUser().email, ada.deviceToken],
      [ada.typed.email, 'A'.repeat(43)],
      [ada.typed.email, undefined],
    ] as const) {
      expect(await recognised(email, device)).toBe(false);
    }
  });

  it('is stored as a hash', async () => {
    const { deviceToken } = await auth.person();
    expect(JSON.stringify(await auth.rows('SELECT * FROM remembered_devices'))).not.toContain(deviceToken);
  });

  it('gets a new token at each sign-in, for all accounts that use it', async () => {
    const [ada, bob] = [await auth.person(), await auth.person()];
    const { deviceToken: shared } = await signIn(bob, ada.deviceToken);
    const again = await signIn(ada, shared);
    for (const old of [ada.deviceToken, shared])
      for (const { typed } of [ada, bob]) expect(await recognised(typed.email, old)).toBe(false);
    for (const { typed } of [ada, bob]) expect(await recognised(typed.email, again.deviceToken)).toBe(true);
  });

  it('is forgotten a year after its last sign-in', async () => {
    const person = await auth.person();
    auth.clock.forward(LIMITS.rememberedDeviceDays * DAY);
    expect(await recognised(person.typed.email, person.deviceToken)).toBe(false);
  });

  it('is forgotten when too many newer ones sign in', async () => {
    const person = await auth.person();
    const tokens: string[] = [];
    for (let n = 0; n < LIMITS.rememberedDevices; n += 1) {
      auth.clock.forward(1_000);
      tokens.push((await signIn(person)).deviceToken);
    }
    expect(await recognised(person.typed.email, person.deviceToken)).toBe(false);
    expect(await recognised(person.typed.email, tokens[0])).toBe(true);
    expect(await auth.rows('SELECT 1 FROM remembered_devices WHERE user_id = $1', [person.account.id])).toHaveLength(
      LIMITS.rememberedDevices,
    );
  });

  it('is remembered by each of ten simultaneous sign-ins', async () => {
    const person = await auth.person();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => signIn(person, person.deviceToken)));
    for (const { deviceToken } of sessions) expect(await recognised(person.typed.email, deviceToken)).toBe(true);
  });
});

describe('many wrong passwords', () => {
  const warnings = ({ typed }: Person) =>
    mailbox.mails.filter(({ to, subject }) => to.includes(typed.email) && /tries to sign in/.test(subject));
  const report = (email: string) => auth.bus.call(reportSignInAttempts, { email });
  /** Waits for a mail that is queued last: mails are claimed in order, so the earlier ones were claimed before it. */
  const allMailsSent = async () => {
    const last = await auth.person();
    await verify(last);
    await auth.bus.call(forgotPassword, { email: last.typed.email });
    await eventually(() =>
      expect(
        mailbox.mails.filter(({ to, subject }) => to.includes(last.typed.email) && /Reset/.test(subject)),
      ).toHaveLength(1),
    );
  };

  it('are reported to the owner by one mail a day, also after simultaneous reports', async () => {
    const person = await auth.person();
    await verify(person);
    await Promise.all(Array.from({ length: 10 }, () => report(person.typed.email)));
    await eventually(() => expect(warnings(person)).toHaveLength(1));
    auth.clock.forward(23 * HOUR);
    await report(person.typed.email);
    await allMailsSent();
    expect(warnings(person)).toHaveLength(1);
    auth.clock.forward(2 * HOUR);
    await report(person.typed.email);
    await eventually(() => expect(warnings(person)).toHaveLength(2));
  });

  it('cause no mail to an unproved or unknown address, with the same answer', async () => {
    const person = await auth.person();
    expect(await report(person.typed.email)).toEqual(await report(aUser().email));
    await allMailsSent();
    expect(warnings(person)).toEqual([]);
  });
});
