import { type CapsuleAction, type CapsuleKind, type CapsuleStatus, LIMITS } from '@duet/contracts';
import { AppError, DAY } from '@duet/service-kit';
import type { Capsule } from './capsule.entity.js';

const MINUTE = 60_000;

export const UNDO_SEAL_WITHIN = 10 * MINUTE;
export const REOPEN_WITHIN = DAY;

/** The state that decides what may be done: a capsule in the trash is in none of the others. */
export type CapsuleState = CapsuleStatus | 'trash';

export const capsuleStateOf = ({ status, deletedAt }: Pick<Capsule, 'status' | 'deletedAt'>): CapsuleState =>
  deletedAt === null ? status : 'trash';

/** The inputs of a guard. */
export interface CapsuleSituation {
  capsule: Capsule;
  viewerId: string;
  now: Date;
  /** Contributions of both. */
  total: number;
}

interface Transition {
  action: CapsuleAction;
  from: readonly CapsuleState[];
  kind?: CapsuleKind;
  /** @returns false where the state alone would allow it */
  guard?: (situation: CapsuleSituation) => boolean;
}

const isWithin = (since: Date | null, milliseconds: number, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() < milliseconds;

/** True while the proposal of another date waits for an answer. */
export const hasOpenProposal = ({ proposedAt }: Pick<Capsule, 'proposedAt'>, now: Date): boolean =>
  isWithin(proposedAt, LIMITS.consent, now);

/** The members who want the capsule deleted; none once that request has lapsed. */
export const openDeleteWishes = (
  { deleteConfirmedBy, deleteConfirmedAt }: Pick<Capsule, 'deleteConfirmedBy' | 'deleteConfirmedAt'>,
  now: Date,
): string[] => (isWithin(deleteConfirmedAt, LIMITS.consent, now) ? deleteConfirmedBy : []);

/**
 * The one table of what may be done when. Guards, the actions that the client shows, and the tests are derived from it.
 * Time alone moves a sealed capsule to `ready`, so that is no action.
 */
export const CAPSULE_TRANSITIONS: readonly Transition[] = [
  { action: 'contribute', from: ['collecting'] },
  { action: 'change_details', from: ['collecting'] },
  { action: 'change_appearance', from: ['collecting', 'sealed', 'ready', 'completed'] },
  { action: 'seal', from: ['collecting'], kind: 'timed', guard: ({ total }) => total > 0 },
  {
    action: 'undo_seal',
    from: ['collecting', 'sealed'],
    kind: 'timed',
    guard: ({ capsule, viewerId, now }) =>
      capsule.status === 'sealed'
        ? isWithin(capsule.sealedAt, UNDO_SEAL_WITHIN, now)
        : capsule.sealConfirmedBy.includes(viewerId),
  },
  { action: 'propose_date', from: ['sealed'], kind: 'timed' },
  {
    action: 'answer_date',
    from: ['sealed'],
    kind: 'timed',
    guard: ({ capsule, viewerId, now }) => hasOpenProposal(capsule, now) && capsule.proposedBy !== viewerId,
  },
  { action: 'open', from: ['ready'], kind: 'timed' },
  { action: 'finish', from: ['collecting'], kind: 'keepsake' },
  {
    action: 'reopen',
    from: ['completed'],
    kind: 'keepsake',
    guard: ({ capsule, now }) => isWithin(capsule.completedAt, REOPEN_WITHIN, now),
  },
  { action: 'take_along', from: ['completed'] },
  { action: 'take_along', from: ['collecting'], kind: 'keepsake' },
  { action: 'react', from: ['completed'] },
  { action: 'comment', from: ['completed'] },
  {
    action: 'delete',
    from: ['collecting', 'sealed', 'ready', 'completed'],
    guard: ({ capsule, viewerId, now }) =>
      capsule.status !== 'collecting' ||
      capsule.createdBy === viewerId ||
      openDeleteWishes(capsule, now).some((id) => id !== viewerId),
  },
  { action: 'restore', from: ['trash'] },
];

const permits = (transition: Transition, situation: CapsuleSituation): boolean =>
  transition.from.includes(capsuleStateOf(situation.capsule)) &&
  (transition.kind === undefined || transition.kind === situation.capsule.kind) &&
  (transition.guard?.(situation) ?? true);

/** The actions the viewer may take on the capsule now. */
export const allowedCapsuleActions = (situation: CapsuleSituation): CapsuleAction[] =>
  CAPSULE_TRANSITIONS.filter((transition) => permits(transition, situation)).map(({ action }) => action);

const WRITES = new Set<CapsuleAction>(['contribute', 'change_details', 'seal', 'finish']);
const NEEDS_OPEN = new Set<CapsuleAction>(['open', 'react', 'comment', 'take_along']);

/** @throws AppError CAPSULE_SEALED, CAPSULE_LOCKED, NOT_YOURS or CAPSULE_STATE */
export function requireCapsuleAction(action: CapsuleAction, situation: CapsuleSituation): void {
  if (CAPSULE_TRANSITIONS.some((transition) => transition.action === action && permits(transition, situation))) return;
  const { capsule } = situation;
  const state = capsuleStateOf(capsule);
  const isSealed = state === 'sealed' || state === 'ready';
  if (WRITES.has(action) && (isSealed || state === 'completed')) throw new AppError('CAPSULE_SEALED');
  if (NEEDS_OPEN.has(action) && capsule.unlockAt !== null && (isSealed || state === 'collecting'))
    throw lockedUntil(capsule.unlockAt, capsule.unlockTz ?? 'UTC');
  if (action === 'delete' && state === 'collecting') throw new AppError('NOT_YOURS');
  throw new AppError('CAPSULE_STATE');
}

const lockedUntil = (unlockAt: Date, timeZone: string): AppError =>
  new AppError('CAPSULE_LOCKED', {
    message: `This capsule opens on ${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(unlockAt)}`,
    params: { at: unlockAt.toISOString(), timeZone },
  });

/** @param total contributions of both @throws AppError TOO_MANY_CONTRIBUTIONS */
export function requireRoom({ kind }: Pick<Capsule, 'kind'>, total: number): void {
  const most = kind === 'timed' ? LIMITS.timedContributions : LIMITS.keepsakeContributions;
  if (total >= most) throw new AppError('TOO_MANY_CONTRIBUTIONS');
}
