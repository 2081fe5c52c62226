import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailModule } from '../mail/mail.module.js';
import { SecondFactorController } from './second-factor-settings.controller.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SecondFactorSettings } from './second-factor-settings.service.js';

@Module({
  imports: [AccountsModule, MailModule, SecondFactorModule],
  controllers: [SecondFactorController],
  providers: [SecondFactorSettings],
})
export class SecondFactorSettingsModule {}
