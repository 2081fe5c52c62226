import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { UnsubscribeLinks } from './unsubscribe-links.service.js';

@Module({
  imports: [SettingsModule],
  controllers: [UnsubscribeController],
  providers: [UnsubscribeLinks],
  exports: [UnsubscribeLinks],
})
export class UnsubscribeModule {}
