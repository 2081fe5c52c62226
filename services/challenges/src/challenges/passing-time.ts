import type { ChallengeChange } from '@duet/contracts';
import type { Challenge } from './challenge.entity.js';
import { type ChallengeState, challengeStateOf, turnOf } from './challenge-states.js';
import type { Loaded } from './progress.js';
import type { Step } from './step.entity.js';

interface Turn {
  columns: Partial<Challenge>;
  action: ChallengeChange;
  /** Steps whose opening moves. */
  openings: Step[];
}

const TO: Partial<Record<ChallengeState, (loaded: Loaded, at: Date) => Turn>> = {
  proposed: () => ({ columns: { status: 'expired' }, action: 'expired', openings: [] }),
  active: (_loaded, at) => ({ columns: { overdueAt: at }, action: 'overdue', openings: [] }),
  overdue: () => ({ columns: { status: 'expired', overdueAt: null }, action: 'expired', openings: [] }),
  paused: (loaded, at) => resumed(loaded, at),
};

/** The next due transition, as of the instant at which it became due; null without one. */
export function passTime(loaded: Loaded, now: Date): Turn | null {
  const at = turnOf(loaded.challenge);
  return at !== null && at <= now ? (TO[challengeStateOf(loaded.challenge)]?.(loaded, at) ?? null) : null;
}

/** The end of a pause: it moves every later instant by the length of the pause. */
export function resumed({ challenge, steps }: Loaded, at: Date): Turn {
  const since = challenge.pausedAt ?? at;
  const moved = (instant: Date | null): Date | null =>
    instant !== null && instant > since ? new Date(instant.getTime() + at.getTime() - since.getTime()) : instant;
  const openings = steps.filter(({ opensAt }) => opensAt !== null && opensAt > since);
  for (const step of openings) step.opensAt = moved(step.opensAt);
  return {
    columns: { status: 'active', pausedAt: null, startAt: moved(challenge.startAt), dueAt: moved(challenge.dueAt) },
    action: 'resumed',
    openings,
  };
}
