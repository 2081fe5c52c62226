import { LIMITS } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { AuthConfig } from '../config.js';
import { EmailTokensService } from '../email-tokens/email-tokens.service.js';
import { ExportLinks } from '../exports/export-links.js';
import type { MailJob, MailKind } from './mail-job.entity.js';
import { type MailContent, asHtml, asText } from './mail-template.js';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

type Write = (user: User) => Promise<MailContent | null>;

/** Writes the mails, with links made from our own origin. */
@Injectable()
export class MailComposer {
  private readonly writers: Record<MailKind, Write> = {
    'verify-email': (user) => this.verifyEmail(user),
    'reset-password': (user) => this.resetPassword(user),
    'password-changed': async (user) => passwordChanged(user),
    'export-ready': (user) => this.exportReady(user),
  };

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(EmailTokensService) private readonly tokens: EmailTokensService,
    @Inject(ExportLinks) private readonly exportLinks: ExportLinks,
    @Inject(AuthConfig) private readonly config: AuthConfig,
  ) {}

  /** null when there is nobody to write to, or nothing to say any more. */
  async compose({ kind, emailKey }: Pick<MailJob, 'kind' | 'emailKey'>): Promise<Mail | null> {
    const user = await this.database.manager.findOneBy(User, { emailKey });
    const content = user && (await this.writers[kind](user));
    if (!content) return null;
    // The address that the account has, never the one that somebody typed.
    const to = { name: `${user.firstName} ${user.lastName}`, address: user.email };
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

  private link(path: string): string {
    return new URL(path, this.config.APP_ORIGIN).href;
  }
}

const passwordChanged = (user: User): MailContent => ({
  subject: 'Your Duet password was changed',
  greeting: `Hi ${user.firstName},`,
  paragraphs: ['The password of your Duet account has just been changed, and your other devices were signed out.'],
  footnote: 'If it was not you, reset your password from the sign-in page at once.',
});
