import { type TextLanguage, stickerNameIn, textLanguageOf } from '@duet/contracts/plain';
import { push as de } from './de/push.js';
import { push as en } from './en/push.js';
import { push as es } from './es/push.js';
import { createTranslator } from './translator.js';

const CATALOGUES: Record<TextLanguage, Record<keyof typeof en, string>> = { de, en, es };

const { t, speak, language } = createTranslator({ push: en });

/** Writes the texts of notifications, without the rest of the catalogue. */
export { t };

/** The name of a sticker in the language of the texts. @param content of its message */
export const stickerName = (id: string, content: string): string =>
  stickerNameIn(textLanguageOf(language()), id, content);

export const speakIn = (language: TextLanguage): void => speak(language, { push: CATALOGUES[language] });
