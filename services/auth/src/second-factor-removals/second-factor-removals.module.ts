import { Module } from '@nestjs/common';
import { EmailTokensModule } from '../email-tokens/email-tokens.module.js';
import { MailModule } from '../mail/mail.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SecondFactorRemovalsController } from './second-factor-removals.controller.js';
import { SecondFactorRemovals } from './second-factor-removals.service.js';

@Module({
  imports: [SecondFactorModule, EmailTokensModule, MailModule, TrustModule],
  controllers: [SecondFactorRemovalsController],
  providers: [SecondFactorRemovals],
})
export class SecondFactorRemovalsModule {}
