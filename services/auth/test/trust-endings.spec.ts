import { createECDH, createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import {
  type ExportRequested,
  LIMITS,
  beginPasskey,
  changeEmail,
  changePassword,
  deleteAccount,
  exportEnded,
  exportReady,
  exportRequested,
  forgotPassword,
  getExport,
  getExportToken,
  getProfile,
  getPush,
  listRevokedSessions,
  refreshSession,
  requestExport,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  sessionRevoked,
  setUpSecondFactor,
  subscribePush,
  trustEnded,
  verifyEmail,
} from '@duet/contracts';
import { sessionAlias } from '@duet/service-kit';
import { type MailCatcher, PASSWORD, aUser, catchMails, eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import jwt from 'jsonwebtoken';
import type { DataSource } from 'typeorm';
import { EmailTokensService } from '../src/email-tokens/email-tokens.service.js';
import { SecondFactorRemovals } from '../src/second-factor-removals/second-factor-removals.service.js';
import { DAY, type Person, RunningAuth } from './running-auth.js';

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

const sessionOf = (token: string): string => String(jwt.decode(token, { json: true })?.['sid']);

/** The token of the newest link to a page that was mailed to an address. */
const mailedToken = (address: string, page: string): Promise<string> =>
  eventually(() => {
    const links = mailbox.mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => new RegExp(`/${page}/([\\w-]+)`).exec(text)?.[1] ?? []);
    const newest = links.at(-1);
    if (!newest) throw new Error(`no link to ${page} for ${address}`);
    return newest;
  });

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'OK',
    ({ code }: { code: string }) => code,
  );

/** One account on two devices: `here` acts, `there` has the grants that the ending takes away. */
interface Scene {
  here: Person;
  there: Person;
  newEmail: string;
}

/** Makes a grant. @returns a function that checks whether the grant is still valid */
type Grant = (scene: Scene) => Promise<() => Promise<boolean>>;

const isRevoked = async (sessionId: string): Promise<boolean> =>
  (await auth.bus.call(listRevokedSessions, { since: new Date(0).toISOString() })).some(
    (revoked) => revoked.sessionId === sessionId,
  );

/** Edges close sockets and refuse access tokens when auth announces the session; they read the list if they missed that. */
const isValidAtEdges = async (sessionId: string): Promise<boolean> => {
  const announced = auth.bus.live(sessionRevoked).some((revoked) => revoked.sessionId === sessionId);
  const listed = await isRevoked(sessionId);
  if (announced !== listed) throw new Error(`the session is ${listed ? 'listed' : 'announced'} alone`);
  return !listed;
};

async function requestAnExport({ here }: Scene): Promise<ExportRequested> {
  await auth.bus.call(requestExport, { password: PASSWORD }, here.caller);
  return eventually(async () => {
    const found = (await auth.bus.events(exportRequested)).find(({ userId }) => userId === here.account.id);
    if (!found) throw new Error('no export was requested');
    return found;
  });
}

const ended = async ({ exportId }: ExportRequested): Promise<boolean> =>
  (await auth.bus.events(exportEnded)).some((event) => event.exportId === exportId);

const tokenFor = ({ exportId, secret }: ExportRequested) => auth.bus.call(getExportToken, { exportId, secret });

