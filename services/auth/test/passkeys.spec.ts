import {
  type AddPasskeyDto,
  LIMITS,
  addPasskey,
  beginPasskey,
  deleteAccount,
  logout,
  removePasskey,
  renamePasskey,
} from '@duet/contracts';
import { LOCK_WAITS, PASSWORD, eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { PasskeyChallenges } from '../src/passkeys/passkey-challenges.service.js';
import { type MailedAuth, startMailedAuth } from './mailed-auth.js';
import { passkeyCalls } from './passkey-calls.js';
import { MINUTE, type Person, type RunningAuth } from './running-auth.js';
import { type Forgery, SoftwareAuthenticator } from './software-authenticator.js';

let scene: MailedAuth;
let auth: RunningAuth;

beforeAll(async () => {
  scene = await startMailedAuth();
  ({ auth } = scene);
});

afterAll(() => scene.stop());

const { begin, add, list, ask, signIn, askConfirm, outcome, passkeyOwner, mailTo } = passkeyCalls(() => scene);

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
