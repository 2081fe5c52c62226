import { NOTICES, type NoticeIssued, UpdateSettingsDto, noticeIssued, updateSettings } from '@duet/contracts';
import { type CaughtMail, type MailCatcher, catchMails, eventually } from '@duet/testing';
import { MailWorker } from '../src/mail/mail-worker.js';
import { HOUR, type Person, RunningAuth } from './running-auth.js';

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

/** Somebody whose address is confirmed. */
async function confirmed(firstName: string): Promise<Person> {
  const person = await auth.person({ firstName });
  await auth.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.account.id]);
  return person;
}

const configure = (person: Person, notifications: object) =>
  auth.bus.call(updateSettings, Object.assign(new UpdateSettingsDto(), { settings: { notifications } }), person.caller);

// A process that has just started may not have opened the stream of facts yet.
const tell = (fact: NoticeIssued) => eventually(() => auth.bus.tell(noticeIssued, fact.userId, fact));

const about = (person: Person, whom: Person, notice: NoticeIssued['notice'] = 'request_received'): NoticeIssued => ({ userId: person.account.id, notice, aboutId: whom.account.id });

const mailsTo = ({ typed }: Person): CaughtMail[] => mailbox.mails.filter(({ to, subject }) => to.includes(typed.email) && !/Confirm/.test(subject));

const waiting = (person: Person) =>
  auth.rows<{ next_attempt_at: Date; about: string }>(`SELECT next_attempt_at, about FROM mail_outbox WHERE kind = 'notice' AND email_key = $1`, [person.typed.email]);

/** Facts are digested in their order: once this one was, so was everything told before. */
async function settled(): Promise<void> {
  const [last, other] = [await confirmed('Last'), await confirmed('Other')];
  await tell(about(last, other));
  await eventually(() => expect(mailsTo(last)).toHaveLength(1));
}

describe('a mailed notice', () => {
  it.each([
    ['request_received', /^Bob would like to be your partner$/, 'https://duet.example/dashboard'],
    ['partner_linked', /Bob.is.now.your.partner!/, 'https://duet.example/chat'],
    ['unlinked', /^You and Bob are no longer linked$/, 'https://duet.example/settings'],
    ['date_reminder', /^An important date is near$/, 'https://duet.example/dashboard'],
  ] as const)('of %s says who, and leads there', async (notice, subject, link) => {
    const [ada, bob] = [await confirmed('Ada'), await confirmed('Bob')];
    // Reminders are mailed to those who want that.
    await configure(ada, { matrix: { [NOTICES[notice]]: { email: true } } });
    await tell(about(ada, bob, notice));
    await eventually(() => expect(mailsTo(ada)).toMatchObject([{ subject: expect.stringMatching(subject) }]));
    expect(mailsTo(ada)[0]?.text).toContain(link);
    expect(mailsTo(bob)).toEqual([]);
  });

  it('is not sent where mails are switched off, nor to an address that nobody confirmed', async () => {
    const [silent, unproved, bob] = [await confirmed('Silent'), await auth.person({ firstName: 'Unproved' }), await confirmed('Bob')];
    await configure(silent, { matrix: { partner: { email: false } } });
    await tell(about(silent, bob));
    await tell(about(unproved, bob));
    await settled();
    expect([...mailsTo(silent), ...mailsTo(unproved)]).toEqual([]);
  });

  it('waits for the end of the quiet hours by the person’s own clock, and is dropped when mails are switched off meanwhile', async () => {
    const [ada, eve, bob] = [await confirmed('Ada'), await confirmed('Eve'), await confirmed('Bob')];
    const zone = 'Asia/Tokyo';
    const hourIn = (hours: number) => new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(auth.clock.in(hours * HOUR));
    const quietHours = { enabled: true, from: hourIn(-2), to: hourIn(2), timezone: zone };
    for (const person of [ada, eve]) await configure(person, { quietHours });
    for (const person of [ada, eve]) await tell(about(person, bob));
    await settled();
    expect([...mailsTo(ada), ...mailsTo(eve)]).toEqual([]);
    const [job] = await waiting(ada);
    expect(job?.about).toBe(`request_received:${bob.account.id}`);
    const wait = (job?.next_attempt_at.getTime() ?? 0) - auth.clock.now().getTime();
    expect(wait).toBeGreaterThan(1.9 * HOUR);
    expect(wait).toBeLessThanOrEqual(2 * HOUR);
    await configure(eve, { matrix: { partner: { email: false } } });
    auth.clock.forward(2 * HOUR);
    auth.app.get(MailWorker).kick();
    await eventually(() => expect(mailsTo(ada)).toMatchObject([{ subject: 'Bob would like to be your partner' }]));
    await eventually(async () => expect(await waiting(eve)).toEqual([]));
    expect(mailsTo(eve)).toEqual([]);
  });

  it('waits for the end of a mute', async () => {
    const [ada, bob] = [await confirmed('Ada'), await confirmed('Bob')];
    await configure(ada, { mutedUntil: auth.clock.in(HOUR).toISOString() });
    await tell(about(ada, bob));
    await settled();
    expect(mailsTo(ada)).toEqual([]);
    expect(await waiting(ada)).toHaveLength(1);
  });

  it('of two people is two mails, of a person who is gone names nobody', async () => {
    const [ada, bob, cyd] = [await confirmed('Ada'), await confirmed('Bob'), await confirmed('Cyd')];
    await tell(about(ada, bob));
    await tell(about(ada, cyd));
    await eventually(() => expect(mailsTo(ada).map(({ subject }) => subject[0]).toSorted()).toEqual(['B', 'C']));
    await auth.rows('DELETE FROM users WHERE id = $1', [bob.account.id]);
    await tell(about(cyd, bob, 'unlinked'));
    await eventually(() => expect(mailsTo(cyd)).toMatchObject([{ subject: 'You and Deleted user are no longer linked' }]));
  });
});
