import { TEXT_LANGUAGES, type TextLanguage } from '@duet/contracts/plain';

/** The first of these languages that has texts; English if none has. @param wanted language tags (`de-AT`), the most wanted first */
export const chooseLanguage = (wanted: readonly (string | null)[]): TextLanguage =>
  wanted.flatMap((tag) => TEXT_LANGUAGES.find((language) => language === tag?.split('-', 1)[0]) ?? [])[0] ?? 'en';
