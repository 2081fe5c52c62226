import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { AvatarEventHandlers } from './avatar-event-handlers.js';

@Module({
  imports: [PasswordsModule, SecondFactorModule, SessionsModule, DevicesModule, TrustModule, MailModule],
  controllers: [AccountsController],
  providers: [AccountsService, AvatarEventHandlers],
  exports: [AccountsService],
})
export class AccountsModule {}
