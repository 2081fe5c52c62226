import type { GoalSummary } from '@duet/contracts';
import { t } from '../../texts/index.js';
import type { Formats } from '../../ui/formats.js';

export const goalPath = (goalId: string): string =>
  `/challenges?${new URLSearchParams({ tab: 'goals', goal: goalId }).toString()}`;

/** Whose goal it is, in the reader's words. */
export function ownerWords({ ownership, createdBy }: GoalSummary, self: string | undefined, partner: string): string {
  if (ownership === 'ours') return t('goals.ours');
  return createdBy === self ? t('goals.mine') : t('goals.ownedBy', { name: partner });
}

/** Where it stands, as far as that is not plain: empty for one that runs without an end. @param zone of the two, in which they chose the day */
export function stateWords(
  { status, dueAt, achievedAt }: Pick<GoalSummary, 'status' | 'dueAt' | 'achievedAt'>,
  { date, dateIn }: Pick<Formats, 'date' | 'dateIn'>,
  zone: string,
): string {
  if (achievedAt !== null) return t('goals.reachedOn', { date: date(achievedAt) });
  const state = {
    proposed: t('goals.proposed'),
    active: '',
    paused: t('goals.paused'),
    achieved: '',
    let_go: t('goals.letGone'),
  }[status];
  const due = dueAt !== null && status !== 'let_go' ? t('goals.by', { date: dateIn(dueAt, zone) }) : '';
  return [state, due].filter((words) => words !== '').join(' · ');
}