const device = () => ({
  endpoint: `https://127.0.0.1/${randomUUID()}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

const GRANTS: Record<string, Grant> = {
  'the session of another device':
    async ({ there }) =>
    // A second exchange of its refresh token would end the session by itself.
    async () =>
      (await auth.rows('SELECT 1 FROM sessions WHERE id = $1', [sessionOf(there.token)])).length === 1,
  'the sockets and access tokens of another device':
    async ({ there }) =>
    () =>
      isValidAtEdges(sessionOf(there.token)),
  'the push subscription of another device': async ({ there }) => {
    const subscription = device();
    await auth.bus.call(subscribePush, subscription, there.caller);
    return async () =>
      (await auth.rows('SELECT 1 FROM push_subscriptions WHERE endpoint = $1', [subscription.endpoint])).length === 1;
  },
  'the memory of another browser':
    async ({ there }) =>
    () =>
      isRemembered(there),
  'a link that resets the password': async ({ here }) => {
    await auth.bus.call(forgotPassword, { email: here.typed.email });
    const token = await mailedToken(here.typed.email, 'reset-password');
    return async () => {
      // A common password is refused after the link was checked, and leaves it valid.
      const code = await codeOf(auth.bus.call(resetPassword, { token, password: 'Password123' }));
      return code === 'VALIDATION_FAILED';
    };
  },
  'a pending removal of the second factor': async ({ here }) => {
    await auth.rows(`UPDATE users SET second_factor_removal_at = now() + interval '3 days' WHERE id = $1`, [
      here.account.id,
    ]);
    return async () =>
      (await auth.rows('SELECT 1 FROM users WHERE id = $1 AND second_factor_removal_at IS NOT NULL', [here.account.id]))
        .length === 1;
  },
  'the links that remove or keep the second factor': async ({ here }) => {
    const tokens = auth.app.get(EmailTokensService);
    const { manager } = auth.app.get<DataSource>(getDataSourceToken());
    const mailed = await Promise.all(
      (['lose-second-factor', 'keep-second-factor'] as const).map((purpose) =>
        tokens.issue(manager, here.account.id, purpose),
      ),
    );
    return async () => (await Promise.all(mailed.map((token) => isStored(token)))).some(Boolean);
  },
  'the proof of the password for a new passkey': async ({ here }) => {
    await proveAddress(here);
    await auth.bus.call(beginPasskey, { password: PASSWORD }, here.caller);
    return async () =>
      (await auth.rows("SELECT 1 FROM passkey_challenges WHERE user_id = $1 AND purpose = 'add'", [here.account.id]))
        .length === 1;
  },
  'a second factor that is not enabled yet': async ({ here }) => {
    await proveAddress(here);
    await auth.bus.call(setUpSecondFactor, { password: PASSWORD }, here.caller);
    return async () =>
      (await auth.rows('SELECT 1 FROM second_factors WHERE user_id = $1', [here.account.id])).length === 1;
  },
  'a link that confirms the address': async ({ here }) => {
    const token = await mailedToken(here.typed.email, 'verify-email');
    return async () => isStored(token);
  },
  'a pending e-mail change':
    async ({ here }) =>
    async () => {
      const profile = await auth.bus.call(getProfile, {}, here.caller).catch(() => null);
      return profile !== null && profile.pendingEmail !== null;
    },
  'the link that completes an e-mail change': async ({ newEmail }) => {
    const token = await mailedToken(newEmail, 'verify-email');
    return async () => isStored(token);
  },
  'a link that cancels an e-mail change': async ({ here }) => {
    const token = await mailedToken(here.typed.email, 'cancel-email-change');
    return () => isStored(token, 'email_change_cancels');
  },
  'an export in preparation': async (scene) => {
    const request = await requestAnExport(scene);
    return async () => (await codeOf(tokenFor(request))) === 'OK';
  },
  'the access token of an export in preparation': async (scene) => {
    const request = await requestAnExport(scene);
    await tokenFor(request);
    return () => isValidAtEdges(request.exportId);
  },
  'a finished export': async (scene) => {
    const { exportId, userId } = await requestAnExport(scene);
    await auth.bus.publish(exportReady, userId, {
      exportId,
      userId,
      readyAt: auth.clock.now().toISOString(),
      expiresAt: auth.clock.in(LIMITS.exportDays * DAY).toISOString(),
    });
    const status = async () => (await auth.bus.call(getExport, {}, scene.here.caller)).status;
    await eventually(async () => expect(await status()).toBe('ready'));
    return async () => (await status()) === 'ready';
  },
  'an export at media': async (scene) => {
    const request = await requestAnExport(scene);
    return async () => {
      const { length } = await auth.rows('SELECT 1 FROM data_exports WHERE id = $1', [request.exportId]);
      if (length === 0) await eventually(async () => expect(await ended(request)).toBe(true));
      return length === 1;
    };
  },
};

const proveAddress = ({ account }: Person) =>
  auth.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [account.id]);

/** Whether the browser is still remembered for the account. */
const isRemembered = async ({ deviceToken }: Person): Promise<boolean> =>
  (
    await auth.rows('SELECT 1 FROM remembered_devices WHERE hash = $1', [
      createHash('sha256').update(deviceToken).digest('base64url'),
    ])
  ).length === 1;

/** Whether a mailed token is stored; redeeming it would change more than the test needs. */
async function isStored(
  token: string,
  table: 'email_tokens' | 'email_change_cancels' = 'email_tokens',
): Promise<boolean> {
  return (
    (
      await auth.rows(`SELECT 1 FROM ${table} WHERE hash = $1`, [
        createHash('sha256').update(token).digest('base64url'),
      ])
    ).length === 1
  );
}

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
