import { LIMITS, askPasskeyConfirm, enableSecondFactor, listSessions, login, setUpSecondFactor } from '@duet/contracts';
import { PASSWORD } from '@duet/testing';
import { Secret, TOTP } from 'otpauth';
import { type MailedAuth, startMailedAuth } from './mailed-auth.js';
import { passkeyCalls } from './passkey-calls.js';
import { MINUTE, type RunningAuth } from './running-auth.js';
import type { Forgery } from './software-authenticator.js';

let scene: MailedAuth;
let auth: RunningAuth;

beforeAll(async () => {
  scene = await startMailedAuth();
  ({ auth } = scene);
});

afterAll(() => scene.stop());

const { begin, list, ask, signIn, askConfirm, confirm, outcome, passkeyOwner } = passkeyCalls(() => scene);

const storedState = async ({ id }: { id: string }) =>
  (
    await auth.rows<{ counter: string; backed_up: boolean }>('SELECT counter, backed_up FROM passkeys WHERE id = $1', [
      id,
    ])
  )[0];

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
