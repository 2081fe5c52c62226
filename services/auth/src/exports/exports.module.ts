import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';
import { OwnerProof } from './owner-proof.js';
import { RestitutionLinks } from './restitution-links.service.js';

@Module({
  imports: [AccountsModule, PasskeysModule, SessionsModule, MailModule, TrustModule],
  controllers: [ExportsController],
  providers: [ExportsService, RestitutionLinks, OwnerProof],
})
export class ExportsModule {}
