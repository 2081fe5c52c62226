import { en } from './en/index.js';
import type { NotificationTextParts, SharedTexts } from './shared-texts.js';
import { type KeyOf, type PlainKeyOf, createTranslator } from './translator.js';

export type TextKey = KeyOf<typeof en>;

/** For tables of texts: `t(TABLE[key])` writes the message when a component renders, in the language of that moment. */
export type PlainTextKey = PlainKeyOf<typeof en>;

/** The messages of a language, by feature. */
export type Catalogue = Record<keyof typeof en, Record<string, string>>;

const translator = createTranslator(en);

/** Writes one text of the catalogue. */
export const { t, language: pageLanguage } = translator;

let shared: SharedTexts | null = null;

/** Lets the page speak another language than English. Call it before anything is rendered. */
export function speak(language: string, catalogue: Catalogue, translated: SharedTexts | null): void {
  translator.speak(language, catalogue);
  shared = translated;
}

/**
 * A sentence that the server has too, in the page's language: a rule's, an error's, one of `TEXTS`.
 * @param code the error, in case its sentence is one that this build does not know
 * @param params the values of the error
 */
export const said = (english: string, code?: string | null, params?: unknown): string =>
  shared?.sentence(english, code, params) ?? english;

/** A notification in the page's language. */
export const notificationText = ({ message, words }: NotificationTextParts): string =>
  (words && shared?.notice(words)) ?? message;

/** The name of a message's sticker in the page's language. @param content stays for a message without one */
export const stickerName = (id: string | null | undefined, content: string): string =>
  (id ? shared?.sticker(id) : null) ?? content;

/** `a, b, and c`. */
export const listOf = (parts: readonly string[]): string =>
  new Intl.ListFormat(pageLanguage(), { type: 'conjunction' }).format(parts);
