import type { TextLanguage } from '@duet/contracts/plain';
import { push as de } from './de/push.js';
import { push as en } from './en/push.js';
import { push as es } from './es/push.js';
import { createTranslator } from './translator.js';

const CATALOGUES: Record<TextLanguage, Record<keyof typeof en, string>> = { de, en, es };

const { t, speak } = createTranslator({ push: en });

/** Writes the texts of notifications, without the rest of the catalogue. */
export { t };

export const speakIn = (language: TextLanguage): void => speak(language, { push: CATALOGUES[language] });
