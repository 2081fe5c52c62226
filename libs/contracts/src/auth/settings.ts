import type { DisappearAfter } from '../messaging/views.js';

/** What a person can configure. Every value has a default, so that an account without settings is complete. */
export interface Settings {
  account: AccountSettings;
  notifications: NotificationSettings;
  privacy: PrivacySettings;
  appearance: AppearanceSettings;
}

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt'] as const;

export interface AccountSettings {
  /** How dates and numbers are written. */
  language: (typeof LANGUAGES)[number];
}

export const NOTIFICATION_KINDS = ['messages', 'reactions', 'partner', 'memories', 'challenges', 'dailyQuestion', 'reminders'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_CHANNELS = ['inApp', 'push', 'email'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export type ChannelSettings = Record<NotificationChannel, boolean>;

export const LOCK_SCREEN_TEXTS = ['hidden', 'name', 'full'] as const;

export interface QuietHours {
  enabled: boolean;
  /** `HH:MM` where the person is; a `from` after `to` reaches over midnight. */
  from: string;
  to: string;
  /** Whose clock that is for mails, which no device sends; null while no device has said it. */
  timezone: string | null;
}

export interface NotificationSettings {
  matrix: Record<NotificationKind, ChannelSettings>;
  quietHours: QuietHours;
  sound: boolean;
  lockScreen: (typeof LOCK_SCREEN_TEXTS)[number];
  /** `HH:MM` in the couple's time zone. */
  dailyQuestionTime: string;
  /** Nothing from the partner makes itself heard until this instant. */
  mutedUntil: string | null;
}

export const FINDABLE = ['everyone', 'username', 'nobody'] as const;
export type Findable = (typeof FINDABLE)[number];

export interface PrivacySettings {
  /** Reciprocal, like `typing` and `online`: who does not show it does not see it. */
  readReceipts: boolean;
  typing: boolean;
  online: boolean;
  /** Who finds the person by search: by name, by the exact username only, or not at all. */
  findable: Findable;
  linkPreviews: boolean;
  /** After how many seconds messages disappear in conversations that begin from now on; of two people's the shorter counts. null: never. */
  disappearingDefault: DisappearAfter | null;
  /** Voice notes get the words that the speaker's own device heard, and show those that are there. */
  transcripts: boolean;
  /** Pictures keep what says how they were taken (camera, exposure, time), never where or by whom. */
  keepExif: boolean;
}

export const THEMES = ['system', 'light', 'dark'] as const;
export const ACCENTS = ['rose', 'coral', 'amber', 'green', 'teal', 'blue', 'violet'] as const;
export const TEXT_SIZES = ['small', 'medium', 'large', 'extra-large'] as const;
export const REDUCED_MOTION = ['system', 'on', 'off'] as const;
export const CHAT_BACKGROUNDS = ['plain', 'hearts', 'dots', 'gradient'] as const;
export const TIME_FORMATS = ['system', '12h', '24h'] as const;
export const WEEK_STARTS = ['system', 'monday', 'sunday', 'saturday'] as const;
export const EMOJI_TONES = ['default', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;

export interface AppearanceSettings {
  theme: (typeof THEMES)[number];
  accent: (typeof ACCENTS)[number];
  textSize: (typeof TEXT_SIZES)[number];
  reducedMotion: (typeof REDUCED_MOTION)[number];
  chatBackground: (typeof CHAT_BACKGROUNDS)[number];
  timeFormat: (typeof TIME_FORMATS)[number];
  weekStart: (typeof WEEK_STARTS)[number];
  emojiTone: (typeof EMOJI_TONES)[number];
}

/** Any part of `Settings`; what is missing stays as it is. */
export interface SettingsChange {
  account?: Partial<AccountSettings>;
  notifications?: Partial<Omit<NotificationSettings, 'matrix' | 'quietHours'>> & {
    matrix?: Partial<Record<NotificationKind, Partial<ChannelSettings>>>;
    quietHours?: Partial<QuietHours>;
  };
  privacy?: Partial<PrivacySettings>;
  appearance?: Partial<AppearanceSettings>;
}

const everywhere: ChannelSettings = { inApp: true, push: true, email: false };
const quietly: ChannelSettings = { inApp: true, push: false, email: false };

export const DEFAULT_SETTINGS: Settings = {
  account: { language: 'en' },
  notifications: {
    matrix: {
      messages: everywhere,
      reactions: quietly,
      partner: { inApp: true, push: true, email: true },
      memories: everywhere,
      challenges: everywhere,
      dailyQuestion: everywhere,
      reminders: everywhere,
    },
    quietHours: { enabled: false, from: '22:00', to: '08:00', timezone: null },
    sound: true,
    lockScreen: 'hidden',
    dailyQuestionTime: '19:00',
    mutedUntil: null,
  },
  privacy: { readReceipts: true, typing: true, online: true, findable: 'everyone', linkPreviews: true, disappearingDefault: null, transcripts: false, keepExif: false },
  appearance: {
    theme: 'system',
    accent: 'rose',
    textSize: 'medium',
    reducedMotion: 'system',
    chatBackground: 'plain',
    timeFormat: 'system',
    weekStart: 'system',
    emojiTone: 'default',
  },
};

/** `held` with `change` over it, section by section. */
export function mergeSettings(held: Settings, change: SettingsChange): Settings {
  const { matrix: kept } = held.notifications;
  const matrix = change.notifications?.matrix ?? {};
  return {
    account: { ...held.account, ...change.account },
    notifications: {
      ...held.notifications,
      ...change.notifications,
      matrix: {
        messages: { ...kept.messages, ...matrix.messages },
        reactions: { ...kept.reactions, ...matrix.reactions },
        partner: { ...kept.partner, ...matrix.partner },
        memories: { ...kept.memories, ...matrix.memories },
        challenges: { ...kept.challenges, ...matrix.challenges },
        dailyQuestion: { ...kept.dailyQuestion, ...matrix.dailyQuestion },
        reminders: { ...kept.reminders, ...matrix.reminders },
      },
      quietHours: { ...held.notifications.quietHours, ...change.notifications?.quietHours },
    },
    privacy: { ...held.privacy, ...change.privacy },
    appearance: { ...held.appearance, ...change.appearance },
  };
}
