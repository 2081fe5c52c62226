import type { FIELD_TEXTS, NoticeKind, NoticeWords, NotificationView, StickerId } from '@duet/contracts';
import { ERRORS, type ErrorCode, PASSWORD_CHECKS, TEXTS, fieldCode, isErrorCode } from '@duet/contracts/plain';
import * as v from 'valibot';
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
  /** The sentence of CAPSULE_LOCKED with its day, `{date}`. */
  capsuleOpensOn: string;
  deletedPerson: string;
}

/** The part of a notification that becomes words. */
export type NotificationTextParts = Pick<NotificationView, 'message' | 'words'>;

export interface SharedTexts {
  /** @returns null for a sentence that this build does not know */
  sentence: (english: string, code?: string | null, params?: unknown) => string | null;
  /** @returns undefined for a kind that this build does not know */
  notice: (words: NoticeWords) => string | undefined;
  /** @returns undefined for a sticker that is newer than this build */
  sticker: (id: string) => string | undefined;
}

/** When a sealed capsule opens, and the zone in which that is a day. */
const opening = v.object({ at: v.string(), timeZone: v.string() });

/** The day on which a sealed capsule opens; null where the values do not say it. */
function openingDay(params: unknown, language: string): string | null {
  const { success, output } = v.safeParse(opening, params);
  if (!success) return null;
  const { at, timeZone } = output;
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(at));
  } catch {
    // A time that is none, or a zone that this browser does not know.
    return null;
  }
}

/** Finds the translation of an English sentence. @param t of the page, which imports the type of these texts */
export function createSharedTexts(translated: Sentences, t: Translate<typeof en>, language: string): SharedTexts {
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
    sentence(english, code, params) {
      const day = code === 'CAPSULE_LOCKED' ? openingDay(params, language) : null;
      if (day !== null) return translated.capsuleOpensOn.replace('{date}', () => day);
      return found.get(english) ?? fields.get(code) ?? (isErrorCode(code) ? translated.errors[code] : null);
    },
  };
}
