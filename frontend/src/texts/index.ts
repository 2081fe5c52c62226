import { en } from './en/index.js';
import { type KeyOf, type PlainKeyOf, createTranslator } from './translator.js';

export type TextKey = KeyOf<typeof en>;

/** For tables of texts: `t(TABLE[key])` writes the message when a component renders, in the language of that moment. */
export type PlainTextKey = PlainKeyOf<typeof en>;

const LANGUAGE = 'en';

/** Writes one text of the catalogue. */
export const t = createTranslator(LANGUAGE, en);

const conjunction = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });

/** `a, b, and c`. */
export const listOf = (parts: readonly string[]): string => conjunction.format(parts);
