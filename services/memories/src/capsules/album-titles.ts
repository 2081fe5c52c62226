import { TEXTS, type TextLanguage } from '@duet/contracts';
import { requestContext } from '@duet/service-kit';

const KEPT_MOMENTS: Record<TextLanguage, string> = {
  en: TEXTS.keptMoments,
  es: 'Momentos guardados',
  de: 'Aufgehobene Momente',
};

const OUR_YEAR: Record<TextLanguage, (year: number) => string> = {
  en: TEXTS.ourYear,
  es: (year) => `Nuestro año ${year}`,
  de: (year) => `Unser Jahr ${year}`,
};

const YEARS_TOGETHER: Record<TextLanguage, (years: number) => string> = {
  en: TEXTS.yearsTogether,
  es: (years) => (years === 1 ? '1 año en pareja' : `${years} años en pareja`),
  de: (years) => (years === 1 ? '1 Jahr zusammen' : `${years} Jahre zusammen`),
};

/**
 * The titles of the albums that Duet creates, in the language of the person who does so. From then on they are the
 * couple's own.
 */
export const albumTitles = {
  keptMoments: (): string => KEPT_MOMENTS[requestContext.language()],
  ourYear: (year: number): string => OUR_YEAR[requestContext.language()](year),
  yearsTogether: (years: number): string => YEARS_TOGETHER[requestContext.language()](years),
};
