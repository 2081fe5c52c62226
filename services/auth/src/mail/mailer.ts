import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Transporter, createTransport } from 'nodemailer';
import { AuthConfig } from '../config.js';
import type { Mail } from './mail-composer.js';

/** Milliseconds for each step of an SMTP session. */
const TIMEOUT = 15_000;

/** Sends mails through the configured SMTP server. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter | null;

  constructor(@Inject(AuthConfig) private readonly config: AuthConfig) {
    this.transport = config.SMTP_URL
      ? createTransport({
          url: config.SMTP_URL,
          pool: true,
          maxConnections: 2,
          connectionTimeout: TIMEOUT,
          greetingTimeout: TIMEOUT,
          socketTimeout: TIMEOUT,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      : null;
  }

  /** False while no mail server is configured: then mails stay queued. */
  get ready(): boolean {
    return this.transport !== null;
  }

  /** A mail that a person may do without names the link that mail programs offer to switch it off (RFC 2369, RFC 8058). */
  async send({ unsubscribe, ...mail }: Mail): Promise<void> {
    if (!this.transport) throw new Error('no mail server is configured');
    await this.transport.sendMail({
      ...mail,
      from: this.config.MAIL_FROM,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe !== null && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
