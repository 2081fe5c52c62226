import { type CreateGoalDto, type GoalType, LIMITS } from '@duet/contracts';
import { DAY, fieldError } from '@duet/service-kit';

type ShapeField = 'target' | 'unit' | 'perWeek' | 'dueAt' | 'milestones';

/** What each type needs, and what it may have besides. */
const SHAPES: Record<GoalType, { needs: readonly ShapeField[]; allows: readonly ShapeField[] }> = {
  checklist: { needs: ['milestones'], allows: ['dueAt'] },
  counter: { needs: ['target'], allows: ['unit', 'dueAt', 'milestones'] },
  habit: { needs: ['target', 'perWeek'], allows: ['dueAt', 'milestones'] },
  date: { needs: ['dueAt'], allows: ['milestones'] },
};

const COMPLAINTS: Record<ShapeField, string> = {
  target: 'Please choose how much makes it complete',
  unit: 'Please choose a unit',
  perWeek: 'Please choose how often a week',
  dueAt: 'Please choose a day',
  milestones: 'Please add at least one milestone',
};

const FIELDS = Object.keys(COMPLAINTS) as ShapeField[];

const isGiven = (value: CreateGoalDto[ShapeField]): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';

/** @throws AppError VALIDATION_FAILED on the first field that the type needs, or does not have */
export function requireShape(dto: CreateGoalDto): void {
  const { needs, allows } = SHAPES[dto.type];
  for (const field of FIELDS) {
    const given = isGiven(dto[field]);
    if (needs.includes(field) && !given) throw fieldError(field, COMPLAINTS[field]);
    if (given && !needs.includes(field) && !allows.includes(field))
      throw fieldError(field, `This kind of goal has no ${field}`);
  }
  if (dto.type === 'habit' && Number(dto.target) > LIMITS.goalWeeks)
    throw fieldError('target', `A habit can last ${LIMITS.goalWeeks} weeks at most`);
}

/** @throws AppError VALIDATION_FAILED unless the day lies ahead, and not too far */
export function requireDue(dueAt: Date | null, now: Date): void {
  if (dueAt === null) return;
  const latest = new Date(now.getTime() + LIMITS.goalAheadYears * 366 * DAY);
  if (dueAt <= now || dueAt > latest)
    throw fieldError('dueAt', `Please choose a day ahead, within ${LIMITS.goalAheadYears} years`);
}

/** The deltas that an entry of each type may have. */
const DELTAS: Record<GoalType, readonly [least: number, most: number]> = {
  checklist: [0, 0],
  counter: [-LIMITS.goalTarget, LIMITS.goalTarget],
  habit: [0, 1],
  date: [0, 1],
};

/** @throws AppError VALIDATION_FAILED on `delta` or `note` */
export function requireEntry(type: GoalType, delta: number, note: string): void {
  const [least, most] = DELTAS[type];
  if (delta < least || delta > most) throw fieldError('delta', 'This goal does not count that');
  if (delta === 0 && note === '') throw fieldError('note', 'Please write a few words');
}
