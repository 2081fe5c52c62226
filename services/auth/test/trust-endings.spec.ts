import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  changeEmail,
  changePassword,
  deleteAccount,
  forgotPassword,
  getProfile,
  getPush,
  refreshSession,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  subscribePush,
  trustEnded,
  verifyEmail,
} from '@duet/contracts';
import { sessionAlias } from '@duet/service-kit';
import { type MailCatcher, PASSWORD, aUser, catchMails, eventually } from '@duet/testing';
import { SecondFactorRemovals } from '../src/second-factor-removals/second-factor-removals.service.js';
import { type Person, RunningAuth } from './running-auth.js';
import { type Scene, codeOf, device, sessionOf, trustGrants } from './trust-grants.js';

const VAPID_PRIVATE_KEY =
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d ?? '';
const NEW_PASSWORD = 'Walrus9Green-Sky';

let auth: RunningAuth;
let mailbox: MailCatcher;

beforeAll(async () => {
  mailbox = await catchMails();
  auth = await RunningAuth.start({ SMTP_URL: mailbox.url, VAPID_PRIVATE_KEY, PUSH_TO_PRIVATE_ADDRESSES: 'yes' });
});

afterAll(async () => {
  await auth.stop();
  await mailbox.stop();
});

const { GRANTS, isRemembered, isRevoked, isStored, mailedToken, requestAnExport, tokenFor } = trustGrants(() => ({
  auth,
  mailbox,
}));

/** The events by which other services end what the sessions of an account began. */
const endedTrustOf = async ({ account }: Person) =>
  (await auth.bus.events(trustEnded)).filter(({ userId }) => userId === account.id);

interface Ending {
  act(scene: Scene): Promise<unknown>;
  /** Whether the acting device stays signed in. */
  keepsHere: boolean;
}

const ENDINGS: Record<string, Ending> = {
  'a changed password': {
    act: ({ here }) =>
      auth.bus.call(changePassword, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, here.caller),
    keepsHere: true,
  },
  'a password reset': {
    act: async ({ here }) => {
      await auth.bus.call(forgotPassword, { email: here.typed.email });
      await eventually(async () => expect(await auth.rows("SELECT 1 FROM jobs WHERE queue = 'mail'")).toEqual([]));
      return auth.bus.call(resetPassword, {
        token: await mailedToken(here.typed.email, 'reset-password'),
        password: NEW_PASSWORD,
      });
    },
    keepsHere: false,
  },
  'signing out the other devices': {
    act: ({ here }) => auth.bus.call(revokeOtherSessions, {}, here.caller),
    keepsHere: true,
  },
  'a completed e-mail change': {
    act: async ({ here, newEmail }) =>
      auth.bus.call(verifyEmail, { token: await mailedToken(newEmail, 'verify-email') }, here.caller),
    keepsHere: true,
  },
  'the removal of a lost second factor': {
    act: async ({ here }) => {
      await auth.rows(`UPDATE users SET second_factor_removal_at = $2 WHERE id = $1`, [
        here.account.id,
        auth.clock.in(-1),
      ]);
      await auth.app.get(SecondFactorRemovals).removeDue();
    },
    keepsHere: false,
  },
  'the deletion of the account': {
    act: ({ here }) => auth.bus.call(deleteAccount, { password: PASSWORD }, here.caller),
    keepsHere: false,
  },
};

/** An account with a pending e-mail change, on two devices. */
async function aScene(): Promise<Scene> {
  const here = await auth.person();
  const there = await auth.again(here);
  const newEmail = aUser().email;
  await auth.bus.call(changeEmail, { email: newEmail, password: PASSWORD }, here.caller);
  await Promise.all([mailedToken(newEmail, 'verify-email'), mailedToken(here.typed.email, 'verify-email')]);
  return { here, there, newEmail };
}

describe.each(Object.keys(ENDINGS))('%s', (ending) => {
  it.each(Object.keys(GRANTS))('ends %s', async (grant) => {
    const scene = await aScene();
    const isValid = await GRANTS[grant]?.(scene);
    expect(await isValid?.()).toBe(true);
    await ENDINGS[ending]?.act(scene);
    await eventually(async () => expect(await isValid?.()).toBe(false));
  });

  it('keeps session, push subscription and memory of the acting device, or ends all three', async () => {
    const scene = await aScene();
    await auth.bus.call(subscribePush, device(), scene.here.caller);
    await ENDINGS[ending]?.act(scene);
    const keeps = ENDINGS[ending]?.keepsHere === true;
    expect(await codeOf(auth.bus.call(refreshSession, { refreshToken: scene.here.refreshToken }))).toBe(
      keeps ? 'OK' : 'UNAUTHENTICATED',
    );
    expect((await auth.bus.call(getPush, {}, scene.here.caller)).subscribed).toBe(keeps);
    expect(await isRevoked(sessionOf(scene.here.token))).toBe(!keeps);
    expect(await isRemembered(scene.here)).toBe(keeps);
  });

  it('ends what the other sessions began at other services', async () => {
    const scene = await aScene();
    const { here } = scene;
    await ENDINGS[ending]?.act(scene);
    // `user.deleted` ends what a deleted account began.
    if (ending === 'the deletion of the account') return expect(await endedTrustOf(here)).toEqual([]);
    const survivor = ENDINGS[ending]?.keepsHere === true ? sessionAlias(sessionOf(here.token)) : null;
    const madeBefore = expect.any(String);
    await eventually(async () =>
      expect(await endedTrustOf(here)).toEqual([{ userId: here.account.id, session: null, survivor, madeBefore }]),
    );
    const [event] = await endedTrustOf(here);
    expect(Date.parse(event?.madeBefore ?? '')).toBeGreaterThan(auth.clock.now().getTime());
  });

  it('ends no grant of another account', async () => {
    const [scene, stranger] = [await aScene(), await aScene()];
    const request = await requestAnExport(stranger);
    await ENDINGS[ending]?.act(scene);
    expect(await codeOf(auth.bus.call(refreshSession, { refreshToken: stranger.there.refreshToken }))).toBe('OK');
    expect(await isStored(await mailedToken(stranger.newEmail, 'verify-email'))).toBe(true);
    expect(await codeOf(tokenFor(request))).toBe('OK');
    expect((await auth.bus.call(getProfile, {}, stranger.here.caller)).pendingEmail).toBe(stranger.newEmail);
  });
});

describe('signing out one device', () => {
  it('ends what its session began at other services, and nothing of the others', async () => {
    const { here, there } = await aScene();
    const session = sessionAlias(sessionOf(there.token));
    await auth.bus.call(revokeSession, { id: session }, here.caller);
    const madeBefore = expect.any(String);
    await eventually(async () =>
      expect(await endedTrustOf(here)).toEqual([{ userId: here.account.id, session, survivor: null, madeBefore }]),
    );
    expect((await auth.bus.refusal(revokeSession, { id: randomUUID() }, here.caller)).code).toBe('SESSION_NOT_FOUND');
    expect(await endedTrustOf(here)).toHaveLength(1);
  });
});
