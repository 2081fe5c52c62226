import type { Texts } from '../texts/index.js';
import type { MailContent } from './mail-template.js';

export const passwordChanged = ({ t }: Texts): MailContent => ({
  subject: t('mails.passwordChangedSubject'),
  paragraphs: [t('mails.passwordChangedBody')],
  footnote: t('mails.passwordChangedFootnote'),
});

/**
 * The mail after a reset names what else opens the account: its owner may not know all of it.
 * @param passkeys their names
 * @param secondFactor whether a sign-in asks for a code
 */
export function passwordReset(texts: Texts, passkeys: readonly string[], secondFactor: boolean): MailContent {
  const { t } = texts;
  const names = passkeys.map((name) => t('mails.quotedName', { name })).join(', ');
  const remaining = [
    ...(passkeys.length > 0 ? [t('mails.passkeysRemain', { names })] : []),
    ...(secondFactor ? [t('mails.secondFactorRemains')] : []),
  ];
  const advice = remaining.length > 0 ? [t('mails.removeUnknown')] : [];
  return { ...passwordChanged(texts), paragraphs: [t('mails.passwordResetBody'), ...remaining, ...advice] };
}
