import type { DisappearAfter } from '../conversation/views.js';

/** A person's settings. Every setting has a default, so an account without stored settings is complete. */
export interface Settings {
  account: AccountSettings;
  notifications: NotificationSettings;
  privacy: PrivacySettings;
  appearance: AppearanceSettings;
  together: TogetherSettings;
}

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt'] as const;

export interface AccountSettings {
  /** Language of the texts where Duet has it (`TEXT_LANGUAGES`), and the format of dates and numbers. */
  language: (typeof LANGUAGES)[number];
}

export const NOTIFICATION_KINDS = [
  'messages',
  'reactions',
  'partner',
  'memories',
  'challenges',
  'goals',
  'lists',
  'stories',
  'gestures',
  'dailyQuestion',
  'reminders',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_CHANNELS = ['inApp', 'push', 'email'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export type ChannelSettings = Record<NotificationChannel, boolean>;

export const LOCK_SCREEN_TEXTS = ['hidden', 'name', 'full'] as const;

export interface QuietHours {
  enabled: boolean;
  /** `HH:MM` in the person's time zone. A `from` after `to` spans midnight. */
  from: string;
  to: string;
  /** The time zone of quiet hours for mails; null until a device has set it. */
  timezone: string | null;
}

export interface NotificationSettings {
  matrix: Record<NotificationKind, ChannelSettings>;
  quietHours: QuietHours;
  sound: boolean;
  lockScreen: (typeof LOCK_SCREEN_TEXTS)[number];
  /** `HH:MM` in the couple's time zone. */
  dailyQuestionTime: string;
  /** Notifications from the partner are muted until this instant. */
  mutedUntil: string | null;
}

export const FINDABLE = ['everyone', 'username', 'nobody'] as const;
export type Findable = (typeof FINDABLE)[number];

export interface PrivacySettings {
  /** Reciprocal, like `typing` and `online`: a person who hides it does not see the partner's. */
  readReceipts: boolean;
  typing: boolean;
  online: boolean;
  /** When the person was last online. Shown while both members show it and their online status. */
  lastSeen: boolean;
  /** Whether search finds the person: by name, by the exact username only, or never. */
  findable: Findable;
  linkPreviews: boolean;
  /** Seconds after which messages disappear in new conversations; null: never. The shorter of both people's values counts. */
  disappearingDefault: DisappearAfter | null;
  /** Voice notes get a transcript from the speaker's device, and transcripts are shown. */
  transcripts: boolean;
  /** Pictures keep camera, exposure and time in their metadata, but never place or author. */
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

/** The parts of the couple's space that either member may switch off. */
export const TOGETHER_PARTS = ['goals', 'stories', 'wishes', 'lists', 'gestures'] as const;
export type TogetherPart = (typeof TOGETHER_PARTS)[number];

/** The parts as this person wants them. The couple has a part while both have it on. */
export type TogetherSettings = Record<TogetherPart, boolean>;

/** Any part of `Settings`. Missing settings stay unchanged. */
export interface SettingsChange {
  account?: Partial<AccountSettings>;
  notifications?: Partial<Omit<NotificationSettings, 'matrix' | 'quietHours'>> & {
    matrix?: Partial<Record<NotificationKind, Partial<ChannelSettings>>>;
    quietHours?: Partial<QuietHours>;
  };
  privacy?: Partial<PrivacySettings>;
  appearance?: Partial<AppearanceSettings>;
  together?: Partial<TogetherSettings>;
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
      goals: everywhere,
      lists: quietly,
      stories: everywhere,
      gestures: everywhere,
      dailyQuestion: everywhere,
      reminders: everywhere,
    },
    quietHours: { enabled: false, from: '22:00', to: '08:00', timezone: null },
    sound: true,
    lockScreen: 'hidden',
    dailyQuestionTime: '19:00',
    mutedUntil: null,
  },
  privacy: {
    readReceipts: true,
    typing: true,
    online: true,
    lastSeen: true,
    findable: 'everyone',
    linkPreviews: true,
    disappearingDefault: null,
    transcripts: false,
    keepExif: false,
  },
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
  together: { goals: true, stories: true, wishes: true, lists: true, gestures: true },
};

/** Merges `change` into `settings`, section by section. */
export function mergeSettings(settings: Settings, change: SettingsChange): Settings {
  const { matrix: kept } = settings.notifications;
  const matrix = change.notifications?.matrix ?? {};
  return {
    account: { ...settings.account, ...change.account },
    notifications: {
      ...settings.notifications,
      ...change.notifications,
      matrix: {
        messages: { ...kept.messages, ...matrix.messages },
        reactions: { ...kept.reactions, ...matrix.reactions },
        partner: { ...kept.partner, ...matrix.partner },
        memories: { ...kept.memories, ...matrix.memories },
        challenges: { ...kept.challenges, ...matrix.challenges },
        goals: { ...kept.goals, ...matrix.goals },
        lists: { ...kept.lists, ...matrix.lists },
        stories: { ...kept.stories, ...matrix.stories },
        gestures: { ...kept.gestures, ...matrix.gestures },
        dailyQuestion: { ...kept.dailyQuestion, ...matrix.dailyQuestion },
        reminders: { ...kept.reminders, ...matrix.reminders },
      },
      quietHours: { ...settings.notifications.quietHours, ...change.notifications?.quietHours },
    },
    privacy: { ...settings.privacy, ...change.privacy },
    appearance: { ...settings.appearance, ...change.appearance },
    together: { ...settings.together, ...change.together },
  };
}
