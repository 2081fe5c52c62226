import { type ChallengeAction, type ChallengeStatus, LIMITS } from '@duet/contracts';
import { AppError, DAY } from '@duet/service-kit';
import { stillConsents } from '../couples/consent.js';
import type { Challenge } from './challenge.entity.js';
import type { Loaded } from './progress.js';

const HOUR = 3_600_000;

/** The state that decides what may be done. */
export type ChallengeState = ChallengeStatus | 'overdue';

export const STATES: readonly ChallengeState[] = [
  'proposed',
  'active',
  'overdue',
  'paused',
  'completed',
  'declined',
  'cancelled',
  'expired',
];

export const challengeStateOf = ({ status, overdueAt }: Pick<Challenge, 'status' | 'overdueAt'>): ChallengeState =>
  status === 'active' && overdueAt !== null ? 'overdue' : status;

/** The actor: the proposer, or the partner who was asked. */
export type ChallengeRole = 'proposer' | 'other';

/** The inputs of a guard. */
export interface ChallengeSituation extends Loaded {
  viewerId: string;
  now: Date;
}

const roleOf = ({ challenge, viewerId }: ChallengeSituation): ChallengeRole =>
  challenge.proposedBy === viewerId ? 'proposer' : 'other';

interface Transition {
  action: ChallengeAction;
  from: readonly ChallengeState[];
  /** Either of the two where it is left out. */
  by?: ChallengeRole;
  /** The state that a repeated call finds, and leaves as it is. */
  to?: ChallengeStatus;
  /** @returns false where the state alone would allow it */
  guard?: (situation: ChallengeSituation) => boolean;
}

const RUNNING: readonly ChallengeState[] = ['active', 'overdue'];
const ENDED: readonly ChallengeState[] = ['completed', 'declined', 'cancelled', 'expired'];

/** The one table of what may be done when. Guards, the actions that the client shows, and the tests are derived from it. */
export const CHALLENGE_TRANSITIONS: readonly Transition[] = [
  { action: 'accept', from: ['proposed'], by: 'other', to: 'active' },
  { action: 'reject', from: ['proposed'], by: 'other', to: 'declined' },
  { action: 'change_details', from: ['proposed'], by: 'proposer' },
  { action: 'pause', from: ['active'], to: 'paused' },
  { action: 'resume', from: ['paused'], to: 'active' },
  { action: 'extend', from: RUNNING, guard: ({ challenge }) => challenge.dueAt !== null },
  { action: 'let_go', from: ['overdue'], to: 'expired' },
  { action: 'cancel', from: ['proposed'], by: 'proposer', to: 'cancelled' },
  { action: 'cancel', from: [...RUNNING, 'paused'], to: 'cancelled' },
  { action: 'reflect', from: ['completed'], guard: ({ reflections }) => reflections.length < 2 },
  { action: 'keep', from: ['completed'], guard: ({ challenge }) => challenge.capsuleId === null },
  { action: 'delete', from: ENDED },
];

/**
 * The transitions that time alone causes, and their instants. The due date passing is no end: it is a flag with 72
 * hours of grace.
 */
const TURNS: Partial<Record<ChallengeState, (challenge: Challenge) => Date | null>> = {
  proposed: ({ createdAt, dueAt }) => earlier(after(createdAt, LIMITS.challengeProposalDays * DAY), dueAt),
  active: ({ dueAt }) => dueAt,
  overdue: ({ dueAt }) => dueAt && after(dueAt, LIMITS.challengeGraceHours * HOUR),
  paused: ({ pausedAt }) => pausedAt && after(pausedAt, LIMITS.challengePauseDays * DAY),
};

const after = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds);
const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one);

/** The instant of the next timed transition; null without one. */
export const turnOf = (challenge: Challenge): Date | null => TURNS[challengeStateOf(challenge)]?.(challenge) ?? null;

const permits = ({ from, by, guard }: Transition, situation: ChallengeSituation): boolean =>
  from.includes(challengeStateOf(situation.challenge)) &&
  (by === undefined || by === roleOf(situation)) &&
  (guard?.(situation) ?? true);

/** The actions the viewer may take on the challenge now. */
export const allowedChallengeActions = (situation: ChallengeSituation): ChallengeAction[] =>
  CHALLENGE_TRANSITIONS.filter((transition) => permits(transition, situation)).map(({ action }) => action);

/**
 * @returns whether there is something to do: false for a call that repeats an earlier one
 * @throws AppError NOT_YOURS, CHALLENGE_STATE
 */
export function requireChallengeAction(action: ChallengeAction, situation: ChallengeSituation): boolean {
  const rows = CHALLENGE_TRANSITIONS.filter((transition) => transition.action === action);
  if (rows.some((row) => permits(row, situation))) return true;
  const { challenge } = situation;
  const mayRepeat = rows.some(
    ({ to, by }) => to === challenge.status && (by === undefined || by === roleOf(situation)),
  );
  if (mayRepeat && challengeStateOf(challenge) === challenge.status) return false;
  const isOthers = rows.some(({ from, by }) => from.includes(challengeStateOf(challenge)) && by !== undefined);
  throw new AppError(isOthers ? 'NOT_YOURS' : 'CHALLENGE_STATE');
}

/** The members who want the challenge deleted; none once that has lapsed. */
export const deletionConfirmedBy = (
  { deleteConfirmedBy, deleteConfirmedAt }: Pick<Challenge, 'deleteConfirmedBy' | 'deleteConfirmedAt'>,
  now: Date,
): string[] => (stillConsents(deleteConfirmedAt, now) ? deleteConfirmedBy : []);
