import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { PasskeyChallenges } from './passkey-challenges.service.js';
import { PasskeyProofs } from './passkey-proofs.service.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysService } from './passkeys.service.js';
import { RelyingParty } from './relying-party.js';

@Module({
  imports: [AccountsModule, MailModule, TrustModule],
  controllers: [PasskeysController],
  providers: [PasskeysService, PasskeyProofs, PasskeyChallenges, RelyingParty],
  exports: [PasskeysService, PasskeyProofs, PasskeyChallenges],
})
export class PasskeysModule {}
