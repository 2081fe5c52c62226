import { LIMITS } from '@duet/contracts';
import type { PlainTextKey, Texts } from '../texts/index.js';
import type { MailContent } from './mail-template.js';

/** Mails about a removal that was asked for by mail. They carry links, which the composer makes. */
export type RemovalMail = 'removal-link' | 'removal-begun';

type PlainChange =
  | 'second-factor-on'
  | 'second-factor-off'
  | 'second-factor-removed'
  | 'removal-cancelled'
  | 'recovery-codes-renewed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'sign-in-attempts';

export type SecurityChange = PlainChange | RemovalMail;

const SECURITY: Record<PlainChange, { subject: PlainTextKey; body: PlainTextKey; advice?: PlainTextKey }> = {
  'second-factor-on': { subject: 'mails.secondFactorOnSubject', body: 'mails.secondFactorOnBody' },
  'second-factor-off': { subject: 'mails.secondFactorOffSubject', body: 'mails.secondFactorOffBody' },
  'second-factor-removed': {
    subject: 'mails.secondFactorRemovedSubject',
    body: 'mails.secondFactorRemovedBody',
    advice: 'mails.secondFactorRemovedAdvice',
  },
  'removal-cancelled': {
    subject: 'mails.removalCancelledSubject',
    body: 'mails.removalCancelledBody',
    advice: 'mails.removalCancelledAdvice',
  },
  'recovery-codes-renewed': { subject: 'mails.recoveryCodesRenewedSubject', body: 'mails.recoveryCodesRenewedBody' },
  'passkey-added': { subject: 'mails.passkeyAddedSubject', body: 'mails.passkeyAddedBody' },
  'passkey-removed': { subject: 'mails.passkeyRemovedSubject', body: 'mails.passkeyRemovedBody' },
  'sign-in-attempts': {
    subject: 'mails.signInAttemptsSubject',
    body: 'mails.signInAttemptsBody',
    advice: 'mails.signInAttemptsAdvice',
  },
};

const isPlainChange = (about: string): about is PlainChange => Object.hasOwn(SECURITY, about);

/** @returns null for a change that an earlier build queued and this one no longer mails */
export function securityMail({ t }: Texts, about: string): MailContent | null {
  if (!isPlainChange(about)) return null;
  const { subject, body, advice = 'mails.securityFootnote' } = SECURITY[about];
  return { subject: t(subject), paragraphs: [t(body)], footnote: t(advice) };
}

/** @param url begins the removal */
export const removalLink = ({ t }: Texts, url: string): MailContent => ({
  subject: t('mails.removalSubject'),
  paragraphs: [t('mails.removalBody'), t('mails.removalDelay')],
  action: { label: t('mails.removalAction'), url },
  footnote: t('mails.removalFootnote', { hours: LIMITS.verifyTokenHours }),
});

const instantIn = (language: string, at: Date): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' }).format(at);

/** @param at when the second factor is removed @param url cancels the removal */
export const removalBegun = ({ t, language }: Texts, at: Date, url: string): MailContent => ({
  subject: t('mails.removalBegunSubject'),
  paragraphs: [t('mails.removalBegunBody', { date: instantIn(language, at) })],
  action: { label: t('mails.removalBegunAction'), url },
  footnote: t('mails.removalBegunFootnote'),
});
