import { TEXTS, type TextLanguage } from '@duet/contracts';
import { requestContext } from '@duet/service-kit';
import { searchKey } from '../people/search-key.js';
import type { DailyQuestion } from './daily-question.entity.js';
import { LIBRARY_IN } from './library/translations.js';

const GONE: Record<TextLanguage, string> = {
  en: TEXTS.questionGone,
  es: 'Una pregunta que ya no está aquí',
  de: 'Eine Frage, die es nicht mehr gibt',
};

interface Words {
  text: string;
  options: string[];
}

const isSame = (a: Words, b: Words): boolean =>
  a.text === b.text &&
  a.options.length === b.options.length &&
  a.options.every((one, place) => one === b.options[place]);

/**
 * A question in the language of its reader: rows have the English words of the library. Words of a member, and words that
 * the library has changed since, stay as stored.
 */
export function questionWords({ text, options, own, libraryId }: DailyQuestion): Words {
  if (own) return { text: own.text, options: own.options };
  const language = requestContext.language();
  if (text === null) return { text: GONE[language], options };
  const [english, translated] = [LIBRARY_IN.en.get(libraryId ?? ''), LIBRARY_IN[language].get(libraryId ?? '')];
  const words = english && translated && isSame({ text, options }, english) ? translated : { text, options };
  return { text: words.text, options: words.options };
}

/** The ids of the library's questions whose words in the reader's language contain this folded text. */
export function findTranslated(key: string): string[] {
  const language = requestContext.language();
  // The words of English are in the rows.
  if (language === 'en') return [];
  return [...LIBRARY_IN[language].values()]
    .filter(({ text, options }) => searchKey([text, ...options].join(' ')).includes(key))
    .map(({ id }) => id);
}
