import { LIMITS, type StepAction } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { stillConsents } from '../couples/consent.js';
import { type ChallengeState, type ChallengeSituation, challengeStateOf } from './challenge-states.js';
import { type LoadedStep, countedSteps, isComplete, isDoneBy } from './progress.js';

const UNDO_WITHIN = LIMITS.stepUndoMinutes * 60_000;

/** The inputs of a guard of a step. */
export interface StepSituation extends ChallengeSituation {
  step: LoadedStep;
}

type Refusal = 'NOT_YOURS' | 'ALREADY_DONE' | 'STEP_NOT_OPEN' | 'CHALLENGE_STATE';

interface StepTransition {
  action: StepAction;
  from: readonly ChallengeState[];
  /** The first that applies refuses. */
  refuses: readonly [refusal: Refusal, when: (situation: StepSituation) => boolean][];
}

/** Whether it is the person's to do. */
export const isFor = ({ who }: LoadedStep, userId: string): boolean =>
  who === 'both' || who === 'either' || who === userId;

/** A step of both whose proofs both have read. */
const isRevealed = (step: LoadedStep): boolean => step.reveal === 'when_both' && isComplete(step);

const isUndoable = ({ step, viewerId, now }: StepSituation): boolean =>
  step.parts.some(({ userId, doneAt }) => userId === viewerId && now.getTime() - doneAt.getTime() < UNDO_WITHIN);

/** The person who wants the step skipped; null once that request has lapsed. */
export const skipAskedBy = ({ skipAskedBy, skipAskedAt }: LoadedStep, now: Date): string | null =>
  stillConsents(skipAskedAt, now) ? skipAskedBy : null;

const RUNNING: readonly ChallengeState[] = ['active', 'overdue'];

/** The one table of what may be done with a step. */
export const STEP_TRANSITIONS: readonly StepTransition[] = [
  {
    action: 'complete',
    from: RUNNING,
    refuses: [
      ['NOT_YOURS', ({ step, viewerId }) => !isFor(step, viewerId)],
      ['ALREADY_DONE', ({ step, viewerId }) => step.skipped || isComplete(step) || isDoneBy(step, viewerId)],
      ['STEP_NOT_OPEN', ({ step, now }) => step.opensAt === null || step.opensAt > now],
    ],
  },
  {
    action: 'undo',
    from: RUNNING,
    refuses: [
      ['NOT_YOURS', ({ step, viewerId }) => !isFor(step, viewerId)],
      [
        'CHALLENGE_STATE',
        (situation) => situation.step.skipped || isRevealed(situation.step) || !isUndoable(situation),
      ],
    ],
  },
  {
    action: 'skip',
    from: RUNNING,
    refuses: [
      ['ALREADY_DONE', ({ step }) => step.skipped || isComplete(step)],
      // A challenge without a step would complete itself: it is cancelled instead.
      ['CHALLENGE_STATE', ({ steps }) => countedSteps(steps).length < 2],
      ['CHALLENGE_STATE', ({ step, viewerId, now }) => skipAskedBy(step, now) === viewerId],
    ],
  },
];

const refusalOf = ({ from, refuses }: StepTransition, situation: StepSituation): Refusal | null =>
  from.includes(challengeStateOf(situation.challenge))
    ? (refuses.find(([, when]) => when(situation))?.[0] ?? null)
    : 'CHALLENGE_STATE';

/** The actions the viewer may take on the step now. */
export const allowedStepActions = (situation: StepSituation): StepAction[] =>
  STEP_TRANSITIONS.filter((transition) => refusalOf(transition, situation) === null).map(({ action }) => action);

/** @throws AppError NOT_YOURS, ALREADY_DONE, STEP_NOT_OPEN, CHALLENGE_STATE */
export function requireStepAction(action: StepAction, situation: StepSituation): void {
  for (const transition of STEP_TRANSITIONS.filter((row) => row.action === action)) {
    const refusal = refusalOf(transition, situation);
    if (refusal) throw new AppError(refusal);
  }
}
