import type { Texts } from '../texts/index.js';
import type { User } from '../users/user.entity.js';

/** Text that a mail program turns into a link or a number to call. Names may have any script and emoji, so registration accepts these. */
const LIKE_A_LINK = /[./:@\\。]\S|www|\d{4}|\d{3}[ -]\d/iu;

/** Whether a name may appear in a mail to a recipient who did not choose it. */
export const isSafeInMail = (name: string): boolean => !LIKE_A_LINK.test(name.normalize('NFKC'));

/** The name, or `fallback` where it is not safe in a mail. */
export const nameInMail = (name: string, fallback: string): string => (isSafeInMail(name) ? name : fallback);

/** Until the address is proved, the name may be a stranger's text to the owner of the mailbox. */
const ownName = ({ emailVerifiedAt, firstName, lastName }: User, address: string | null): string | null =>
  emailVerifiedAt && address === null && isSafeInMail(`${firstName} ${lastName}`) ? firstName : null;

/** @param provingAddress the address that the mail asks to prove; null for any other mail */
export function greeting({ t }: Texts, user: User, provingAddress: string | null): string {
  const name = ownName(user, provingAddress);
  return name === null ? t('mails.greeting') : t('mails.greetingByName', { name });
}

/** The name beside the address in the mail's header. */
export const recipientName = (user: User, provingAddress: string | null): string =>
  ownName(user, provingAddress) === null ? '' : `${user.firstName} ${user.lastName}`;
