import {
  type AddPasskeyDto,
  LIMITS,
  type PasskeyCreationOptions,
  type PasskeyProofDto,
  type PasskeyRequestOptions,
  addPasskey,
  askPasskeyConfirm,
  askPasskeySignIn,
  beginPasskey,
  confirmPasskey,
  deleteAccount,
  enableSecondFactor,
  listPasskeys,
  logout,
  listSessions,
  login,
  removePasskey,
  renamePasskey,
  setUpSecondFactor,
  signInWithPasskey,
} from '@duet/contracts';
import { catchMails, eventually, LOCK_WAITS, type MailCatcher, PASSWORD } from '@duet/testing';
import { Secret, TOTP } from 'otpauth';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { PasskeyChallenges } from '../src/passkeys/passkey-challenges.service.js';
import { MINUTE, type Person, RunningAuth } from './running-auth.js';
import { type Forgery, SoftwareAuthenticator } from './software-authenticator.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

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

const begin = (person: Person, password = PASSWORD): Promise<PasskeyCreationOptions> =>
  auth.bus.call(beginPasskey, { password }, person.caller);
const add = (person: Person, answer: AddPasskeyDto) =>
  auth.bus.call(addPasskey, answer, { ...person.caller, userAgent: CHROME });
const list = (person: Person) => auth.bus.call(listPasskeys, {}, person.caller);
const ask = (): Promise<PasskeyRequestOptions> => auth.bus.call(askPasskeySignIn, {});
const signIn = (proof: PasskeyProofDto) => auth.bus.call(signInWithPasskey, proof, { userAgent: CHROME });
const askConfirm = (person: Person): Promise<PasskeyRequestOptions> =>
  auth.bus.call(askPasskeyConfirm, {}, person.caller);
const confirm = (person: Person, proof: PasskeyProofDto) => auth.bus.call(confirmPasskey, proof, person.caller);

const codeOf = (cause: { code: string }): string => cause.code;
const outcome = (call: Promise<unknown>): Promise<string> => call.then(() => 'OK', codeOf);

/** A user with a passkey. */
async function passkeyOwner() {
  const person = await auth.proved();
  const device = new SoftwareAuthenticator();
  const passkey = await add(person, device.create(await begin(person)));
  return { person, device, passkey };
}

const storedState = async ({ id }: { id: string }) =>
  (
    await auth.rows<{ counter: string; backed_up: boolean }>('SELECT counter, backed_up FROM passkeys WHERE id = $1', [
      id,
    ])
  )[0];

const mailTo = ({ typed }: Person, subject: RegExp) =>
  eventually(() =>
    expect(mailbox.mails.filter((mail) => mail.to.includes(typed.email) && subject.test(mail.subject))).not.toEqual([]),
  );

