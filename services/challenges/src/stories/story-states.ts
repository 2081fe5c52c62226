import type { StoryAction, StoryStatus } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { StoryReading } from './story-reading.entity.js';

type Standing = Pick<StoryReading, 'status' | 'createdBy' | 'capsuleId'>;

interface Transition {
  action: StoryAction;
  from: readonly StoryStatus[];
  by: 'both' | 'invited';
  /** The state that a repeated call finds, and leaves as it is. */
  to?: StoryStatus;
}

/** The one table of what may be done when. */
export const STORY_TRANSITIONS: readonly Transition[] = [
  { action: 'accept', from: ['invited'], by: 'invited', to: 'active' },
  { action: 'reject', from: ['invited', 'active'], by: 'both', to: 'left' },
  { action: 'choose', from: ['active'], by: 'both' },
  { action: 'keep', from: ['finished'], by: 'both' },
];

const mayAct = ({ by }: Transition, { createdBy }: Standing, userId: string): boolean =>
  by === 'both' || createdBy !== userId;

/** A story has one keepsake. */
const isOpenTo = ({ action, from }: Transition, { status, capsuleId }: Standing): boolean =>
  from.includes(status) && (action !== 'keep' || capsuleId === null);

/** The actions that the person may take on the reading now. */
export const allowedStoryActions = (reading: Standing, userId: string): StoryAction[] =>
  STORY_TRANSITIONS.filter((row) => isOpenTo(row, reading) && mayAct(row, reading, userId)).map(({ action }) => action);

/**
 * @returns whether there is something to do: false for a call that repeats an earlier one
 * @throws AppError NOT_YOURS, STORY_STATE
 */
export function requireStoryAction(action: StoryAction, reading: Standing, userId: string): boolean {
  const row = STORY_TRANSITIONS.find((one) => one.action === action);
  if (!row) throw new AppError('STORY_STATE');
  const isIn = isOpenTo(row, reading);
  if (isIn && mayAct(row, reading, userId)) return true;
  if (row.to === reading.status && mayAct(row, reading, userId)) return false;
  throw new AppError(isIn ? 'NOT_YOURS' : 'STORY_STATE');
}
