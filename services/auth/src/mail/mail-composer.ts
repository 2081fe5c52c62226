import { LIMITS, TEXTS } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { AuthConfig } from '../config.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { ExportLinks } from '../exports/export-links.js';
import type { MailJob, MailKind } from './mail-job.entity.js';
import { type MailContent, asHtml, asText } from './mail-template.js';
import { readNoticeMail, writeNotice } from './notice-writer.js';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

type Write = (user: User, about: string) => Promise<MailContent | null>;

/** Writes the mails, with links made from our own origin. */
@Injectable()
export class MailComposer {
  private readonly writers: Record<MailKind, Write> = {
    'verify-email': (user) => this.verifyEmail(user),
    'reset-password': (user) => this.resetPassword(user),
    'password-changed': async (user) => passwordChanged(user),
    'export-ready': (user) => this.exportReady(user),
    'change-email': (user, about) => this.changeEmail(user, about),
    'email-changed': async (user) => emailChanged(user),
    notice: (user, about) => this.notice(user, about),
    security: async (user, about) => securityChanged(user, about),
  };

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(EmailTokensService) private readonly tokens: EmailTokensService,
    @Inject(ExportLinks) private readonly exportLinks: ExportLinks,
    @Inject(AuthConfig) private readonly config: AuthConfig,
  ) {}

  /** null when there is nobody to write to, or nothing to say any more. */
  async compose({ kind, emailKey, address, about }: Omit<MailJob, 'attempts'>): Promise<Mail | null> {
    const user = await this.database.manager.findOneBy(User, { emailKey });
    const content = user && (await this.writers[kind](user, about));
    if (!content) return null;
    // The address that the account has, never one that somebody typed, but for the one that is to be proved.
    const to = { name: `${user.firstName} ${user.lastName}`, address: content.to ?? address ?? user.email };
    return { to, subject: content.subject, text: asText(content), html: asHtml(content) };
  }

  private async verifyEmail(user: User): Promise<MailContent | null> {
    if (user.emailVerifiedAt) return null;
    const token = await this.tokens.issue(this.database.manager, user.id, 'verify-email');
    return {
      subject: 'Confirm your email for Duet',
      greeting: `Hi ${user.firstName},`,
      paragraphs: ['Please confirm that this is your email address.'],
      action: { label: 'Confirm my email', url: this.link(`/verify-email/${token}`) },
      footnote: `The link works once and for ${LIMITS.verifyTokenHours} hours. If you did not sign up for Duet, ignore this mail.`,
    };
  }

  /** Only this mail makes the link, and the link names the address it goes to. */
  private async changeEmail(user: User, about: string): Promise<MailContent | null> {
    const { pendingEmail } = user;
    if (pendingEmail !== about) return null;
    const token = await this.tokens.issue(this.database.manager, user.id, 'change-email', pendingEmail);
    return {
      to: pendingEmail,
      subject: 'Confirm your new email for Duet',
      greeting: `Hi ${user.firstName},`,
      paragraphs: ['This address is to become the one of your Duet account. Until you confirm it, the old one stays.'],
      action: { label: 'Use this email', url: this.link(`/verify-email/${token}`) },
      footnote: `The link works once and for ${LIMITS.verifyTokenHours} hours. If you have no account at Duet, ignore this mail.`,
    };
  }

  private async resetPassword(user: User): Promise<MailContent> {
    const token = await this.tokens.issue(this.database.manager, user.id, 'reset-password');
    return {
      subject: 'Reset your Duet password',
      greeting: `Hi ${user.firstName},`,
      paragraphs: ['Somebody, hopefully you, asked to reset the password of your Duet account.'],
      action: { label: 'Choose a new password', url: this.link(`/reset-password/${token}`) },
      footnote: `The link works once and for ${LIMITS.resetTokenMinutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
    };
  }

  private async exportReady(user: User): Promise<MailContent | null> {
    const path = await this.exportLinks.pathFor(user.id);
    if (path === null) return null;
    return {
      subject: 'Your Duet data is ready',
      greeting: `Hi ${user.firstName},`,
      paragraphs: ['The copy of your Duet data that you asked for is ready. It is a ZIP file; open index.html in it to read it.'],
      action: { label: 'Download my data', url: this.link(path) },
      footnote: `The link works for ${LIMITS.exportLinkDays} days, for everybody who has it: do not pass this mail on. If it was not you who asked, change your password.`,
    };
  }

  private async notice(user: User, about: string): Promise<MailContent | null> {
    const read = readNoticeMail(about);
    if (!read) return null;
    const person = read.aboutId && (await this.database.manager.findOneBy(User, { id: read.aboutId }));
    return writeNotice(user, read.notice, person ? person.firstName : TEXTS.deletedPerson, (path) => this.link(path));
  }

  private link(path: string): string {
    return new URL(path, this.config.APP_ORIGIN).href;
  }
}

/** To the address that was: whoever lost the account without knowing it learns it here. */
const emailChanged = (user: User): MailContent => ({
  subject: 'Your Duet email was changed',
  greeting: `Hi ${user.firstName},`,
  paragraphs: [`Your Duet account now uses another email address: ${masked(user.email)}. Mails about it no longer come here.`],
  footnote: 'If it was not you, somebody else knows your password. Tell whoever runs this Duet at once.',
});

/** Enough for the owner to recognise it. */
const masked = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${[...email].slice(0, 1).join('')}•••${email.slice(at)}`;
};

export type SecurityChange = 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed' | 'passkey-added' | 'passkey-removed';

const SECURITY: Record<SecurityChange, { subject: string; said: string }> = {
  'second-factor-on': {
    subject: 'Two-factor sign-in is on',
    said: 'From now on Duet asks for a code of your authenticator app when you sign in. Keep your recovery codes somewhere safe.',
  },
  'second-factor-off': { subject: 'Two-factor sign-in is off', said: 'Duet no longer asks for a code when you sign in: your password alone is enough.' },
  'recovery-codes-renewed': { subject: 'You have new recovery codes', said: 'New recovery codes were made for your Duet account. The older ones no longer work.' },
  'passkey-added': {
    subject: 'A passkey was added',
    said: 'From now on a new passkey opens your Duet account, without the password. You find it, and can remove it, in Settings under Account.',
  },
  'passkey-removed': { subject: 'A passkey was removed', said: 'One of your passkeys no longer opens your Duet account. Your password still does.' },
};

const isSecurityChange = (about: string): about is SecurityChange => Object.hasOwn(SECURITY, about);

function securityChanged(user: User, about: string): MailContent | null {
  if (!isSecurityChange(about)) return null;
  const { subject, said } = SECURITY[about];
  return { subject, greeting: `Hi ${user.firstName},`, paragraphs: [said], footnote: 'If it was not you, change your password at once and sign out your other devices.' };
}

const passwordChanged = (user: User): MailContent => ({
  subject: 'Your Duet password was changed',
  greeting: `Hi ${user.firstName},`,
  paragraphs: ['The password of your Duet account has just been changed, and your other devices were signed out.'],
  footnote: 'If it was not you, reset your password from the sign-in page at once.',
});
