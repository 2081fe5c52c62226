export { searchKey } from '@duet/contracts';

/** E-mail addresses are compared without case. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** A LIKE pattern for everything that starts with this literal text. */
export const prefixPattern = (key: string): string => `${key.replaceAll(/[\\%_]/g, '\\$&')}%`;
