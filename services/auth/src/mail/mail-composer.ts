import { LIMITS, NOTICES } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere, IsNull, Not } from 'typeorm';
import { AuthConfig } from '../config.js';
import { EmailChangeCancels } from '../email-tokens/email-change-cancels.service.js';
import type { TokenPurpose } from '../email-tokens/email-token.entity.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { SecondFactor } from '../second-factor/second-factor.entity.js';
import { type Texts, textsFor } from '../texts/index.js';
import { User } from '../users/user.entity.js';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.service.js';
import { isOfHiddenPart, settingsOf } from '../users/user.view.js';
import type { MailKind, QueuedMail } from './mail-queue.js';
import { greeting, nameInMail, recipientName } from './mail-names.js';
import { type MailContent, asHtml, asText } from './mail-template.js';
import { type QueuedNotice, nameInNotice, writeNotice } from './notice-writer.js';
import { passwordChanged, passwordReset } from './password-mails.js';
import { PasswordlessKeys } from './passwordless-keys.js';
import { removalBegun, removalLink, securityMail } from './security-mails.js';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The link that switches mails of this kind off; null for mails that a person needs. */
  unsubscribe: string | null;
}

type Write = (user: User, mail: QueuedMail, texts: Texts) => Promise<MailContent | null>;

/** Writes the mails in the recipient's language. Links are made from the configured origin. */
@Injectable()
export class MailComposer {
  private readonly writers: Record<MailKind, Write> = {
    'verify-email': (user, _mail, texts) => this.verifyEmail(user, texts),
    'reset-password': (user, _mail, texts) => this.resetPassword(user, texts),
    'password-changed': (user, { about }, texts) => this.passwordChanged(user, about, texts),
    'export-ready': async (_user, _mail, texts) => this.exportReady(texts),
    'change-email': (user, { about }, texts) => this.changeEmail(user, about, texts),
    'email-change-asked': (user, { about }, texts) => this.emailChangeAsked(user, about, texts),
    'email-changed': async (user, _mail, texts) => emailChanged(user, texts),
    notice: (user, { notice }, texts) => this.notice(user, notice, texts),
    security: (user, { about }, texts) => this.security(user, about, texts),
  };

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(EmailTokensService) private readonly tokens: EmailTokensService,
    @Inject(EmailChangeCancels) private readonly cancels: EmailChangeCancels,
    @Inject(UnsubscribeLinks) private readonly unsubscribeLinks: UnsubscribeLinks,
    @Inject(PasswordlessKeys) private readonly keys: PasswordlessKeys,
    @Inject(AuthConfig) private readonly config: AuthConfig,
  ) {}

  /** @returns null when the account does not exist, or the mail has nothing to say any more */
  async compose(mail: QueuedMail, emailKey: string): Promise<Mail | null> {
    const user = await this.database.manager.findOneBy(User, { emailKey });
    if (!user) return null;
    const texts = textsFor(settingsOf(user));
    const content = await this.writers[mail.kind](user, mail, texts);
    if (!content) return null;
    // A mail goes to the account's own address, except one that asks to prove a new address and one to the former address.
    const proving = content.to ?? null;
    const to = { name: recipientName(user, proving), address: proving ?? mail.address ?? user.email };
    if (isRefused(user, to.address) && !proves(mail)) return null;
    const greeted = { ...content, greeting: greeting(texts, user, proving) };
    const unsubscribe = content.unsubscribe?.url ?? null;
    return { to, subject: content.subject, text: asText(greeted), html: asHtml(texts, greeted), unsubscribe };
  }

  /** For a verified address too, once the mail server has refused it: its owner confirms that it works again. */
  private async verifyEmail(user: User, { t }: Texts): Promise<MailContent | null> {
    if (user.emailVerifiedAt && !user.emailRefusedAt) return null;
    const token = await this.issue(user, 'verify-email');
    if (token === null) return null;
    return {
      subject: t('mails.confirmSubject'),
      paragraphs: [t('mails.confirmBody')],
      action: { label: t('mails.confirmAction'), url: this.link(`/verify-email/${token}`) },
      footnote: t('mails.confirmFootnote', { hours: LIMITS.verifyTokenHours }),
    };
  }

  /** The token names the address that this mail goes to; no other mail carries it. */
  private async changeEmail(user: User, about: string, { t }: Texts): Promise<MailContent | null> {
    const { pendingEmail } = user;
    if (pendingEmail !== about) return null;
    const token = await this.issue(user, 'change-email', pendingEmail);
    if (token === null) return null;
    return {
      to: pendingEmail,
      subject: t('mails.newEmailSubject'),
      paragraphs: [t('mails.newEmailBody')],
      action: { label: t('mails.newEmailAction'), url: this.link(`/verify-email/${token}`) },
      footnote: t('mails.newEmailFootnote', { hours: LIMITS.verifyTokenHours }),
    };
  }

  /** Goes to the current address, verified or not: its owner may not know of the change. */
  private async emailChangeAsked(user: User, about: string, { t }: Texts): Promise<MailContent | null> {
    if (user.pendingEmail !== about) return null;
    const token = await this.locked({ ...known(user), pendingEmail: about }, (tx) => this.cancels.issue(tx, user.id));
    if (token === null) return null;
    return {
      subject: t('mails.emailChangeAskedSubject'),
      paragraphs: [t('mails.emailChangeAskedBody', { address: masked(about) }), t('mails.emailChangeAskedAdvice')],
      action: { label: t('mails.emailChangeAskedAction'), url: this.link(`/cancel-email-change/${token}`) },
      footnote: t('mails.emailChangeAskedFootnote', { hours: LIMITS.cancelTokenHours }),
    };
  }

  private async resetPassword(user: User, { t }: Texts): Promise<MailContent | null> {
    const token = await this.issue(user, 'reset-password');
    if (token === null) return null;
    return {
      subject: t('mails.resetSubject'),
      paragraphs: [t('mails.resetBody')],
      action: { label: t('mails.resetAction'), url: this.link(`/reset-password/${token}`) },
      footnote: t('mails.resetFootnote', { minutes: LIMITS.resetTokenMinutes }),
    };
  }

  private async security(user: User, about: string, texts: Texts): Promise<MailContent | null> {
    if (about === 'removal-link') return this.removalLink(user, texts);
    if (about !== 'removal-begun') return securityMail(texts, about);
    if (user.secondFactorRemovalAt === null) return null;
    const token = await this.issue(user, 'keep-second-factor');
    if (token === null) return null;
    return removalBegun(texts, user.secondFactorRemovalAt, this.link(`/keep-two-factor/${token}`));
  }

  /** Only for an enabled factor and a proved address. On an unproved account a password reset removes the factor at once. */
  private async removalLink(user: User, texts: Texts): Promise<MailContent | null> {
    if (!user.emailVerifiedAt || !(await this.hasSecondFactor(user.id))) return null;
    const token = await this.issue(user, 'lose-second-factor');
    if (token === null) return null;
    return removalLink(texts, this.link(`/lost-two-factor/${token}`));
  }

  private async passwordChanged(user: User, about: string, texts: Texts): Promise<MailContent> {
    if (about !== 'reset') return passwordChanged(texts);
    const [names, secondFactor] = await Promise.all([this.keys.namesOf(user.id), this.hasSecondFactor(user.id)]);
    const passkeys = names.map((name) => nameInMail(name, texts.t('mails.passkeyNamedLikeLink')));
    return passwordReset(texts, passkeys, secondFactor);
  }

  /** Links to Settings and not to the data, because a mail may be forwarded. */
  private exportReady({ t }: Texts): MailContent {
    return {
      subject: t('mails.exportReadySubject'),
      paragraphs: [t('mails.exportReadyBody')],
      action: { label: t('mails.exportReadyAction'), url: this.link('/settings') },
      footnote: t('mails.exportReadyFootnote', { days: LIMITS.exportDays }),
    };
  }

  private async notice(user: User, queued: QueuedNotice | null, texts: Texts): Promise<MailContent | null> {
    if (!queued) return null;
    const person = queued.aboutId ? await this.database.manager.findOneBy(User, { id: queued.aboutId }) : null;
    if (isOfHiddenPart(queued.notice, user, person)) return null;
    const name = nameInMail(nameInNotice(texts, queued, person), texts.t('notices.somebody'));
    const content = writeNotice(texts, user, queued, name, (path) => this.link(path));
    if (!content) return null;
    const path = await this.unsubscribeLinks.pathFor(user.id, NOTICES[queued.notice]);
    return { ...content, unsubscribe: { label: texts.t('mails.unsubscribe'), url: this.link(path) } };
  }

  /** Issues a token for a link. @returns null if the address, or the new one that the token proves, has changed since `user` was read */
  private issue(user: User, purpose: TokenPurpose, email: string | null = null): Promise<string | null> {
    const where = { ...known(user), ...(email !== null && { pendingEmail: email }) };
    return this.locked(where, (tx) => this.tokens.issue(tx, user.id, purpose, email));
  }

  /**
   * Issues something for the account if it still is as `where` says. The lock orders it with a change of the address, which
   * deletes all tokens: no valid one goes to the former address.
   */
  private locked(where: FindOptionsWhere<User>, issue: (tx: Tx) => Promise<string>): Promise<string | null> {
    return this.database.transaction(async (tx) => {
      const current = await tx.findOne(User, { where, lock: { mode: 'pessimistic_write' } });
      return current && issue(tx);
    });
  }

  private hasSecondFactor(userId: string): Promise<boolean> {
    return this.database.manager.existsBy(SecondFactor, { userId, enabledAt: Not(IsNull()) });
  }

  private link(path: string): string {
    return new URL(path, this.config.APP_ORIGIN).href;
  }
}

