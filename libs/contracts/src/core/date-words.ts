/** The choices of a reminder, in days before the date; 0 is the day itself. */
export const REMIND_DAYS_BEFORE: readonly number[] = [0, 1, 3, 7, 14];

/** The text of a milestone: '100 days together', '1 year together'. */
export const milestoneWords = ({ kind, count }: { kind: 'days' | 'years'; count: number }): string =>
  `${count} ${kind === 'years' && count === 1 ? 'year' : kind} together`;

/** The text of a number of days: 'Today', 'Tomorrow', 'In 3 days'. */
export function daysUntilWords(days: number): string {
  if (days === 0) return 'Today';
  return days === 1 ? 'Tomorrow' : `In ${days} days`;
}
