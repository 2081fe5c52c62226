import type { ChallengeStatus, ChallengeSummary, ChallengeTemplateView } from '@duet/contracts';
import { type PlainTextKey, t } from '../../texts/index.js';
import type { Formats } from '../../ui/formats.js';

const STATUS: Record<ChallengeStatus, PlainTextKey> = {
  proposed: 'challenges.statusProposed',
  active: 'challenges.statusActive',
  paused: 'challenges.statusPaused',
  completed: 'challenges.statusCompleted',
  declined: 'challenges.statusDeclined',
  cancelled: 'challenges.statusCancelled',
  expired: 'challenges.statusExpired',
};

export const challengeStatusWords = ({ status, overdue }: Pick<ChallengeSummary, 'status' | 'overdue'>): string =>
  t(overdue ? 'challenges.statusOverdue' : STATUS[status]);

/** The date that matters in this state; empty where none does. @param zone of the two, in which they chose the days */
export function challengeWhenWords(
  challenge: ChallengeSummary,
  { date, dateIn }: Pick<Formats, 'date' | 'dateIn'>,
  zone: string,
): string {
  const { status, overdue, startAt, dueAt, completedAt, lapsesAt, updatedAt } = challenge;
  if (completedAt !== null) return t('challenges.completedOn', { date: date(completedAt) });
  if (status === 'proposed') {
    if (startAt !== null) return t('challenges.startsOn', { date: dateIn(startAt, zone) });
    return lapsesAt === null ? '' : t('challenges.answerBy', { date: date(lapsesAt) });
  }
  if (status !== 'active' && status !== 'paused') return t('challenges.endedOn', { date: date(updatedAt) });
  if (overdue && lapsesAt !== null) return t('challenges.answerBy', { date: date(lapsesAt) });
  return dueAt === null ? '' : t('challenges.dueOn', { date: dateIn(dueAt, zone) });
}

/** Its state and the date that matters, in a line. @param zone of the two */
export const challengeStateLine = (
  challenge: ChallengeSummary,
  formats: Pick<Formats, 'date' | 'dateIn'>,
  zone: string,
): string =>
  [challengeStatusWords(challenge), challengeWhenWords(challenge, formats, zone)]
    .filter((words) => words !== '')
    .join(' · ');

/** The days over which the steps of a template open. */
export const daysOf = ({ steps }: Pick<ChallengeTemplateView, 'steps'>): number =>
  Math.max(...steps.map(({ opensAt }) => opensAt ?? 1));

const INTENSITY = { 1: 'challenges.light', 2: 'challenges.deeper', 3: 'challenges.brave' } as const;

export const intensityWords = ({ intensity }: Pick<ChallengeTemplateView, 'intensity'>): string =>
  t(INTENSITY[intensity]);

/** Time and steps of a template, in a few words each. */
export function templateFacts(template: ChallengeTemplateView): string[] {
  const days = daysOf(template);
  return [
    t('challenges.minutes', { count: template.minutes }),
    ...(days > 1 ? [t('challenges.days', { count: days })] : []),
    t('challenges.steps', { count: template.steps.length }),
  ];
}