describe('adding a passkey', () => {
  it('is refused to a session that has ended since it began', async () => {
    const person = await auth.proved();
    const answer = new SoftwareAuthenticator().create(await begin(person));
    await auth.bus.call(logout, {}, person.caller);
    expect(await outcome(add(person, answer))).toBe('UNAUTHENTICATED');
    expect(await list(person)).toEqual([]);
  });

  it('is refused once the trust in its challenge has ended, also during the call', async () => {
    const person = await auth.proved();
    const answer = new SoftwareAuthenticator().create(await begin(person));
    const database = auth.app.get<DataSource>(getDataSourceToken());
    const { adding } = await database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [person.account.id]);
      const adding = outcome(add(person, answer));
      await eventually(async () => expect(await auth.rows(LOCK_WAITS)).toHaveLength(1));
      await tx.query('DELETE FROM passkey_challenges WHERE user_id = $1', [person.account.id]);
      return { adding };
    });
    expect(await adding).toBe('PASSKEY_EXPIRED');
    expect(await list(person)).toEqual([]);
  });

  it('requires the password, names the passkey after the browser and is announced by mail', async () => {
    const person = await auth.proved();
    expect((await auth.bus.refusal(beginPasskey, { password: 'Wrong1Horse' }, person.caller)).code).toBe(
      'WRONG_PASSWORD',
    );
    const options = await begin(person);
    expect(options).toMatchObject({
      rp: { id: 'duet.example', name: 'Duet' },
      user: { name: person.typed.email, displayName: person.account.fullName },
      timeout: LIMITS.passkeyMinutes * MINUTE,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);

    const device = new SoftwareAuthenticator();
    const passkey = await add(person, device.create(options, { synced: true }));
    expect(passkey).toEqual({
      _id: passkey.id,
      id: passkey.id,
      name: 'Chrome on Linux',
      createdAt: expect.any(String),
      lastUsedAt: null,
      synced: true,
    });
    expect(await list(person)).toEqual([passkey]);
    await mailTo(person, /A passkey was added/);

    const next = await begin(person);
    expect(next.excludeCredentials).toEqual([{ type: 'public-key', id: device.id, transports: ['internal'] }]);
    expect(next.user.id).toBe(options.user.id);
    expect(next.challenge).not.toBe(options.challenge);
  });

  it.each<[string, Forgery, string]>([
    ['another origin', { origin: 'https://duet.example.evil.test' }, 'PASSKEY_INVALID'],
    ['another port', { origin: 'https://duet.example:8443' }, 'PASSKEY_INVALID'],
    ['a frame of another origin', { crossOrigin: true }, 'PASSKEY_INVALID'],
    ['another relying party', { rpId: 'example' }, 'PASSKEY_INVALID'],
    ['a user who is not verified', { verified: false }, 'PASSKEY_INVALID'],
    ['a user who is not present', { present: false }, 'PASSKEY_INVALID'],
    ['the other ceremony', { type: 'webauthn.get' }, 'PASSKEY_INVALID'],
    ['another id than the key’s', { id: 'AAAA' }, 'PASSKEY_INVALID'],
    [
      'an unrequested certificate',
      { format: 'packed', statement: new Map([['x5c', [new Uint8Array(8)]]]) },
      'PASSKEY_INVALID',
    ],
    ['an unknown attestation format', { format: 'none of these' }, 'PASSKEY_INVALID'],
    ['an unknown challenge', { challenge: 'A'.repeat(43) }, 'PASSKEY_EXPIRED'],
  ])('refuses %s', async (_what, forgery, code) => {
    const person = await auth.proved();
    expect(await outcome(add(person, new SoftwareAuthenticator().create(await begin(person), forgery)))).toBe(code);
    expect(await list(person)).toEqual([]);
  });

  it.each<[string, Partial<AddPasskeyDto['response']>]>([
    ['client data that is no JSON', { clientDataJSON: 'AAAA' }],
    ['client data that is no object', { clientDataJSON: Buffer.from('null').toString('base64url') }],
    ['an attestation that is no CBOR', { attestationObject: '____' }],
  ])('refuses %s with PASSKEY_INVALID', async (_what, response) => {
    const person = await auth.proved();
    const made = new SoftwareAuthenticator().create(await begin(person));
    expect(await outcome(add(person, { ...made, response: { ...made.response, ...response } }))).toBe(
      'PASSKEY_INVALID',
    );
  });

  it('accepts each challenge once, within five minutes and from its user', async () => {
    const [ada, bob] = [await auth.proved(), await auth.proved()];
    const options = await begin(ada);
    expect(await outcome(add(bob, new SoftwareAuthenticator().create(options)))).toBe('PASSKEY_EXPIRED');
    const race = await Promise.all(
      Array.from({ length: 20 }, () => outcome(add(ada, new SoftwareAuthenticator().create(options)))),
    );
    expect(race.filter((one) => one === 'OK')).toHaveLength(1);
    expect(new Set(race)).toEqual(new Set(['OK', 'PASSKEY_EXPIRED']));
    expect(await list(ada)).toHaveLength(1);

    const late = new SoftwareAuthenticator().create(await begin(ada));
    auth.clock.forward(LIMITS.passkeyMinutes * MINUTE);
    expect(await outcome(add(ada, late))).toBe('PASSKEY_EXPIRED');
    const { challenge } = await ask();
    expect(await outcome(add(ada, new SoftwareAuthenticator().create(await begin(ada), { challenge })))).toBe(
      'PASSKEY_EXPIRED',
    );
  });

  it('refuses a credential of another user, and more than ten passkeys of one', async () => {
    const { device } = await passkeyOwner();
    const bob = await auth.proved();
    expect(await outcome(add(bob, device.create(await begin(bob))))).toBe('PASSKEY_TAKEN');
    for (let n = 1; n < LIMITS.passkeys; n += 1) await add(bob, new SoftwareAuthenticator().create(await begin(bob)));
    const [one, two] = [await begin(bob), await begin(bob)];
    const race = await Promise.all(
      [one, two].map((options) => outcome(add(bob, new SoftwareAuthenticator().create(options)))),
    );
    expect(race.toSorted()).toEqual(['OK', 'TOO_MANY_PASSKEYS']);
    expect(await list(bob)).toHaveLength(LIMITS.passkeys);
    expect((await auth.bus.refusal(beginPasskey, { password: PASSWORD }, bob.caller)).code).toBe('TOO_MANY_PASSKEYS');
  });

  it('refuses unknown fields and malformed values', async () => {
    const person = await auth.proved();
    const made = new SoftwareAuthenticator().create(await begin(person));
    const odd = [
      { ...made, extra: true },
      { ...made, response: { ...made.response, publicKey: 'AAAA' } },
      { ...made, response: { ...made.response, attestationObject: 'A'.repeat(8_193) } },
      { ...made, response: { ...made.response, clientDataJSON: 'not base64url!' } },
      { ...made, response: { ...made.response, transports: Array.from({ length: 9 }, () => 'usb') } },
      { ...made, response: 'none' },
      { ...made, id: '' },
      { id: made.id },
    ];
    for (const body of odd)
      expect((await auth.bus.refusal(addPasskey, body as AddPasskeyDto, person.caller)).code).toBe('VALIDATION_FAILED');
    await add(person, made);
  });

  it('stores challenges as hashes and deletes expired ones', async () => {
    const { person } = await passkeyOwner();
    const asked = [await ask(), await begin(person)];
    const waiting = async () => JSON.stringify(await auth.rows('SELECT * FROM passkey_challenges'));
    expect(await waiting()).toContain(person.account.id);
    for (const { challenge } of asked) expect(await waiting()).not.toContain(challenge);
    auth.clock.forward(LIMITS.passkeyMinutes * MINUTE);
    await auth.app.get(PasskeyChallenges, { strict: false }).sweep();
    expect(await waiting()).toBe('[]');
  });
});

