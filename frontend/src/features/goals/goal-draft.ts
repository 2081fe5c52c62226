import type { CreateGoalDto, GoalCategory, GoalOwnership, GoalType } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import type { CalendarDate } from '@internationalized/date';
import { t } from '../../texts/index.js';
import type { DayRules } from './goal-day.js';

/** A goal that is being written. */
export interface GoalDraft {
  title: string;
  why: string;
  category: GoalCategory;
  ownership: GoalOwnership;
  type: GoalType;
  target: string;
  unit: string;
  perWeek: string;
  day: CalendarDate | null;
  milestones: { key: string; title: string }[];
}

export const emptyMilestone = (): GoalDraft['milestones'][number] => ({ key: crypto.randomUUID(), title: '' });

export const emptyGoal = (): GoalDraft => ({
  title: '',
  why: '',
  category: 'us',
  ownership: 'ours',
  type: 'checklist',
  target: '',
  unit: '',
  perWeek: '2',
  day: null,
  milestones: [emptyMilestone()],
});

/** The largest target of a type. */
export const mostOf = (type: GoalType): number => (type === 'habit' ? LIMITS.goalWeeks : LIMITS.goalTarget);

const written = ({ milestones }: GoalDraft): string[] =>
  milestones.map(({ title }) => title.trim()).filter((title) => title !== '');

/** The complaints about a draft, by field; null where the field is fine. */
export function wrongOf(
  draft: GoalDraft,
  { wrongDay }: DayRules,
): Record<'title' | 'target' | 'day' | 'milestones', string | null> {
  const { type, title, target, day } = draft;
  const most = mostOf(type);
  const isCounted = type === 'counter' || type === 'habit';
  const isNumber = /^\d{1,7}$/.test(target.trim()) && Number(target) >= 1 && Number(target) <= most;
  const titles = written(draft);
  const wrongTitle = titles.map((one) => rules.stepTitle(one)).find((wrong) => wrong !== null) ?? null;
  return {
    title: rules.dateTitle(title),
    target: isCounted && !isNumber ? t('goals.chooseTarget', { most }) : null,
    day: type === 'date' && day === null ? t('goals.chooseDay') : wrongDay(day),
    milestones: type === 'checklist' && titles.length === 0 ? t('goals.chooseMilestone') : wrongTitle,
  };
}

/** The values of a valid draft, with the fields of its type alone. */
export function goalContentOf(draft: GoalDraft, { endOf }: DayRules): Omit<CreateGoalDto, 'clientId'> {
  const { title, why, category, ownership, type, target, unit, perWeek, day } = draft;
  const isCounted = type === 'counter' || type === 'habit';
  const milestones = written(draft).map((one) => ({ title: one }));
  return {
    title: title.trim(),
    why: why.trim(),
    category,
    ownership,
    type,
    ...(isCounted && { target: Number(target) }),
    ...(type === 'counter' && { unit: unit.trim() }),
    ...(type === 'habit' && { perWeek: Number(perWeek) }),
    ...(day && { dueAt: endOf(day) }),
    ...(milestones.length > 0 && { milestones }),
  };
}
