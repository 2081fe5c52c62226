import { Module } from '@nestjs/common';
import { TrustModule } from '../trust/trust.module.js';
import { EmailChangeCancels } from './email-change-cancels.service.js';
import { EmailTokensService } from './email-tokens.service.js';

@Module({
  imports: [TrustModule],
  providers: [EmailTokensService, EmailChangeCancels],
  exports: [EmailTokensService, EmailChangeCancels],
})
export class EmailTokensModule {}
