import { randomUUID } from 'node:crypto';
import {
  NOTICES,
  type NoticeIssued,
  UpdateSettingsDto,
  forgotPassword,
  getSettings,
  noticeIssued,
  unsubscribeByLink,
  updateSettings,
} from '@duet/contracts';
import { type CaughtMail, type MailCatcher, catchMails, eventually, whileLocked } from '@duet/testing';
import { MailWorker } from '../src/mail/mail-worker.js';
import { HOUR, type Person, RunningAuth } from './running-auth.js';

/** The entity of each notice; only notices of capsules and challenges open it. */
const ENTITY = { type: 'capsule', id: randomUUID() } as const;

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

/** A user with a verified address. */
async function verifiedPerson(firstName: string): Promise<Person> {
  const person = await auth.person({ firstName });
  await auth.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [person.account.id]);
  return person;
}

const configure = (person: Person, notifications: object) =>
  auth.bus.call(updateSettings, Object.assign(new UpdateSettingsDto(), { settings: { notifications } }), person.caller);

// A process that has just started may not consume the stream yet.
const publishNotice = (event: NoticeIssued) => eventually(() => auth.bus.publish(noticeIssued, event.userId, event));

const about = (person: Person, whom: Person, notice: NoticeIssued['notice'] = 'request_received'): NoticeIssued => ({
  userId: person.account.id,
  notice,
  aboutId: whom.account.id,
  entity: ENTITY,
});

const mailsTo = ({ typed }: Person): CaughtMail[] =>
  mailbox.mails.filter(({ to, subject }) => to.includes(typed.email) && !/Confirm/.test(subject));

const queuedFor = (person: Person) =>
  auth.rows<{ next_attempt_at: Date; about: string }>(
    `SELECT due_at AS next_attempt_at, payload ->> 'about' AS about FROM jobs WHERE queue = 'mail' AND payload ->> 'kind' = 'notice' AND subject = $1`,
    [person.typed.email],
  );

/** Events are consumed in order: when this notice was mailed, all earlier ones were consumed. */
async function allEventsConsumed(): Promise<void> {
  const [last, other] = [await verifiedPerson('Last'), await verifiedPerson('Other')];
  await publishNotice(about(last, other));
  await eventually(() => expect(mailsTo(last)).toHaveLength(1));
}

