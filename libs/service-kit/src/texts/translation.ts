import { TEXT_LANGUAGES, type TextLanguage } from '@duet/contracts';

const slotsOf = (text: string): string[] => [...new Set(text.match(/\{\{\w*\}\}/g))].toSorted();

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Everything in which the form of a translation differs from that of the English texts: a text, entry or slot that is
 * missing or that English does not have.
 */
export function translationProblems(english: unknown, translated: unknown, path = ''): string[] {
  if (typeof english === 'string') {
    if (typeof translated !== 'string' || translated.trim() === '') return [`${path} has no text`];
    const [wanted, given] = [slotsOf(english).join(' '), slotsOf(translated).join(' ')];
    return wanted === given ? [] : [`${path} has the slots ${given || 'none'} in place of ${wanted || 'none'}`];
  }
  if (!isGroup(english) || !isGroup(translated) || Array.isArray(english) !== Array.isArray(translated))
    return [`${path} has another form`];
  const [wanted, given] = [new Map<string, unknown>(Object.entries(english)), new Map(Object.entries(translated))];
  const below = (key: string): string => (path === '' ? key : `${path}.${key}`);
  return [
    ...[...wanted].flatMap(([key, value]) => translationProblems(value, given.get(key) ?? '', below(key))),
    ...[...given.keys()].filter((key) => !wanted.has(key)).map((key) => `${below(key)} is not in English`),
  ];
}

/** The texts by language; English has its own in the data themselves. */
export type Translations<Texts> = Record<Exclude<TextLanguage, 'en'>, Texts>;

/**
 * Makes the data of each language: the English ones with the texts of a translation in their place.
 * @param textsOf the texts of the English data, in the form of a translation
 * @param put the data with other texts
 * @throws Error that names everything in which a translation differs
 */
export function inEachLanguage<Data, Texts>(
  english: Data,
  translations: Translations<unknown>,
  textsOf: (data: Data) => Texts,
  put: (data: Data, texts: Texts) => Data,
): Record<TextLanguage, Data> {
  const wanted = textsOf(english);
  const problems = TEXT_LANGUAGES.flatMap((language) =>
    language === 'en' ? [] : translationProblems(wanted, translations[language], language),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  // A translation without problems has the form of the English texts.
  const { es, de } = translations as Translations<Texts>;
  return { en: english, es: put(english, es), de: put(english, de) };
}
