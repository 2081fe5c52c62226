import {
  LIMITS,
  accountUpdated,
  askSecondFactorRemoval,
  beginSecondFactorRemoval,
  cancelSecondFactorRemoval,
  disableSecondFactor,
  enableSecondFactor,
  forgotPassword,
  getProfile,
  getSecondFactor,
  keepSecondFactor,
  login,
  refreshSession,
  resetPassword,
  setUpSecondFactor,
} from '@duet/contracts';
import { type CaughtMail, type MailCatcher, PASSWORD, aUser, catchMails, eventually } from '@duet/testing';
import { AppError } from '@duet/service-kit';
import { Secret, TOTP } from 'otpauth';
import { PasswordHasher } from '../src/passwords/password-hasher.js';
import { SecondFactorRemovals } from '../src/second-factor-removals/second-factor-removals.service.js';
import { HOUR, MINUTE, type Person, RunningAuth } from './running-auth.js';

const NEW_PASSWORD = 'Walrus9Green-Sky';
const DELAY = LIMITS.secondFactorRemovalHours * HOUR;

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

const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() });

/** A user with an authenticator app, whose current code is unused. */
async function protectedPerson() {
  const person = await auth.proved();
  const { secret } = await auth.bus.call(setUpSecondFactor, { password: PASSWORD }, person.caller);
  const { recoveryCodes } = await auth.bus.call(enableSecondFactor, { code: codeOf(secret) }, person.caller);
  auth.clock.forward(MINUTE);
  return { person, secret, recoveryCodes };
}

const mailsTo = ({ typed }: Person, subject: RegExp): CaughtMail[] =>
  mailbox.mails.filter((mail) => mail.to.includes(typed.email) && subject.test(mail.subject));

const LINK = /-two-factor\/([\w-]{43})/;

const linkIn = (person: Person, subject: RegExp, count = 1): Promise<string> =>
  eventually(() => {
    const found = mailsTo(person, subject);
    expect(found).toHaveLength(count);
    const text = found.at(-1)?.text ?? '';
    expect(text).toMatch(LINK);
    return LINK.exec(text)?.[1] ?? '';
  });

const REMOVE = /^Remove two-factor/;
const BEGUN = /will be removed/;

const requestLink = (email: string) => auth.bus.call(askSecondFactorRemoval, { email });
const removeDue = () => auth.app.get(SecondFactorRemovals).removeDue();
const isOn = async ({ caller }: Person) => (await auth.bus.call(getSecondFactor, {}, caller)).enabled;
const removalAt = async ({ caller }: Person) => (await auth.bus.call(getProfile, {}, caller)).secondFactorRemovalAt;
const signIn = ({ typed: { email } }: Person, code?: string) =>
  auth.bus.call(login, { email, password: PASSWORD, ...(code && { code }) });
const refusal = ({ typed: { email } }: Person) => auth.bus.refusal(login, { email, password: PASSWORD });
const announced = ({ account }: Person) =>
  auth.bus.live(accountUpdated).filter(({ userId }) => userId === account.id).length;

/** A removal that was begun through the mailbox. */
async function begunRemoval() {
  const known = await protectedPerson();
  await requestLink(known.person.typed.email);
  const token = await linkIn(known.person, REMOVE);
  const answer = await auth.bus.call(beginSecondFactorRemoval, { token });
  return { ...known, token, answer };
}

