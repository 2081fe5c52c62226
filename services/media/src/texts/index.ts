import { type TextLanguage, stickerNameIn, textLanguageOf } from '@duet/contracts';
import { de } from './de.js';
import { type PageTexts, en } from './en.js';
import { es } from './es.js';

export type { PageTexts };

const PAGE_TEXTS: Record<TextLanguage, PageTexts> = { en, es, de };

/** The words of pages in a person's language, in English where Duet has none in it. */
export const pageTexts = (language: string): PageTexts => PAGE_TEXTS[textLanguageOf(language)];

/** The words of a message: a sticker by its name in the language of the page. */
export const messageWords = ({ language }: PageTexts, words: string, sticker?: string | null): string =>
  stickerNameIn(textLanguageOf(language), sticker, words);
