import { Module } from '@nestjs/common';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.js';
import { ExportLinksModule } from '../exports/export-links.module.js';
import { MailComposer } from './mail-composer.js';
import { MailQueue } from './mail-queue.js';
import { MailWorker } from './mail-worker.js';
import { Mailer } from './mailer.js';

@Module({ imports: [EmailTokensModule, ExportLinksModule], providers: [MailQueue, MailComposer, Mailer, MailWorker], exports: [MailQueue, MailWorker] })
export class MailModule {}