describe('a lost second factor', () => {
  it('is removed with every session three days after it was reported by mail', async () => {
    const { person, answer } = await begunRemoval();
    expect(Date.parse(answer.removalAt) - auth.clock.now().getTime()).toBeGreaterThan(DELAY - MINUTE);
    expect(await removalAt(person)).toBe(answer.removalAt);
    await eventually(() => expect(announced(person)).toBe(1));
    await linkIn(person, BEGUN);
    auth.clock.forward(DELAY - HOUR);
    await removeDue();
    expect((await refusal(person)).code).toBe('SECOND_FACTOR_REQUIRED');
    auth.clock.forward(2 * HOUR);
    await Promise.all([removeDue(), removeDue()]);
    expect((await auth.bus.refusal(refreshSession, { refreshToken: person.refreshToken })).code).toBe(
      'UNAUTHENTICATED',
    );
    await signIn(person);
    await eventually(() => expect(mailsTo(person, /was removed/)).toHaveLength(1));
  });

  it('is removed although the removal of an earlier account always fails', async () => {
    const [broken, person] = [(await begunRemoval()).person, (await begunRemoval()).person];
    const key = broken.account.id;
    await auth.rows(
      `CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF OLD.user_id = '${key}' THEN RAISE EXCEPTION 'no'; END IF; RETURN OLD; END $$`,
    );
    await auth.rows(
      'CREATE TRIGGER refuse_removal BEFORE DELETE ON second_factors FOR EACH ROW EXECUTE FUNCTION refuse_removal()',
    );
    try {
      auth.clock.forward(DELAY + HOUR);
      await removeDue();
      await signIn(person);
      expect((await refusal(broken)).code).toBe('SECOND_FACTOR_REQUIRED');
    } finally {
      await auth.rows('DROP TRIGGER refuse_removal ON second_factors');
    }
    await removeDue();
    await signIn(broken);
  });

  it('stays when any session cancels the removal, which invalidates the links and is announced to every session', async () => {
    const { person, token } = await begunRemoval();
    const keep = await linkIn(person, BEGUN);
    expect(await auth.bus.call(cancelSecondFactorRemoval, {}, person.caller)).toMatchObject({
      id: person.account.id,
      secondFactorRemovalAt: null,
    });
    await eventually(() => expect(announced(person)).toBe(2));
    await eventually(() => expect(mailsTo(person, /stays on/)).toHaveLength(1));
    expect((await auth.bus.refusal(keepSecondFactor, { token: keep })).code).toBe('TOKEN_INVALID');
    expect((await auth.bus.refusal(beginSecondFactorRemoval, { token })).code).toBe('TOKEN_INVALID');
    auth.clock.forward(DELAY + HOUR);
    await removeDue();
    expect((await refusal(person)).code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('stays when the link in the announcement is opened', async () => {
    const { person } = await begunRemoval();
    await auth.bus.call(keepSecondFactor, { token: await linkIn(person, BEGUN) });
    expect(await removalAt(person)).toBeNull();
  });

  it.each<[string, (known: Awaited<ReturnType<typeof begunRemoval>>) => Promise<unknown>]>([
    ['its code signs in', ({ person, secret }) => signIn(person, codeOf(secret))],
    ['a recovery code signs in', ({ person, recoveryCodes }) => signIn(person, recoveryCodes[0])],
    ['it is turned off', ({ person }) => auth.bus.call(disableSecondFactor, { password: PASSWORD }, person.caller)],
  ])('is not removed when %s', async (_how, act) => {
    const known = await begunRemoval();
    await act(known);
    expect(await removalAt(known.person)).toBeNull();
  });

  it('is removed at the same time when it is reported again', async () => {
    const { person, answer } = await begunRemoval();
    auth.clock.forward(HOUR);
    await requestLink(person.typed.email);
    const again = await auth.bus.call(beginSecondFactorRemoval, { token: await linkIn(person, REMOVE, 2) });
    expect(again).toEqual(answer);
    await auth.bus.call(keepSecondFactor, { token: await linkIn(person, BEGUN) });
  });

  it('is removed by one of ten simultaneous uses of the link', async () => {
    const { person } = await protectedPerson();
    await requestLink(person.typed.email);
    const token = await linkIn(person, REMOVE);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => auth.bus.call(beginSecondFactorRemoval, { token })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is affected by no other user’s link or session', async () => {
    const [known, other] = [await begunRemoval(), await auth.proved()];
    expect((await auth.bus.call(cancelSecondFactorRemoval, {}, other.caller)).id).toBe(other.account.id);
    expect((await auth.bus.refusal(cancelSecondFactorRemoval, {})).code).toBe('UNAUTHENTICATED');
    for (const token of ['', 'x'.repeat(43), known.token]) {
      expect((await auth.bus.refusal(keepSecondFactor, { token })).code).toBe('TOKEN_INVALID');
      expect((await auth.bus.refusal(beginSecondFactorRemoval, { token })).code).toBe('TOKEN_INVALID');
    }
    expect(await removalAt(known.person)).toBe(known.answer.removalAt);
  });

  it('causes a mail only if there is one, with the same answer otherwise', async () => {
    const [plain, { person }] = [await auth.proved(), await protectedPerson()];
    const answers = await Promise.all([aUser().email, plain.typed.email, person.typed.email].map(requestLink));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await linkIn(person, REMOVE);
    expect(mailsTo(plain, REMOVE)).toEqual([]);
  });
});

describe('a stolen mailbox', () => {
  const resetLink = async (person: Person): Promise<string> => {
    await auth.bus.call(forgotPassword, { email: person.typed.email });
    return eventually(() => {
      const text = mailsTo(person, /Reset your/).at(-1)?.text ?? '';
      const token = /reset-password\/([\w-]{43})/.exec(text)?.[1];
      if (!token) throw new Error('no link');
      return token;
    });
  };

  it('keeps the recovery code of a reset that is refused because too many passwords are being hashed', async () => {
    const { person, recoveryCodes } = await protectedPerson();
    const reset = { token: await resetLink(person), password: NEW_PASSWORD, code: recoveryCodes[0] ?? '' };
    const hash = jest.spyOn(auth.app.get(PasswordHasher), 'hash');
    hash.mockRejectedValueOnce(new AppError('RATE_LIMITED'));
    expect((await auth.bus.refusal(resetPassword, reset)).code).toBe('RATE_LIMITED');
    hash.mockRestore();
    expect(await auth.bus.call(resetPassword, reset)).toMatchObject({ account: { email: person.typed.email } });
  });

  it('resets no password without the second factor, also while a removal is pending', async () => {
    const { person } = await begunRemoval();
    const token = await resetLink(person);
    expect((await auth.bus.refusal(resetPassword, { token, password: NEW_PASSWORD })).code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
    expect(await isOn(person)).toBe(true);
    expect(await removalAt(person)).not.toBeNull();
  });
});
