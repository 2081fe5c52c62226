import { createHash, randomBytes } from 'node:crypto';

/** A token for a mailed link: 256 random bits, base64url. */
export const newMailedToken = (): string => randomBytes(32).toString('base64url');

/** The hash that is stored in place of a token: SHA-256, base64url. */
export const hashOfMailedToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
