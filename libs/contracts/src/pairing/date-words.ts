import type { MilestoneView } from './views.js';

/** How many days before a date one can be reminded of it; 0 is the day itself. */
export const REMIND_DAYS_BEFORE: readonly number[] = [0, 1, 3, 7, 14];

/** '100 days together', '1 year together'. */
export const milestoneWords = ({ kind, count }: Pick<MilestoneView, 'kind' | 'count'>): string =>
  `${count} ${kind === 'years' && count === 1 ? 'year' : kind} together`;

/** 'Today', 'Tomorrow', 'In 3 days'. */
export function daysUntilWords(days: number): string {
  if (days === 0) return 'Today';
  return days === 1 ? 'Tomorrow' : `In ${days} days`;
}