describe('signing in with a passkey', () => {
  it('opens a session without a user name and stores the use', async () => {
    const { person, device, passkey } = await passkeyOwner();
    const options = await ask();
    expect(options).toEqual({
      rpId: 'duet.example',
      challenge: expect.any(String),
      timeout: LIMITS.passkeyMinutes * MINUTE,
      userVerification: 'required',
    });
    const signedIn = await signIn(device.get(options, { synced: true }));
    expect(signedIn).toEqual({
      account: person.account,
      version: person.version,
      token: expect.any(String),
      refreshToken: expect.any(String),
      deviceToken: expect.any(String),
    });
    const sessions = await auth.bus.call(listSessions, {}, { token: signedIn.token });
    expect(sessions.find(({ current }) => current)?.device).toBe('Chrome on Linux');
    expect(await list(person)).toEqual([{ ...passkey, lastUsedAt: expect.any(String), synced: true }]);
    expect(await storedState(passkey)).toEqual({ counter: '1', backed_up: true });
    await signIn(device.get(await ask()));
  });

  it('needs no second factor, while a sign-in with the password still does', async () => {
    const { person, device } = await passkeyOwner();
    const { secret } = await auth.bus.call(setUpSecondFactor, { password: PASSWORD }, person.caller);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() });
    await auth.bus.call(enableSecondFactor, { code }, person.caller);
    expect((await signIn(device.get(await ask()))).account.id).toBe(person.account.id);
    expect((await auth.bus.refusal(login, { email: person.typed.email, password: PASSWORD })).code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
  });

  it.each<[string, Forgery, string]>([
    ['another origin', { origin: 'https://duet.example.evil.test' }, 'PASSKEY_INVALID'],
    ['a frame of another origin', { crossOrigin: true }, 'PASSKEY_INVALID'],
    ['another relying party', { rpId: 'example' }, 'PASSKEY_INVALID'],
    ['a user who is not verified', { verified: false }, 'PASSKEY_INVALID'],
    ['a user who is not present', { present: false }, 'PASSKEY_INVALID'],
    ['the other ceremony', { type: 'webauthn.create' }, 'PASSKEY_INVALID'],
    ['a counter that stands still', { counter: 1 }, 'PASSKEY_INVALID'],
    ['a counter that decreases', { counter: 0 }, 'PASSKEY_INVALID'],
    ['an answer without a user handle', { userHandle: null }, 'PASSKEY_INVALID'],
    ['an unknown user handle', { userHandle: 'A'.repeat(43) }, 'PASSKEY_INVALID'],
    ['an unknown credential', { id: 'A'.repeat(43) }, 'PASSKEY_UNKNOWN'],
    ['an unknown challenge', { challenge: 'A'.repeat(43) }, 'PASSKEY_EXPIRED'],
  ])('refuses %s and deletes the challenge', async (_what, forgery, code) => {
    const { device } = await passkeyOwner();
    await signIn(device.get(await ask()));
    const options = await ask();
    expect(await outcome(signIn(device.get(options, forgery)))).toBe(code);
    if (forgery.challenge === undefined) expect(await outcome(signIn(device.get(options)))).toBe('PASSKEY_EXPIRED');
  });

  it('refuses another key with the same id, another user’s handle and a changed answer', async () => {
    const [ada, bob] = [await passkeyOwner(), await passkeyOwner()];
    expect(await outcome(signIn(bob.device.get(await ask(), { id: ada.device.id })))).toBe('PASSKEY_INVALID');
    const { user } = await begin(bob.person);
    expect(await outcome(signIn(ada.device.get(await ask(), { userHandle: user.id })))).toBe('PASSKEY_INVALID');
    const proof = ada.device.get(await ask());
    expect(await outcome(signIn({ ...proof, response: { ...proof.response, signature: 'AAAA' } }))).toBe(
      'PASSKEY_INVALID',
    );
    const other = ada.device.get(await ask());
    expect(await outcome(signIn({ ...other, response: { ...other.response, authenticatorData: 'AAAA' } }))).toBe(
      'PASSKEY_INVALID',
    );
  });

  it('accepts keys that do not count their uses', async () => {
    const { device } = await passkeyOwner();
    for (let n = 0; n < 2; n += 1) await signIn(device.get(await ask(), { counter: 0 }));
  });

  it('accepts each challenge once, within five minutes and for its purpose', async () => {
    const { person, device } = await passkeyOwner();
    const proof = device.get(await ask());
    const race = await Promise.all(Array.from({ length: 20 }, () => outcome(signIn(proof))));
    expect(race.filter((one) => one === 'OK')).toHaveLength(1);
    expect(new Set(race)).toEqual(new Set(['OK', 'PASSKEY_EXPIRED']));
    const late = device.get(await ask());
    auth.clock.forward(LIMITS.passkeyMinutes * MINUTE);
    expect(await outcome(signIn(late))).toBe('PASSKEY_EXPIRED');
    const here = await auth.again(person);
    expect(await outcome(signIn(device.get(await askConfirm(here))))).toBe('PASSKEY_EXPIRED');
  });

  it('accepts one of several simultaneous uses with the same counter', async () => {
    const { device } = await passkeyOwner();
    const asked = await Promise.all(Array.from({ length: 8 }, ask));
    const race = await Promise.all(asked.map((options) => outcome(signIn(device.get(options, { counter: 7 })))));
    expect(race.filter((one) => one === 'OK')).toHaveLength(1);
    expect(new Set(race)).toEqual(new Set(['OK', 'PASSKEY_INVALID']));
  });
});

