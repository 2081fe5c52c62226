import { createHash, randomUUID } from 'node:crypto';
import { getProfile, login, refreshSession, sessionRevoked, signInUnlocked, userDeleted } from '@duet/contracts';
import { ADMIN_EXIT } from '@duet/service-kit';
import { type MailCatcher, catchMails, eventually, whileLocked } from '@duet/testing';
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

const json = async (...argv: string[]) => JSON.parse(await auth.admin('--json', ...argv));

const refusal = (...argv: string[]) =>
  auth.admin(...argv).then(
    () => null,
    (cause: unknown) => cause,
  );

const acts = () =>
  auth.rows<{ operator: string; act: string; reason: string }>(
    'SELECT operator, act, reason FROM admin_acts ORDER BY id',
  );

const isSignedIn = (person: Person) =>
  auth.bus.call(refreshSession, { refreshToken: person.refreshToken }).then(
    () => true,
    () => false,
  );

describe('account show', () => {
  it('finds an account by id and by address in any spelling, and shows dates and counts without content', async () => {
    const person = await auth.proved({ firstName: 'Wilhelmina' });
    await auth.again(person);
    const { id } = person.account;
    const state = await json('account', 'show', id);
    expect(state).toMatchObject({ id, sessions: 2, passkeys: 0, emailRefusedAt: null, secondFactorSince: null });
    expect(await json('account', 'show', ` ${person.typed.email.toUpperCase()}`)).toEqual(state);
    const shown = await auth.admin('account', 'show', id);
    expect(shown).toContain('sessions: 2');
    for (const secret of ['Wilhelmina', person.typed.email, person.typed.username])
      expect(`${shown}${JSON.stringify(state)}`).not.toContain(secret);
  });

  it('is logged with operator and reason, by id and never by address, also for an unknown account', async () => {
    const person = await auth.person();
    await auth.admin('account', 'show', person.typed.email);
    const unknown = `${randomUUID()}@example.org`;
    expect(await refusal('account', 'show', unknown)).toMatchObject({
      exitCode: ADMIN_EXIT.refused,
      message: 'There is no such account.',
    });
    expect((await acts()).slice(-2)).toEqual([
      { operator: 'Olga', reason: 'ticket 7', act: `account show ${person.account.id}` },
      { operator: 'Olga', reason: 'ticket 7', act: 'account show (unknown)' },
    ]);
    expect(JSON.stringify(await auth.rows('SELECT * FROM admin_acts'))).not.toContain(unknown);
  });

  it('shows nothing while the log cannot be written', async () => {
    const person = await auth.person();
    await whileLocked(auth.database.url, 'auth.admin_acts', async () =>
      expect(await refusal('account', 'show', person.account.id)).toMatchObject({
        exitCode: ADMIN_EXIT.unavailable,
        message: expect.stringContaining('did not answer'),
      }),
    );
  });
});

describe('the log of acts', () => {
  it.each([
    "UPDATE admin_acts SET operator = 'Nobody'",
    'DELETE FROM admin_acts',
    'TRUNCATE admin_acts',
    "UPDATE admin_acts SET reason = 'x' WHERE false",
  ])('refuses %s of the service’s own role', async (statement) => {
    await auth.admin('dead-letters', 'list');
    const before = await acts();
    await expect(auth.rows(statement)).rejects.toThrow('append-only');
    expect(await acts()).toEqual(before);
  });
});

describe('account end-sessions', () => {
  it('ends all of them, and pushes each revocation to the edges', async () => {
    const [person, other] = [await auth.person(), await auth.person()];
    const again = await auth.again(person);
    expect(await auth.admin('account', 'end-sessions', person.account.id)).toBe('Sessions ended: 2.');
    expect([await isSignedIn(person), await isSignedIn(again), await isSignedIn(other)]).toEqual([false, false, true]);
    await eventually(() =>
      expect(auth.bus.live(sessionRevoked).filter(({ userId }) => userId === person.account.id)).toHaveLength(2),
    );
  });

  it('twice at the same moment ends each session once', async () => {
    const person = await auth.person();
    const answers = await Promise.all([1, 2].map(() => auth.admin('account', 'end-sessions', person.account.id)));
    expect(await isSignedIn(person)).toBe(false);
    expect(answers.every((answer) => /Sessions ended: [01]\./.test(answer))).toBe(true);
    expect(await auth.admin('account', 'end-sessions', person.account.id)).toBe('Sessions ended: 0.');
  });
});

