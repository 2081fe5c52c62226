import { Module } from '@nestjs/common';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { AvatarFacts } from './avatar-facts.js';

@Module({
  imports: [PasswordsModule, SecondFactorModule, SessionsModule, EmailTokensModule, MailModule],
  controllers: [AccountsController],
  providers: [AccountsService, AvatarFacts],
  exports: [AccountsService],
})
export class AccountsModule {}
