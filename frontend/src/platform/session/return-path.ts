import * as v from 'valibot';
import { ownPath } from '../../schemas/own-path.js';
import { storedJson } from '../storage/stored.js';

/** How long a page that asked for a sign-in is remembered, in milliseconds: a new password may come by mail. */
const KEPT = 60 * 60 * 1_000;

const storage = storedJson('duet-return', v.object({ path: ownPath, until: v.number() }));

/**
 * The page of ours that a person asked for before they had to sign in. It is stored, never in an address: it survives other pages
 * before the sign-in and a link in a mail, and nobody else can write it.
 */
export const returnPath = {
  read(): string | null {
    const kept = storage.read();
    return kept && kept.until > Date.now() ? kept.path : null;
  },

  keep: (path: string): void => void storage.write({ path, until: Date.now() + KEPT }),

  forget: (): void => void storage.remove(),
};
