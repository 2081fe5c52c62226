import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsUUID, Matches, ValidateIf, ValidateNested } from 'class-validator';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { IsInstant, ZoneName } from '../core/validators.js';
import { DISAPPEAR_AFTER } from '../conversation/views.js';
import {
  ACCENTS,
  type AccountSettings,
  type AppearanceSettings,
  CHAT_BACKGROUNDS,
  EMOJI_TONES,
  FINDABLE,
  LANGUAGES,
  LOCK_SCREEN_TEXTS,
  type NotificationSettings,
  type PrivacySettings,
  REDUCED_MOTION,
  type Settings,
  TEXT_SIZES,
  THEMES,
  TIME_FORMATS,
  type TogetherSettings,
  WEEK_STARTS,
} from './settings.js';

/** Validates a field unless it is missing. null is a value, and invalid for most settings. */
const IfGiven = (): PropertyDecorator => ValidateIf((_dto: object, value: unknown) => value !== undefined);

/** Validates a section of the settings, in which fields may be missing. */
function Section(type: () => new () => object): PropertyDecorator {
  return (target, property) => {
    for (const decorate of [IfGiven(), IsObject(), ValidateNested(), Type(type)]) decorate(target, property);
  };
}

const Switch = (): PropertyDecorator => (target, property) => {
  for (const decorate of [IfGiven(), IsBoolean()]) decorate(target, property);
};

const OneOf =
  (values: readonly string[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of [IfGiven(), IsIn(values)]) decorate(target, property);
  };

const TimeOfDay = (): PropertyDecorator => (target, property) => {
  for (const decorate of [
    IfGiven(),
    Matches(/^([01]\d|2[0-3]):[0-5]\d$/, { message: '$property must be a time like 21:30' }),
  ])
    decorate(target, property);
};

export class AccountSettingsDto implements Partial<AccountSettings> {
  @OneOf(LANGUAGES) language?: AccountSettings['language'];
}

export class ChannelSettingsDto {
  @Switch() inApp?: boolean;
  @Switch() push?: boolean;
  @Switch() email?: boolean;
}

export class NotificationMatrixDto {
  @Section(() => ChannelSettingsDto) messages?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) reactions?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) partner?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) memories?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) challenges?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) goals?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) lists?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) stories?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) gestures?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) dailyQuestion?: ChannelSettingsDto;
  @Section(() => ChannelSettingsDto) reminders?: ChannelSettingsDto;
}

export class QuietHoursDto {
  @Switch() enabled?: boolean;
  @TimeOfDay() from?: string;
  @TimeOfDay() to?: string;
  @IfGiven() @ZoneName() timezone?: string;
}

export class NotificationSettingsDto {
  @Section(() => NotificationMatrixDto) matrix?: NotificationMatrixDto;
  @Section(() => QuietHoursDto) quietHours?: QuietHoursDto;
  @Switch() sound?: boolean;
  @OneOf(LOCK_SCREEN_TEXTS) lockScreen?: NotificationSettings['lockScreen'];
  @TimeOfDay() dailyQuestionTime?: string;

  /** null ends the mute. */
  @ValidateIf((_dto: object, value: unknown) => value !== undefined && value !== null)
  @IsInstant()
  mutedUntil?: string | null;
}

export class PrivacySettingsDto implements Partial<PrivacySettings> {
  @Switch() readReceipts?: boolean;
  @Switch() typing?: boolean;
  @Switch() online?: boolean;
  @Switch() lastSeen?: boolean;
  @OneOf(FINDABLE) findable?: PrivacySettings['findable'];
  @Switch() linkPreviews?: boolean;

  /** null: never. */
  @ValidateIf((_dto: object, value: unknown) => value !== undefined && value !== null)
  @IsIn(DISAPPEAR_AFTER)
  disappearingDefault?: PrivacySettings['disappearingDefault'];

  @Switch() transcripts?: boolean;
  @Switch() keepExif?: boolean;
}

export class AppearanceSettingsDto implements Partial<AppearanceSettings> {
  @OneOf(THEMES) theme?: AppearanceSettings['theme'];
  @OneOf(ACCENTS) accent?: AppearanceSettings['accent'];
  @OneOf(TEXT_SIZES) textSize?: AppearanceSettings['textSize'];
  @OneOf(REDUCED_MOTION) reducedMotion?: AppearanceSettings['reducedMotion'];
  @OneOf(CHAT_BACKGROUNDS) chatBackground?: AppearanceSettings['chatBackground'];
  @OneOf(TIME_FORMATS) timeFormat?: AppearanceSettings['timeFormat'];
  @OneOf(WEEK_STARTS) weekStart?: AppearanceSettings['weekStart'];
  @OneOf(EMOJI_TONES) emojiTone?: AppearanceSettings['emojiTone'];
}

export class TogetherSettingsDto implements Partial<TogetherSettings> {
  @Switch() goals?: boolean;
  @Switch() stories?: boolean;
  @Switch() wishes?: boolean;
  @Switch() lists?: boolean;
  @Switch() gestures?: boolean;
}

export class SettingsChangeDto {
  @Section(() => AccountSettingsDto) account?: AccountSettingsDto;
  @Section(() => NotificationSettingsDto) notifications?: NotificationSettingsDto;
  @Section(() => PrivacySettingsDto) privacy?: PrivacySettingsDto;
  @Section(() => AppearanceSettingsDto) appearance?: AppearanceSettingsDto;
  @Section(() => TogetherSettingsDto) together?: TogetherSettingsDto;
}

export class UpdateSettingsDto {
  @IsObject()
  @ValidateNested()
  @Type(() => SettingsChangeDto)
  settings!: SettingsChangeDto;
}

export class AccountLanguageDto {
  @IsUUID()
  userId!: string;
}

/** Returns a person's language, for files that media writes for them without a session. Only media makes this call. */
export const getAccountLanguage = defineRpc({
  subject: 'auth.settings.language',
  access: 'process',
  request: AccountLanguageDto,
  returns: returns<Pick<AccountSettings, 'language'>>(),
  errors: ['USER_NOT_FOUND'],
});

export const getSettings = defineRpc({
  subject: 'auth.settings.get',
  access: 'user',
  request: NoInput,
  returns: returns<Settings>(),
  errors: ['USER_NOT_FOUND'],
  tokens: ['session', 'export'],
});

/** All settings after the change. `published` is the version of the account that other services need; null if the change does not concern them. */
export interface SettingsSaved {
  settings: Settings;
  published: { userId: string; version: number } | null;
}

/** Merges the given settings into the stored ones. */
export const updateSettings = defineRpc({
  subject: 'auth.settings.update',
  access: 'user',
  request: UpdateSettingsDto,
  returns: returns<SettingsSaved>(),
  errors: ['USER_NOT_FOUND'],
});
