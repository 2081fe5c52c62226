import { LIMITS, type TemplateStep, FIELD_TEXTS } from '@duet/contracts';
import { DAY, dateOf, fieldError, instantIn } from '@duet/service-kit';
import { v7 as uuid } from 'uuid';
import type { Membership } from '../couples/couples.service.js';
import { Step } from './step.entity.js';

/** The steps of a proposal: roles become people. */
export const proposedSteps = (
  steps: readonly TemplateStep[],
  challengeId: string,
  { userId, partnerId }: Membership,
): Step[] =>
  steps.map((step, position) =>
    Object.assign(new Step(), {
      id: uuid(),
      challengeId,
      position,
      title: step.title,
      description: step.description ?? '',
      type: step.type,
      who: step.who === 'proposer' ? userId : step.who === 'partner' ? partnerId : step.who,
      proof: step.proof,
      reveal: step.reveal,
      day: step.opensAt ?? 1,
      opensAt: null,
      skipped: false,
      skipAskedBy: null,
      skipAskedAt: null,
    }),
  );

/**
 * The instant at which the step of a day opens: with the start, or at the midnight that begins that day in the couple's
 * zone.
 */
export function openingOf(day: number, startAt: Date, timeZone: string): Date {
  if (day === 1) return startAt;
  return new Date(instantIn((dateOf(startAt.getTime(), timeZone) + day - 1) * DAY, timeZone));
}

interface Dates {
  startAt: Date | null;
  dueAt: Date | null;
}

/** @throws AppError VALIDATION_FAILED on `startAt` or `dueAt` unless both lie ahead, in this order and not too far */
export function requireDates({ startAt, dueAt }: Dates, now: Date): void {
  const latest = new Date(now.getTime() + LIMITS.challengeAheadDays * DAY);
  const isAhead = (instant: Date): boolean => instant > now && instant <= latest;
  if (startAt && !isAhead(startAt)) throw fieldError('startAt', FIELD_TEXTS.momentTooFar);
  if (dueAt && !isAhead(dueAt)) throw fieldError('dueAt', FIELD_TEXTS.momentTooFar);
  if (startAt && dueAt && dueAt <= startAt) throw fieldError('dueAt', FIELD_TEXTS.dueTooEarly);
}

export const instantOf = (given: string | null | undefined): Date | null => (given ? new Date(given) : null);
