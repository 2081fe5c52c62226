import { LIMITS } from '@duet/contracts';
import type { EntityManager } from 'typeorm';
import { DataExport } from '../exports/data-export.entity.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { PushSubscription } from '../push/push-subscription.entity.js';
import { SecondFactor } from '../second-factor/second-factor.entity.js';
import { Session } from '../sessions/session.entity.js';
import type { User } from '../users/user.entity.js';
import { listQueuedMails } from './account-state.queries.js';

/** The state of an account that an operator may see: dates and counts, no name, no address and nothing that a person wrote. */
export async function accountState(manager: EntityManager, user: User) {
  const userId = user.id;
  const [sessions, factor, passkeys, pushes, dataExport, mails] = await Promise.all([
    manager.find(Session, { where: { userId }, order: { lastUsedAt: 'DESC' } }),
    manager.findOneBy(SecondFactor, { userId }),
    manager.countBy(Passkey, { userId }),
    manager.countBy(PushSubscription, { userId }),
    manager.findOneBy(DataExport, { userId }),
    listQueuedMails(manager, [user.emailKey]),
  ]);
  return {
    id: userId,
    createdAt: user.createdAt,
    emailVerifiedAt: user.emailVerifiedAt,
    emailRefusedAt: user.emailRefusedAt,
    emailChangePending: user.pendingEmail !== null,
    sessions: sessions.length,
    sessionLastUsedAt: sessions[0]?.lastUsedAt ?? null,
    passkeys,
    pushSubscriptions: pushes,
    secondFactorSince: factor?.enabledAt ?? null,
    codesPausedUntil: codesPausedUntil(factor),
    secondFactorRemovalAt: user.secondFactorRemovalAt,
    wrongPasswordsMailedAt: user.signInAlertAt,
    dataExport: dataExport?.status ?? null,
    queuedMails: mails,
  };
}

/** Too many wrong codes pause the sign-in. */
const codesPausedUntil = (factor: SecondFactor | null): Date | null =>
  factor?.failedAt && factor.failures >= LIMITS.secondFactorTries
    ? new Date(factor.failedAt.getTime() + LIMITS.secondFactorPauseMinutes * 60_000)
    : null;
