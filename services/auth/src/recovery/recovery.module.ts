import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EmailChangesModule } from '../email-changes/email-changes.module.js';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { RecoveryController } from './recovery.controller.js';
import { RecoveryService } from './recovery.service.js';

@Module({
  imports: [
    AccountsModule,
    TrustModule,
    EmailTokensModule,
    EmailChangesModule,
    MailModule,
    PasskeysModule,
    PasswordsModule,
    SecondFactorModule,
  ],
  controllers: [RecoveryController],
  providers: [RecoveryService],
})
export class RecoveryModule {}
