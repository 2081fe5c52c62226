/** The languages in which Duet has texts, the default first. Other languages of the settings choose formats only. */
export const TEXT_LANGUAGES = ['en', 'es', 'de'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

export const isTextLanguage = (language: string): language is TextLanguage =>
  TEXT_LANGUAGES.some((known) => known === language);

/** The language of the texts for a reader of `language`: English where Duet has none. */
export const textLanguageOf = (language: string | undefined): TextLanguage =>
  language !== undefined && isTextLanguage(language) ? language : 'en';
