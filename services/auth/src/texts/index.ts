import type { Settings } from '@duet/contracts';
import { en } from './en/index.js';
import { type KeyWith, type Write, createWriter } from './writer.js';

/** The keys of the texts that need no value. */
export type PlainTextKey = KeyWith<typeof en>;

/** The keys of the texts that need nothing but a person's name. */
export type NamedTextKey = KeyWith<typeof en, 'name'>;

/** The texts of one language. */
export interface Texts {
  /** As in the attribute `lang` of HTML. */
  language: string;
  /** Writes one text. */
  t: Write<typeof en>;
}

const ENGLISH: Texts = { language: 'en', t: createWriter(en) };

const CATALOGUES: Partial<Record<Settings['account']['language'], Texts>> = { en: ENGLISH };

/** The texts in a person's language, in English where it has no catalogue. */
export const textsFor = ({ account: { language } }: Pick<Settings, 'account'>): Texts =>
  CATALOGUES[language] ?? ENGLISH;