describe('confirming the user’s presence', () => {
  it('accepts only the caller’s own passkeys, and each challenge once', async () => {
    const [ada, bob] = [await passkeyOwner(), await passkeyOwner()];
    const options = await askConfirm(ada.person);
    expect(options.allowCredentials).toEqual([{ type: 'public-key', id: ada.device.id, transports: ['internal'] }]);
    expect(await outcome(confirm(bob.person, bob.device.get(options)))).toBe('PASSKEY_EXPIRED');
    const proof = ada.device.get(options, { userHandle: null });
    expect(await confirm(ada.person, proof)).toEqual({ done: true });
    expect(await outcome(confirm(ada.person, proof))).toBe('PASSKEY_EXPIRED');
    expect(await outcome(confirm(ada.person, bob.device.get(await askConfirm(ada.person))))).toBe('PASSKEY_UNKNOWN');
    expect(await outcome(confirm(ada.person, ada.device.get(await askConfirm(ada.person), { verified: false })))).toBe(
      'PASSKEY_INVALID',
    );
    expect(await outcome(confirm(ada.person, ada.device.get(await ask())))).toBe('PASSKEY_EXPIRED');
  });

  it('answers PASSKEY_NOT_FOUND to a user without a passkey', async () => {
    const person = await auth.proved();
    expect((await auth.bus.refusal(askPasskeyConfirm, {}, person.caller)).code).toBe('PASSKEY_NOT_FOUND');
  });
});

