import { Module } from '@nestjs/common';
import { TrustModule } from '../trust/trust.module.js';
import { AccessTokenSigner } from './access-token-signer.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [TrustModule],
  controllers: [SessionsController],
  providers: [SessionsService, AccessTokenSigner],
  exports: [SessionsService, AccessTokenSigner],
})
export class SessionsModule {}
