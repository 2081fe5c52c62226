import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Transporter, createTransport } from 'nodemailer';
import { AuthConfig } from '../config.js';
import type { Mail } from './mail-composer.js';

/** How long a mail server may take for each step, in milliseconds. */
const PATIENCE = 15_000;

/** Hands mails to the SMTP server of the settings. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter | null;

  constructor(@Inject(AuthConfig) private readonly config: AuthConfig) {
    this.transport = config.SMTP_URL
      ? createTransport({
          url: config.SMTP_URL,
          pool: true,
          maxConnections: 2,
          connectionTimeout: PATIENCE,
          greetingTimeout: PATIENCE,
          socketTimeout: PATIENCE,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      : null;
  }

  /** False while no mail server is set: then mails wait. */
  get ready(): boolean {
    return this.transport !== null;
  }

  async send(mail: Mail): Promise<void> {
    if (!this.transport) throw new Error('no mail server is set');
    await this.transport.sendMail({ ...mail, from: this.config.MAIL_FROM, headers: { 'Auto-Submitted': 'auto-generated' } });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