describe('a passkey', () => {
  it('can be renamed by its owner only', async () => {
    const [ada, bob] = [await passkeyOwner(), await passkeyOwner()];
    const rename = (person: Person, name: string) =>
      auth.bus.call(renamePasskey, { id: ada.passkey.id, name }, person.caller);
    expect(await rename(ada.person, '  My\nphone ')).toEqual({ ...ada.passkey, name: 'My phone' });
    for (const name of [' ', 'x'.repeat(LIMITS.passkeyNameLength + 1), '\u202E'])
      expect(await outcome(rename(ada.person, name))).toBe('VALIDATION_FAILED');
    expect(await outcome(rename(bob.person, 'Mine'))).toBe('PASSKEY_NOT_FOUND');
    expect(
      (await auth.bus.refusal(removePasskey, { id: ada.passkey.id, password: PASSWORD }, bob.person.caller)).code,
    ).toBe('PASSKEY_NOT_FOUND');
    expect((await list(ada.person))[0]?.name).toBe('My phone');
  });

  it('signs in no more after its removal, which requires the password', async () => {
    const { person, device, passkey } = await passkeyOwner();
    const { id } = passkey;
    expect((await auth.bus.refusal(removePasskey, { id, password: 'Wrong1Horse' }, person.caller)).code).toBe(
      'WRONG_PASSWORD',
    );
    await auth.bus.call(removePasskey, { id, password: PASSWORD }, person.caller);
    expect(await list(person)).toEqual([]);
    expect(await outcome(signIn(device.get(await ask())))).toBe('PASSKEY_UNKNOWN');
    await mailTo(person, /A passkey was removed/);
    await auth.again(person);
  });

  it('is deleted with the account, its handle and its challenges', async () => {
    const { person, device } = await passkeyOwner();
    await askConfirm(person);
    await auth.bus.call(deleteAccount, { password: PASSWORD }, person.caller);
    for (const table of ['passkeys', 'passkey_owners', 'passkey_challenges'])
      expect(await auth.rows(`SELECT 1 FROM ${table} WHERE user_id = $1`, [person.account.id])).toEqual([]);
    expect(await outcome(signIn(device.get(await ask())))).toBe('PASSKEY_UNKNOWN');
  });
});