/** The account under the address that it had when it was read. */
const known = ({ id, emailKey }: User): Pick<User, 'id' | 'emailKey'> => ({ id, emailKey });

const isRefused = ({ email, emailRefusedAt, pendingEmail, pendingEmailRefusedAt }: User, address: string): boolean =>
  (address === email && emailRefusedAt !== null) || (address === pendingEmail && pendingEmailRefusedAt !== null);

/** Mails that somebody asks for and whose link proves the address. A refused address gets these alone: they show whether it works again. */
const proves = ({ kind, about }: QueuedMail): boolean =>
  kind === 'verify-email' || kind === 'reset-password' || (kind === 'security' && about === 'removal-link');

/** Goes to the previous address: an owner who lost the account without noticing learns it here. */
const emailChanged = (user: User, { t }: Texts): MailContent => ({
  subject: t('mails.emailChangedSubject'),
  paragraphs: [t('mails.emailChangedBody', { address: masked(user.email) })],
  footnote: t('mails.emailChangedFootnote'),
});

/** Enough of an address for its owner to recognise it. A domain that is not a plain host name could smuggle a link into the mail. */
const masked = (email: string): string => {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return `${[...email].slice(0, 1).join('')}•••@${/^[\w.-]{1,100}$/.test(domain) ? domain : '•••'}`;
};
