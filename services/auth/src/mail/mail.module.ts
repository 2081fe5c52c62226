import { Module } from '@nestjs/common';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.js';
import { MailComposer } from './mail-composer.js';
import { MailQueue } from './mail-queue.js';
import { MailWorker } from './mail-worker.js';
import { Mailer } from './mailer.js';
import { UnsubscribeModule } from '../unsubscribe/unsubscribe.module.js';
import { PasswordlessKeys } from './passwordless-keys.js';
import { RefusedAddresses } from './refused-addresses.service.js';

@Module({
  imports: [EmailTokensModule, UnsubscribeModule],
  providers: [MailQueue, MailComposer, Mailer, MailWorker, PasswordlessKeys, RefusedAddresses],
  exports: [MailQueue, MailWorker, PasswordlessKeys],
})
export class MailModule {}
