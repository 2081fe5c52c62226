import type { FIELD_TEXTS, NoticeKind, NoticeWords, NotificationView, StickerId } from '@duet/contracts';
import { ERRORS, type ErrorCode, PASSWORD_CHECKS, TEXTS, fieldCode, isErrorCode } from '@duet/contracts/plain';
import type { en } from './en/index.js';
import type { Translate } from './translator.js';

/** The sentences of a group of `TEXTS`; those with values stand in the catalogue. */
type SentencesOf<Group> = {
  [Key in keyof Group as Group[Key] extends string ? Key : never]: string;
};

/** The texts of `TEXTS` that no page shows. */
type ServersOwn =
  | 'keptMoments'
  | 'questionGone'
  | 'deletedPerson'
  | 'somebody'
  | 'cardOrSticker'
  | 'stickerContent'
  | 'hideOneThing'
  | 'timezoneInvalid';

/** The translation of the sentences that the server has too: English stands in `libs/contracts`. */
export interface Sentences {
  errors: Record<ErrorCode, string>;
  texts: Omit<SentencesOf<typeof TEXTS>, ServersOwn>;
  fallback: SentencesOf<typeof TEXTS.fallback>;
  success: SentencesOf<typeof TEXTS.success>;
  /** Sentences about a field that services alone say, by their names. */
  fields: Record<keyof typeof FIELD_TEXTS, string>;
  passwordChecks: Record<(typeof PASSWORD_CHECKS)[number]['id'], string>;
  /** The notices, with `{name}` for the person's first name. */
  notices: Record<NoticeKind, string>;
  /** The names of stickers; a message has the English one as its content. */
  stickers: Record<StickerId, string>;
  deletedPerson: string;
}

/** The part of a notification that becomes words. */
export type NotificationTextParts = Pick<NotificationView, 'message' | 'words'>;

export interface SharedTexts {
  /** @returns null for a sentence that this build does not know */
  sentence: (english: string, code?: string | null) => string | null;
  /** @returns undefined for a kind that this build does not know */
  notice: (words: NoticeWords) => string | undefined;
  /** @returns undefined for a sticker that is newer than this build */
  sticker: (id: string) => string | undefined;
}

/** Finds the translation of an English sentence. @param t of the page, which imports the type of these texts */
export function createSharedTexts(translated: Sentences, t: Translate<typeof en>): SharedTexts {
  const daysUntil = (days: number): string => t('dates.daysUntil', { days });
  const found = new Map<string, string>();
  const stickers = new Map<string, string>(Object.entries(translated.stickers));
  const fields = new Map<unknown, string>(
    Object.entries(translated.fields).map(([name, text]) => [fieldCode(name), text]),
  );
  const learn = (english: object, words: object): void => {
    for (const [key, text] of Object.entries(english)) {
      const translation: unknown = Reflect.get(words, key);
      if (typeof text === 'string' && typeof translation === 'string') found.set(text, translation);
    }
  };
  learn(TEXTS, translated.texts);
  learn(TEXTS.fallback, translated.fallback);
  learn(TEXTS.success, translated.success);
  for (const { id, label } of PASSWORD_CHECKS) found.set(label, translated.passwordChecks[id]);
  for (const [code, text] of Object.entries(translated.errors))
    if (isErrorCode(code)) found.set(ERRORS[code].message, text);
  return {
    notice({ kind, name, reminder }) {
      if (reminder && 'title' in reminder) return `${daysUntil(reminder.daysBefore)}: ${reminder.title}`;
      if (reminder)
        return `${daysUntil(0)}: ${t('dates.together', { kind: reminder.milestone, count: reminder.count })}`;
      return translated.notices[kind]?.replaceAll('{name}', () => name ?? translated.deletedPerson);
    },
    sticker: (id) => stickers.get(id),
    sentence: (english, code) =>
      found.get(english) ?? fields.get(code) ?? (isErrorCode(code) ? translated.errors[code] : null),
  };
}
