import type { ImportantDateView } from '@duet/contracts';
import { t } from '../../texts/index.js';
import { dayHere, useFormats } from '../../ui/formats.js';

/** @returns a function that writes the day of a date */
export function useDateWords(): (date: ImportantDateView) => string {
  const { date: written, day } = useFormats();
  return ({ yearly, next, date }) =>
    yearly && next !== null ? t('dates.dayEveryYear', { day: day(dayHere(next)) }) : written(dayHere(date));
}
