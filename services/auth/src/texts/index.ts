import { type Settings, type TextLanguage, textLanguageOf } from '@duet/contracts';
import { de } from './de/index.js';
import { en } from './en/index.js';
import { es } from './es/index.js';
import { type KeyWith, type Write, createWriter } from './writer.js';

/** The keys of the texts that need no value. */
export type PlainTextKey = KeyWith<typeof en>;

/** The keys of the texts that need nothing but a person's name. */
export type NamedTextKey = KeyWith<typeof en, 'name'>;

/** The texts of one language. */
export interface Texts {
  /** As in the attribute `lang` of HTML. */
  language: TextLanguage;
  /** Writes one text. */
  t: Write<typeof en>;
}

const CATALOGUES: Record<TextLanguage, Texts> = {
  en: { language: 'en', t: createWriter<typeof en>(en) },
  es: { language: 'es', t: createWriter<typeof en>(es) },
  de: { language: 'de', t: createWriter<typeof en>(de) },
};

/** The texts in a person's language, in English where Duet has none in it. */
export const textsFor = ({ account: { language } }: Pick<Settings, 'account'>): Texts =>
  CATALOGUES[textLanguageOf(language)];
