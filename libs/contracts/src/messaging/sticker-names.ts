import type { TextLanguage } from '../core/languages.js';
import { STICKERS_DE } from './stickers-de.js';
import { STICKERS_ES } from './stickers-es.js';
import { STICKERS, type StickerId, isStickerId } from './stickers.js';

const NAMES: Record<TextLanguage, Record<StickerId, string>> = { en: STICKERS, es: STICKERS_ES, de: STICKERS_DE };

/**
 * The name of a message's sticker for a reader.
 * @param id nothing for a message without a sticker, whose content stays
 * @param content stays too where the sticker is newer than this build
 */
export const stickerNameIn = (language: TextLanguage, id: string | null | undefined, content: string): string =>
  isStickerId(id) ? NAMES[language][id] : content;
