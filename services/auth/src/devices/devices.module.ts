import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { DevicesController } from './devices.controller.js';
import { DevicesService } from './devices.service.js';
import { SignInAlerts } from './sign-in-alerts.service.js';

@Module({
  imports: [MailModule, TrustModule],
  controllers: [DevicesController],
  providers: [DevicesService, SignInAlerts],
  exports: [DevicesService],
})
export class DevicesModule {}
