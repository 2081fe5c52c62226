import * as v from 'valibot';
import { ownPath } from '../../schemas/own-path.js';
import { storedJson } from '../storage/stored.js';

/** How long a page that asked for a sign-in is remembered, in milliseconds: a new password may come by mail. */
const KEPT = 60 * 60 * 1_000;

const storage = storedJson(
  'duet-return',
  v.object({ path: ownPath, until: v.number(), userId: v.optional(v.nullable(v.string()), null) }),
);

/**
 * The page of ours that a person asked for before they had to sign in. It is stored, never in an address: it survives other pages
 * before the sign-in and a link in a mail, and nobody else can write it.
 */
export const returnPath = {
  /** @param userId of the user who has signed in */
  read(userId: string | null): string | null {
    const kept = storage.read();
    if (!kept || kept.until <= Date.now()) return null;
    return kept.userId === null || kept.userId === userId ? kept.path : null;
  },

  /** @param userId of the user whose page it was; null for somebody who had no session */
  keep: (path: string, userId: string | null): void => void storage.write({ path, until: Date.now() + KEPT, userId }),

  forget: (): void => void storage.remove(),
};
