import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  type ExportRequested,
  LIMITS,
  beginPasskey,
  exportEnded,
  exportReady,
  exportRequested,
  forgotPassword,
  getExport,
  getExportToken,
  getProfile,
  listRevokedSessions,
  requestExport,
  resetPassword,
  sessionRevoked,
  setUpSecondFactor,
  subscribePush,
} from '@duet/contracts';
import { type MailCatcher, PASSWORD, eventually } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import jwt from 'jsonwebtoken';
import type { DataSource } from 'typeorm';
import { EmailTokensService } from '../src/email-tokens/email-tokens.service.js';
import { DAY, type Person, type RunningAuth } from './running-auth.js';

export const sessionOf = (token: string): string => String(jwt.decode(token, { json: true })?.['sid']);

export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'OK',
    ({ code }: { code: string }) => code,
  );

/** One account on two devices: `here` acts, `there` has the grants that the ending takes away. */
export interface Scene {
  here: Person;
  there: Person;
  newEmail: string;
}

/** Makes a grant. @returns a function that checks whether the grant is still valid */
type Grant = (scene: Scene) => Promise<() => Promise<boolean>>;

export const device = () => ({
  endpoint: `https://127.0.0.1/${randomUUID()}`,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

/** The grants of an account to links, devices and exports, by name. */
export function trustGrants(started: () => { auth: RunningAuth; mailbox: MailCatcher }) {
  /** The token of the newest link to a page that was mailed to an address. */
  const mailedToken = (address: string, page: string): Promise<string> =>
    eventually(() => {
      const links = started()
        .mailbox.mails.filter(({ to }) => to.includes(address))
        .flatMap(({ text }) => new RegExp(`/${page}/([\\w-]+)`).exec(text)?.[1] ?? []);
      const newest = links.at(-1);
      if (!newest) throw new Error(`no link to ${page} for ${address}`);
      return newest;
    });

  const proveAddress = ({ account }: Person) =>
    started().auth.rows('UPDATE users SET email_verified_at = now() WHERE id = $1', [account.id]);

  /** Whether the browser is still remembered for the account. */
  const isRemembered = async ({ deviceToken }: Person): Promise<boolean> =>
    (
      await started().auth.rows('SELECT 1 FROM remembered_devices WHERE hash = $1', [
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
        await started().auth.rows(`SELECT 1 FROM ${table} WHERE hash = $1`, [
          createHash('sha256').update(token).digest('base64url'),
        ])
      ).length === 1
    );
  }

  const isRevoked = async (sessionId: string): Promise<boolean> =>
    (await started().auth.bus.call(listRevokedSessions, { since: new Date(0).toISOString() })).some(
      (revoked) => revoked.sessionId === sessionId,
    );

  /** Edges close sockets and refuse access tokens when auth announces the session; they read the list if they missed that. */
  const isValidAtEdges = async (sessionId: string): Promise<boolean> => {
    const announced = started()
      .auth.bus.live(sessionRevoked)
      .some((revoked) => revoked.sessionId === sessionId);
    const listed = await isRevoked(sessionId);
    if (announced !== listed) throw new Error(`the session is ${listed ? 'listed' : 'announced'} alone`);
    return !listed;
  };

  async function requestAnExport({ here }: Scene): Promise<ExportRequested> {
    await started().auth.bus.call(requestExport, { password: PASSWORD }, here.caller);
    return eventually(async () => {
      const found = (await started().auth.bus.events(exportRequested)).find(({ userId }) => userId === here.account.id);
      if (!found) throw new Error('no export was requested');
      return found;
    });
  }

  const ended = async ({ exportId }: ExportRequested): Promise<boolean> =>
    (await started().auth.bus.events(exportEnded)).some((event) => event.exportId === exportId);

  const tokenFor = ({ exportId, secret }: ExportRequested) =>
    started().auth.bus.call(getExportToken, { exportId, secret });

  const GRANTS: Record<string, Grant> = {
    'the session of another device':
      async ({ there }) =>
      // A second exchange of its refresh token would end the session by itself.
      async () =>
        (await started().auth.rows('SELECT 1 FROM sessions WHERE id = $1', [sessionOf(there.token)])).length === 1,
    'the sockets and access tokens of another device':
      async ({ there }) =>
      () =>
        isValidAtEdges(sessionOf(there.token)),
    'the push subscription of another device': async ({ there }) => {
      const subscription = device();
      await started().auth.bus.call(subscribePush, subscription, there.caller);
      return async () =>
        (await started().auth.rows('SELECT 1 FROM push_subscriptions WHERE endpoint = $1', [subscription.endpoint]))
          .length === 1;
    },
    'the memory of another browser':
      async ({ there }) =>
      () =>
        isRemembered(there),
    'a link that resets the password': async ({ here }) => {
      await started().auth.bus.call(forgotPassword, { email: here.typed.email });
      const token = await mailedToken(here.typed.email, 'reset-password');
      return async () => {
        // A common password is refused after the link was checked, and leaves it valid.
        const code = await codeOf(started().auth.bus.call(resetPassword, { token, password: 'Password123' }));
        return code === 'VALIDATION_FAILED';
      };
    },
    'a pending removal of the second factor': async ({ here }) => {
      await started().auth.rows(`UPDATE users SET second_factor_removal_at = now() + interval '3 days' WHERE id = $1`, [
        here.account.id,
      ]);
      return async () =>
        (
          await started().auth.rows('SELECT 1 FROM users WHERE id = $1 AND second_factor_removal_at IS NOT NULL', [
            here.account.id,
          ])
        ).length === 1;
    },
    'the links that remove or keep the second factor': async ({ here }) => {
      const tokens = started().auth.app.get(EmailTokensService);
      const { manager } = started().auth.app.get<DataSource>(getDataSourceToken());
      const mailed = await Promise.all(
        (['lose-second-factor', 'keep-second-factor'] as const).map((purpose) =>
          tokens.issue(manager, here.account.id, purpose),
        ),
      );
      return async () => (await Promise.all(mailed.map((token) => isStored(token)))).some(Boolean);
    },
    'the proof of the password for a new passkey': async ({ here }) => {
      await proveAddress(here);
      await started().auth.bus.call(beginPasskey, { password: PASSWORD }, here.caller);
      return async () =>
        (
          await started().auth.rows("SELECT 1 FROM passkey_challenges WHERE user_id = $1 AND purpose = 'add'", [
            here.account.id,
          ])
        ).length === 1;
    },
    'a second factor that is not enabled yet': async ({ here }) => {
      await proveAddress(here);
      await started().auth.bus.call(setUpSecondFactor, { password: PASSWORD }, here.caller);
      return async () =>
        (await started().auth.rows('SELECT 1 FROM second_factors WHERE user_id = $1', [here.account.id])).length === 1;
    },
    'a link that confirms the address': async ({ here }) => {
      const token = await mailedToken(here.typed.email, 'verify-email');
      return async () => isStored(token);
    },
    'a pending e-mail change':
      async ({ here }) =>
      async () => {
        const profile = await started()
          .auth.bus.call(getProfile, {}, here.caller)
          .catch(() => null);
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
      await started().auth.bus.publish(exportReady, userId, {
        exportId,
        userId,
        readyAt: started().auth.clock.now().toISOString(),
        expiresAt: started()
          .auth.clock.in(LIMITS.exportDays * DAY)
          .toISOString(),
      });
      const status = async () => (await started().auth.bus.call(getExport, {}, scene.here.caller)).status;
      await eventually(async () => expect(await status()).toBe('ready'));
      return async () => (await status()) === 'ready';
    },
    'an export at media': async (scene) => {
      const request = await requestAnExport(scene);
      return async () => {
        const { length } = await started().auth.rows('SELECT 1 FROM data_exports WHERE id = $1', [request.exportId]);
        if (length === 0) await eventually(async () => expect(await ended(request)).toBe(true));
        return length === 1;
      };
    },
  };

  return { GRANTS, isRemembered, isRevoked, isStored, mailedToken, requestAnExport, tokenFor };
}
