import { stickerName } from '../texts/index.js';
import { plainWords } from './marks.js';

/** The content of a message without marks; a sticker by its name in the page's language. */
export const messageWords = ({ content, sticker }: { content: string; sticker?: string | null }): string =>
  sticker ? stickerName(sticker, content) : plainWords(content);
