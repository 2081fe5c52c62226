import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { EmailChangesController } from './email-changes.controller.js';
import { EmailChangesService } from './email-changes.service.js';

@Module({
  imports: [AccountsModule, EmailTokensModule, MailModule, SessionsModule, TrustModule],
  controllers: [EmailChangesController],
  providers: [EmailChangesService],
  exports: [EmailChangesService],
})
export class EmailChangesModule {}
