/**
 * The form in which names are compared: no case, no accents of the Latin kind, compatibility forms made equal. Done
 * here and not by `lower()`, which knows only ASCII under some of PostgreSQL's locales.
 */
export const searchKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .trim();

/** E-mail addresses are compared without case and otherwise as they are. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** A LIKE pattern for everything that begins with this very text. */
export const prefixPattern = (key: string): string => `${key.replaceAll(/[\\%_]/g, '\\$&')}%`;
