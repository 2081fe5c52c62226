import { defineEvent } from '../bus/event.js';
import type { PersonSnapshot, RevokedSession } from './views.js';

/** An account was created. */
export const userRegistered = defineEvent<PersonSnapshot>()({ name: 'user.registered', durable: true, personal: true });

/** A profile changed. The event carries the whole new state. */
export const userProfileChanged = defineEvent<PersonSnapshot>()({
  name: 'user.profile-changed',
  durable: true,
  personal: true,
});

/** An account was deleted. Every service erases the person's data. */
export const userDeleted = defineEvent<{ userId: string }>()({ name: 'user.deleted', durable: true });

/** A session was revoked. The edges close its sockets and refuse its access tokens. */
export const sessionRevoked = defineEvent<RevokedSession & { userId: string }>()({
  name: 'session.revoked',
  durable: false,
});

/**
 * An operator unlocked the sign-in of an account. The gateways forget its wrong passwords.
 * `account` is the SHA-256 of its e-mail key, base64url.
 */
export const signInUnlocked = defineEvent<{ account: string }>()({ name: 'sign-in.unlocked', durable: false });

/** The account changed in a way that only its owner sees. Their devices read the profile again. */
export const accountUpdated = defineEvent<{ userId: string }>()({
  name: 'account.updated',
  durable: false,
  deliver: ({ userId }) => [{ to: { user: userId }, event: 'account_updated', data: { userId } }],
});

/** A data export was requested. With the secret, media gets an access token for it from auth. */
export interface ExportRequested {
  exportId: string;
  userId: string;
  secret: string;
  requestedAt: string;
}

export const exportRequested = defineEvent<ExportRequested>()({ name: 'export.requested', durable: true });

/** An export was withdrawn. It may no longer be prepared or downloaded. */
export const exportEnded = defineEvent<{ exportId: string; userId: string }>()({ name: 'export.ended', durable: true });

/** Sessions are named by their aliases. */
export interface TrustEnded {
  userId: string;
  /** The one session that ended; null when all ended but `survivor`. */
  session: string | null;
  /** The session that stays; null when none stays. */
  survivor: string | null;
  /** Only things begun before this instant end: an edge may accept an ended session until then. */
  madeBefore: string;
}

/** An account ended trust in its sessions. Their unused invite codes and partner requests end, and their scheduled texts are put on hold. */
export const trustEnded = defineEvent<TrustEnded>()({ name: 'user.trust-ended', durable: true });
