import { defineEvent } from '../core/event.js';
import type { PersonFact, RevokedSession } from './views.js';

export const userRegistered = defineEvent<PersonFact>()({ name: 'user.registered', durable: true, personal: true });

export const userProfileChanged = defineEvent<PersonFact>()({ name: 'user.profile-changed', durable: true, personal: true });

export const userDeleted = defineEvent<{ userId: string }>()({ name: 'user.deleted', durable: true });

/** The edges cut the session's sockets and refuse its access tokens from here on. */
export const sessionRevoked = defineEvent<RevokedSession & { userId: string }>()({ name: 'session.revoked', durable: false });

/** Somebody wants their data. With the secret whoever prepares the export gets a token for it from auth. */
export interface ExportRequested {
  exportId: string;
  userId: string;
  secret: string;
  requestedAt: string;
}

export const exportRequested = defineEvent<ExportRequested>()({ name: 'export.requested', durable: true });
