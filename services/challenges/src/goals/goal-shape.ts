import { type CreateGoalDto, type GoalType, LIMITS, FIELD_TEXTS, TEXTS } from '@duet/contracts';
import { DAY, fieldError } from '@duet/service-kit';

type ShapeField = 'target' | 'unit' | 'perWeek' | 'dueAt' | 'milestones';

/** The fields that each type needs, and those that it may have besides. */
const SHAPES: Record<GoalType, { needs: readonly ShapeField[]; allows: readonly ShapeField[] }> = {
  checklist: { needs: ['milestones'], allows: ['dueAt'] },
  counter: { needs: ['target'], allows: ['unit', 'dueAt', 'milestones'] },
  habit: { needs: ['target', 'perWeek'], allows: ['dueAt', 'milestones'] },
  date: { needs: ['dueAt'], allows: ['milestones'] },
};

const COMPLAINTS = {
  target: FIELD_TEXTS.targetRequired,
  unit: FIELD_TEXTS.unitRequired,
  perWeek: FIELD_TEXTS.timesAWeekRequired,
  dueAt: TEXTS.dayInvalid,
  milestones: FIELD_TEXTS.milestoneRequired,
} as const satisfies Record<ShapeField, string>;

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
      throw fieldError(field, FIELD_TEXTS.goalFieldUnknown);
  }
  if (dto.type === 'habit' && Number(dto.target) > LIMITS.goalWeeks)
    throw fieldError('target', FIELD_TEXTS.habitTooLong);
}

/** @throws AppError VALIDATION_FAILED unless the day lies ahead, and not too far */
export function requireDue(dueAt: Date | null, now: Date): void {
  if (dueAt === null) return;
  const latest = new Date(now.getTime() + LIMITS.goalAheadYears * 366 * DAY);
  if (dueAt <= now || dueAt > latest) throw fieldError('dueAt', FIELD_TEXTS.goalDayInvalid);
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
  if (delta < least || delta > most) throw fieldError('delta', FIELD_TEXTS.goalStepInvalid);
  if (delta === 0 && note === '') throw fieldError('note', FIELD_TEXTS.noteRequired);
}