describe('a mailed notice', () => {
  it.each([
    ['request_received', /^Bob would like to be your partner$/, 'https://duet.example/dashboard'],
    ['partner_linked', /Bob.is.now.your.partner!/, 'https://duet.example/chat'],
    ['unlinked', /^You and Bob are no longer linked$/, 'https://duet.example/settings'],
    ['date_reminder', /^An important date is near$/, 'https://duet.example/dashboard'],
    ['capsule_sealed', /^Bob sealed a memory capsule with you$/, `https://duet.example/memories/${ENTITY.id}`],
    ['capsule_ready', /^A memory capsule can be opened now$/, `https://duet.example/memories/${ENTITY.id}`],
    ['challenge_proposed', /^Bob proposes a challenge/, `https://duet.example/challenges/${ENTITY.id}`],
    ['challenge_due_tomorrow', /^One of your challenges is due/, `https://duet.example/challenges/${ENTITY.id}`],
    ['challenge_overdue', /Extend or let it go$/, `https://duet.example/challenges/${ENTITY.id}`],
  ] as const)('of %s names the other person and links to the right page', async (notice, subject, link) => {
    const [ada, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Bob')];
    // Mails about dates are off by default.
    await configure(ada, { matrix: { [NOTICES[notice]]: { email: true } } });
    await publishNotice(about(ada, bob, notice));
    await eventually(() => expect(mailsTo(ada)).toMatchObject([{ subject: expect.stringMatching(subject) }]));
    expect(mailsTo(ada)[0]?.text).toContain(link);
    expect(mailsTo(bob)).toEqual([]);
  });

  it('of two capsules are two mails, each with its link; an earlier build’s event opens the list', async () => {
    const [ada, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Bob')];
    await configure(ada, { matrix: { memories: { email: true } } });
    const { entity: _, ...sealed } = about(ada, bob, 'capsule_sealed');
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) await publishNotice({ ...sealed, entity: { type: 'capsule', id } });
    await publishNotice(sealed);
    await eventually(() => expect(mailsTo(ada)).toHaveLength(3));
    const links = mailsTo(ada).map(({ text }) => /duet\.example(\/memories\S*)/.exec(text)?.[1]);
    expect(links.toSorted()).toEqual(['/memories', ...ids.map((id) => `/memories/${id}`)].toSorted());
  });

  it('is not sent when mails are switched off, nor to an unverified address', async () => {
    const [silent, unproved, bob] = [
      await verifiedPerson('Silent'),
      await auth.person({ firstName: 'Unproved' }),
      await verifiedPerson('Bob'),
    ];
    await configure(silent, { matrix: { partner: { email: false } } });
    await publishNotice(about(silent, bob));
    await publishNotice(about(unproved, bob));
    await allEventsConsumed();
    expect([...mailsTo(silent), ...mailsTo(unproved)]).toEqual([]);
  });

  it('is delayed until quiet hours end in the recipient’s time zone, and dropped when mails are switched off meanwhile', async () => {
    const [ada, eve, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Eve'), await verifiedPerson('Bob')];
    const zone = 'Asia/Tokyo';
    const hourIn = (hours: number) =>
      new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
        auth.clock.in(hours * HOUR),
      );
    const quietHours = { enabled: true, from: hourIn(-2), to: hourIn(2), timezone: zone };
    for (const person of [ada, eve]) await configure(person, { quietHours });
    for (const person of [ada, eve]) await publishNotice(about(person, bob));
    await allEventsConsumed();
    expect([...mailsTo(ada), ...mailsTo(eve)]).toEqual([]);
    const [job] = await queuedFor(ada);
    expect(job?.about).toMatch(new RegExp(`^request_received:${bob.account.id}:[0-9a-f]{4}$`));
    const wait = (job?.next_attempt_at.getTime() ?? 0) - auth.clock.now().getTime();
    expect(wait).toBeGreaterThan(1.9 * HOUR);
    expect(wait).toBeLessThanOrEqual(2 * HOUR);
    await configure(eve, { matrix: { partner: { email: false } } });
    auth.clock.forward(2 * HOUR);
    auth.app.get(MailWorker).kick();
    await eventually(() => expect(mailsTo(ada)).toMatchObject([{ subject: 'Bob would like to be your partner' }]));
    await eventually(async () => expect(await queuedFor(eve)).toEqual([]));
    expect(mailsTo(eve)).toEqual([]);
  });

  it('that waits is dropped once either of the two has switched its part off', async () => {
    const [ada, eve, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Eve'), await verifiedPerson('Bob')];
    const mutedUntil = auth.clock.in(HOUR).toISOString();
    for (const person of [ada, eve]) {
      await configure(person, { mutedUntil, matrix: { goals: { email: true }, lists: { email: true } } });
      await publishNotice(about(person, bob, 'goal_achieved'));
      await publishNotice(about(person, bob, 'list_created'));
    }
    await allEventsConsumed();
    const hide = (person: Person, together: object) =>
      auth.bus.call(updateSettings, Object.assign(new UpdateSettingsDto(), { settings: { together } }), person.caller);
    await hide(bob, { goals: false });
    await hide(eve, { lists: false });
    auth.clock.forward(HOUR);
    auth.app.get(MailWorker).kick();
    await eventually(() => expect(mailsTo(ada)).toMatchObject([{ subject: expect.stringContaining('list') }]));
    await eventually(async () => expect(await queuedFor(eve)).toEqual([]));
    expect(mailsTo(eve)).toEqual([]);
  });

  it('is delayed until a mute ends', async () => {
    const [ada, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Bob')];
    await configure(ada, { mutedUntil: auth.clock.in(HOUR).toISOString() });
    await publishNotice(about(ada, bob));
    await allEventsConsumed();
    expect(mailsTo(ada)).toEqual([]);
    expect(await queuedFor(ada)).toHaveLength(1);
  });

  it('does not contain a name that changed after it was queued', async () => {
    const [ada, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Bob')];
    await configure(ada, { mutedUntil: auth.clock.in(HOUR).toISOString() });
    await publishNotice(about(ada, bob, 'unlinked'));
    await allEventsConsumed();
    await auth.rows(`UPDATE users SET first_name = 'Robert' WHERE id = $1`, [bob.account.id]);
    auth.clock.forward(HOUR);
    auth.app.get(MailWorker).kick();
    await eventually(() => expect(mailsTo(ada)).toMatchObject([{ subject: 'You and Somebody are no longer linked' }]));
    expect(mailsTo(ada)[0]?.text).not.toContain('Robert');
  });

  it('is sent for each person, and without the name of a deleted one', async () => {
    const [ada, bob, cyd] = [await verifiedPerson('Ada'), await verifiedPerson('Bob'), await verifiedPerson('Cyd')];
    await publishNotice(about(ada, bob));
    await publishNotice(about(ada, cyd));
    await eventually(() =>
      expect(
        mailsTo(ada)
          .map(({ subject }) => subject[0])
          .toSorted(),
      ).toEqual(['B', 'C']),
    );
    await auth.rows('DELETE FROM users WHERE id = $1', [bob.account.id]);
    await publishNotice(about(cyd, bob, 'unlinked'));
    await eventually(() =>
      expect(mailsTo(cyd)).toMatchObject([{ subject: 'You and Deleted user are no longer linked' }]),
    );
  });
});

describe('the link that switches mails off', () => {
  const mailed = async (person: Person, bob: Person, notice: NoticeIssued['notice']): Promise<CaughtMail> => {
    await configure(person, { matrix: { [NOTICES[notice]]: { email: true } } });
    const before = mailsTo(person).length;
    await publishNotice(about(person, bob, notice));
    return eventually(() => {
      const mail = mailsTo(person).at(-1);
      if (!mail || mailsTo(person).length === before) throw new Error('no mail');
      return mail;
    });
  };
  const tokenOf = ({ headers }: CaughtMail): string =>
    /^List-Unsubscribe: <https:\/\/duet\.example\/unsubscribe\/([\w~-]+)>\r?$/m.exec(headers)?.[1] ?? '';
  const matrixOf = async (person: Person) => (await auth.bus.call(getSettings, {}, person.caller)).notifications.matrix;

  it('is in the headers and the text of a notice, works without a session, again and at once, and for its kind alone', async () => {
    const [ada, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Bob')];
    const mail = await mailed(ada, bob, 'challenge_proposed');
    const token = tokenOf(mail);
    expect(mail.headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    for (const content of [mail.text, mail.html])
      expect(content).toContain(`https://duet.example/unsubscribe/${token}`);
    const before = await matrixOf(ada);
    await Promise.all([1, 2, 3].map(() => auth.bus.call(unsubscribeByLink, { token })));
    await auth.bus.call(unsubscribeByLink, { token });
    expect(await matrixOf(ada)).toEqual({ ...before, challenges: { ...before.challenges, email: false } });
    await publishNotice(about(ada, bob, 'challenge_accepted'));
    await allEventsConsumed();
    expect(mailsTo(ada)).toHaveLength(1);
    // The link stays good: the person may switch the mails on, and off again by an older mail.
    await configure(ada, { matrix: { challenges: { email: true } } });
    await auth.bus.call(unsubscribeByLink, { token });
    expect((await matrixOf(ada)).challenges.email).toBe(false);
  });

  it('is refused when its kind, account or signature was changed, and after the account', async () => {
    const [ada, eve, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Eve'), await verifiedPerson('Bob')];
    const token = tokenOf(await mailed(ada, bob, 'capsule_ready'));
    const ofEve = tokenOf(await mailed(eve, bob, 'capsule_ready'));
    const [id, kind, signature = ''] = token.split('~');
    const before = [await matrixOf(ada), await matrixOf(eve)];
    for (const wrong of [
      [id, 'challenges', signature].join('~'),
      [ofEve.split('~')[0], kind, signature].join('~'),
      [bob.account.id, kind, signature].join('~'),
      [id, kind, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('~'),
      [id, kind, ''].join('~'),
      [id, kind].join('~'),
      [id, '__proto__', signature].join('~'),
      `${token}~x`,
      '',
    ])
      expect((await auth.bus.refusal(unsubscribeByLink, { token: wrong })).code).toBe('TOKEN_INVALID');
    expect((await auth.bus.refusal(unsubscribeByLink, { token: 'x'.repeat(201) })).code).toBe('VALIDATION_FAILED');
    expect([await matrixOf(ada), await matrixOf(eve)]).toEqual(before);
    await auth.rows('DELETE FROM users WHERE id = $1', [ada.account.id]);
    expect((await auth.bus.refusal(unsubscribeByLink, { token })).code).toBe('TOKEN_INVALID');
  });

  it('is in no mail that a person needs', async () => {
    const person = await auth.person();
    await auth.bus.call(forgotPassword, { email: person.typed.email });
    await eventually(() =>
      expect(mailbox.mails.filter(({ to }) => to.includes(person.typed.email)).length).toBeGreaterThan(1),
    );
    for (const { to, headers, text } of mailbox.mails)
      if (to.includes(person.typed.email)) expect(`${headers}${text}`).not.toMatch(/unsubscribe/i);
  });

  it('is unavailable while the accounts are locked, and works afterwards', async () => {
    const [ada, bob] = [await verifiedPerson('Ada'), await verifiedPerson('Bob')];
    const token = tokenOf(await mailed(ada, bob, 'goal_achieved'));
    await whileLocked(auth.database.url, 'auth.users', async () =>
      expect((await auth.bus.refusal(unsubscribeByLink, { token })).code).toBe('UNAVAILABLE'),
    );
    await auth.bus.call(unsubscribeByLink, { token });
    expect((await matrixOf(ada)).goals.email).toBe(false);
  });
});
