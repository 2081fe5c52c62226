import {
  AccountLanguageDto,
  type AccountSettings,
  type Call,
  NoInput,
  type Settings,
  type SettingsSaved,
  UpdateSettingsDto,
  getAccountLanguage,
  getSettings,
  updateSettings,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(@Inject(SettingsService) private readonly settings: SettingsService) {}

  @Rpc(getSettings)
  get(call: Call<'user'>, _dto: NoInput): Promise<Settings> {
    return this.settings.getSettings(call.actor);
  }

  @Rpc(getAccountLanguage)
  async language(_call: Call<'process'>, { userId }: AccountLanguageDto): Promise<Pick<AccountSettings, 'language'>> {
    const { account } = await this.settings.getSettings({ userId });
    return { language: account.language };
  }

  @Rpc(updateSettings)
  update(call: Call<'user'>, dto: UpdateSettingsDto): Promise<SettingsSaved> {
    return this.settings.updateSettings(call.actor, dto.settings);
  }
}
