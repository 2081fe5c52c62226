import { createHmac, hkdfSync } from 'node:crypto';
import { type RecoveryCodes, enableSecondFactor, getSecondFactor, login, setUpSecondFactor } from '@duet/contracts';
import { PASSWORD, eventually } from '@duet/testing';
import { Secret, TOTP } from 'otpauth';
import { SecondFactorService } from '../src/second-factor/second-factor.service.js';
import { MINUTE, type Person, RunningAuth } from './running-auth.js';

const [OLD, NEW] = ['the key that has been here so far, long', 'the key that comes after a rotation, long'];

let auth: RunningAuth;

beforeEach(async () => {
  auth = await RunningAuth.start({ SECOND_FACTOR_KEY: OLD });
});

afterEach(() => auth.stop());

const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() });

/** A user with an authenticator app. The current code is used, so the clock moves forward. */
async function protectedPerson(): Promise<RecoveryCodes & { person: Person; secret: string }> {
  const person = await auth.proved();
  const { secret } = await auth.bus.call(setUpSecondFactor, { password: PASSWORD }, person.caller);
  const { recoveryCodes } = await auth.bus.call(enableSecondFactor, { code: codeOf(secret) }, person.caller);
  auth.clock.forward(MINUTE);
  return { person, secret, recoveryCodes };
}

const signIn = ({ typed: { email } }: Person, code = '') => auth.bus.call(login, { email, password: PASSWORD, code });
const keyIds = async () =>
  (await auth.rows<{ id: string }>('SELECT DISTINCT key_id AS id FROM second_factors')).map(({ id }) => id);

/** Rewrites the rows as the previous build did: codes keyed by the configured key, no key columns. */
async function asEarlierBuild({ account: { id } }: Person, code: string): Promise<void> {
  const key = Buffer.from(hkdfSync('sha256', OLD, '', 'duet second factor: hash', 32));
  const hash = createHmac('sha256', key)
    .update(`${id}:${code.replace('-', '')}`)
    .digest('base64url');
  await auth.rows('DELETE FROM recovery_codes WHERE user_id = $1', [id]);
  await auth.rows('INSERT INTO recovery_codes (user_id, hash) VALUES ($1, $2)', [id, hash]);
  await auth.rows('UPDATE second_factors SET key_id = NULL, codes_key = NULL WHERE user_id = $1', [id]);
}

it('auth encrypts a secret with the new key when it is used after a rotation', async () => {
  const { person, secret, recoveryCodes } = await protectedPerson();
  await auth.restart({ SECOND_FACTOR_KEY: `${NEW}\n${OLD}` });
  await signIn(person, codeOf(secret));
  await auth.restart({ SECOND_FACTOR_KEY: NEW });
  await signIn(person, recoveryCodes[0]);
  auth.clock.forward(MINUTE);
  await signIn(person, codeOf(secret));
});

it('auth encrypts unused secrets with the new key, and keeps recovery codes of an earlier build valid', async () => {
  const [used, idle] = [await protectedPerson(), await protectedPerson()];
  await asEarlierBuild(idle.person, idle.recoveryCodes[0] ?? '');
  await auth.restart({ SECOND_FACTOR_KEY: `${NEW}\r\n${OLD}` });
  await signIn(used.person, used.recoveryCodes[0]);
  expect(await keyIds()).toHaveLength(2);
  await auth.app.get(SecondFactorService).reseal();
  await eventually(async () => expect(await keyIds()).toHaveLength(1));
  await auth.restart({ SECOND_FACTOR_KEY: NEW });
  await signIn(idle.person, idle.recoveryCodes[0]);
  await signIn(idle.person, codeOf(idle.secret));
  await signIn(used.person, used.recoveryCodes[1]);
});

it('auth skips a row that no known key decrypts', async () => {
  const [broken, sound] = [await protectedPerson(), await protectedPerson()];
  await auth.rows(`UPDATE second_factors SET secret = 'v1.' || repeat('A', 80) WHERE user_id = $1`, [
    broken.person.account.id,
  ]);
  await auth.restart({ SECOND_FACTOR_KEY: `${NEW}\n${OLD}` });
  await auth.app.get(SecondFactorService).reseal();
  await auth.restart({ SECOND_FACTOR_KEY: NEW });
  await signIn(sound.person, codeOf(sound.secret));
  expect((await auth.bus.call(getSecondFactor, {}, broken.person.caller)).enabled).toBe(true);
});