describe('account erase', () => {
  it('erases by the path of the settings: sessions, row and the event for the other services', async () => {
    const person = await auth.person();
    await auth.admin('account', 'erase', person.typed.email);
    expect(await isSignedIn(person)).toBe(false);
    expect((await auth.bus.refusal(getProfile, {}, person.caller)).code).toBe('USER_NOT_FOUND');
    await eventually(async () =>
      expect((await auth.bus.events(userDeleted)).map(({ userId }) => userId)).toContain(person.account.id),
    );
    expect(await refusal('account', 'erase', person.account.id)).toMatchObject({
      message: 'There is no such account.',
    });
  });

  it('twice at the same moment erases once', async () => {
    const { account } = await auth.person();
    const outcomes = await Promise.all([1, 2].map(() => refusal('account', 'erase', account.id)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(outcomes).toContainEqual(expect.objectContaining({ message: 'There is no such account.' }));
    await eventually(async () =>
      expect((await auth.bus.events(userDeleted)).filter(({ userId }) => userId === account.id)).toHaveLength(1),
    );
  });

  it('changes nothing while the table is locked', async () => {
    const person = await auth.person();
    await whileLocked(auth.database.url, 'auth.users', async () =>
      expect(await refusal('account', 'erase', person.account.id)).toMatchObject({ exitCode: ADMIN_EXIT.unavailable }),
    );
    expect(await isSignedIn(person)).toBe(true);
  });
});

describe('account unlock', () => {
  it('ends the pause after wrong codes, and pushes the hash of the address to the gateways', async () => {
    const person = await auth.proved();
    await auth.rows(
      `INSERT INTO second_factors (user_id, secret, enabled_at, failures, failed_at) VALUES ($1, 'x', now(), 5, now())`,
      [person.account.id],
    );
    expect((await json('account', 'show', person.account.id)).codesPausedUntil).not.toBeNull();
    await auth.admin('account', 'unlock', person.typed.email);
    expect((await json('account', 'show', person.account.id)).codesPausedUntil).toBeNull();
    const account = createHash('sha256').update(person.typed.email.toLowerCase()).digest('base64url');
    await eventually(() => expect(auth.bus.live(signInUnlocked)).toContainEqual({ account }));
  });
});

describe('mail resend', () => {
  const confirmations = ({ typed }: Person) =>
    mailbox.mails.filter(({ to, subject }) => to.includes(typed.email) && subject.startsWith('Confirm'));

  it('sends the mail of the running service again', async () => {
    const person = await auth.person();
    await eventually(() => expect(confirmations(person)).toHaveLength(1));
    await auth.admin('mail', 'resend', person.account.id, 'verify-email');
    await eventually(() => expect(confirmations(person)).toHaveLength(2));
  });

  it('refuses mails that it does not know, and a verification that nobody needs', async () => {
    const person = await auth.proved();
    for (const kind of ['password-changed', 'x', ''])
      expect(await refusal('mail', 'resend', person.account.id, kind)).toMatchObject({
        message: expect.stringContaining('KIND is one of'),
      });
    expect(await refusal('mail', 'resend', person.account.id, 'verify-email')).toMatchObject({
      message: 'The address is verified already.',
    });
  });
});

describe('dead letters', () => {
  const park = async (userId: string, name: string = userDeleted.name): Promise<string> => {
    const envelope = { id: randomUUID(), name, key: userId, at: '', requestId: 'r', payload: { userId } };
    const [row] = await auth.rows<{ id: string }>(
      `INSERT INTO dead_letter (envelope, reason) VALUES ($1, 'the stream was away') RETURNING id`,
      [JSON.stringify(envelope)],
    );
    return row?.id ?? '';
  };
  const parked = async () => (await json('dead-letters', 'list')).map(({ id }: { id: string }) => id);

  it('are listed without their content, handled again in this service and then removed', async () => {
    const userId = randomUUID();
    const id = await park(userId);
    const [row] = (await json('dead-letters', 'list')).filter((one: { id: string }) => one.id === id);
    expect(row).toEqual({
      id,
      event: 'user.deleted',
      key: userId,
      parkedAt: expect.any(String),
      reason: 'the stream was away',
    });
    expect(await auth.admin('dead-letters', 'replay', id)).toBe('user.deleted was handled.');
    expect(await parked()).not.toContain(id);
    expect(await refusal('dead-letters', 'replay', id)).toMatchObject({ message: 'There is no such dead letter.' });
  });

  it('stay when the handler fails again', async () => {
    const id = await park(randomUUID(), 'nobody.handles-this');
    expect(String(await refusal('dead-letters', 'replay', id))).toContain('has no handler of nobody.handles-this');
    expect(await parked()).toContain(id);
  });

  it('are replayed by one of two operators', async () => {
    const id = await park(randomUUID());
    const outcomes = await Promise.all([1, 2].map(() => refusal('dead-letters', 'replay', id)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(await parked()).not.toContain(id);
  });

  it.each(['x', '', '-1', '9'.repeat(19), '1; DELETE FROM users'])('are not named by %j', async (id) => {
    expect(await refusal('dead-letters', 'replay', id)).toBeInstanceOf(Error);
  });
});

describe('a person who is back', () => {
  it('signs in as before after the sessions were ended', async () => {
    const person = await auth.person();
    await auth.admin('account', 'end-sessions', person.account.id);
    await auth.bus.call(login, { email: person.typed.email, password: person.typed.password });
  });
});
