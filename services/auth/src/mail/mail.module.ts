import { Module } from '@nestjs/common';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.js';
import { MailComposer } from './mail-composer.js';
import { MailQueue } from './mail-queue.js';
import { MailWorker } from './mail-worker.js';
import { Mailer } from './mailer.js';
import { PasswordlessKeys } from './passwordless-keys.js';

@Module({
  imports: [EmailTokensModule],
  providers: [MailQueue, MailComposer, Mailer, MailWorker, PasswordlessKeys],
  exports: [MailQueue, MailWorker, PasswordlessKeys],
})
export class MailModule {}
