import type { TextLanguage } from '@duet/contracts';
import { type Translations, inEachLanguage } from '@duet/service-kit';
import { conflict as conflictDe } from './de/conflict.js';
import { dreams as dreamsDe } from './de/dreams.js';
import { everyday as everydayDe } from './de/everyday.js';
import { fun as funDe } from './de/fun.js';
import { gratitude as gratitudeDe } from './de/gratitude.js';
import { intimacy as intimacyDe } from './de/intimacy.js';
import { memories as memoriesDe } from './de/memories.js';
import { us as usDe } from './de/us.js';
import { values as valuesDe } from './de/values.js';
import { conflict as conflictEs } from './es/conflict.js';
import { dreams as dreamsEs } from './es/dreams.js';
import { everyday as everydayEs } from './es/everyday.js';
import { fun as funEs } from './es/fun.js';
import { gratitude as gratitudeEs } from './es/gratitude.js';
import { intimacy as intimacyEs } from './es/intimacy.js';
import { memories as memoriesEs } from './es/memories.js';
import { us as usEs } from './es/us.js';
import { values as valuesEs } from './es/values.js';
import { LIBRARY, type LibraryQuestion } from './library.js';

/** A translation: questions by id; the options of `c17` are `c17.0`, `c17.1` and so on. */
type Texts = Readonly<Record<string, string>>;

const TEXTS: Translations<Texts> = {
  es: {
    ...conflictEs,
    ...dreamsEs,
    ...everydayEs,
    ...funEs,
    ...gratitudeEs,
    ...intimacyEs,
    ...memoriesEs,
    ...usEs,
    ...valuesEs,
  },
  de: {
    ...conflictDe,
    ...dreamsDe,
    ...everydayDe,
    ...funDe,
    ...gratitudeDe,
    ...intimacyDe,
    ...memoriesDe,
    ...usDe,
    ...valuesDe,
  },
};

const keysOf = ({ id, options }: LibraryQuestion): string[] => [id, ...options.map((_, place) => `${id}.${place}`)];

/** The English texts in the form of a translation. */
export const textsOf = (library: readonly LibraryQuestion[]): Texts =>
  Object.fromEntries(
    library.flatMap((question) => {
      const texts = [question.text, ...question.options];
      return keysOf(question).map((key, place) => [key, texts[place] ?? '']);
    }),
  );

const put = (library: readonly LibraryQuestion[], texts: Texts): readonly LibraryQuestion[] =>
  library.map((question) => {
    const [text = '', ...options] = keysOf(question).map((key) => texts[key] ?? '');
    return { ...question, text, options };
  });

type Questions = ReadonlyMap<string, LibraryQuestion>;

const byId = (questions: readonly LibraryQuestion[]): Questions =>
  new Map(questions.map((question) => [question.id, question]));

const { en, es, de } = inEachLanguage<readonly LibraryQuestion[], Texts>(LIBRARY, TEXTS, textsOf, put);

/** The library by language and id. A translation that is not whole ends the start. */
export const LIBRARY_IN: Record<TextLanguage, Questions> = { en: byId(en), es: byId(es), de: byId(de) };
