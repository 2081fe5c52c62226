import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import { IdDto, SearchWordsDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, IsInstant, QueryNumber, Trimmed, WholeNumber, whenGiven, whenSet } from '../core/validators.js';
import {
  GOAL_CATEGORIES,
  GOAL_OWNERSHIPS,
  GOAL_TYPES,
  type GoalCategory,
  type GoalOwnership,
  type GoalType,
} from './goal-views.js';

export class GoalIdDto extends IdDto {}

export class GoalEntryIdDto extends IdDto {
  @IsUUID()
  entryId!: string;
}

export class MilestoneIdDto extends IdDto {
  @IsUUID()
  milestoneId!: string;
}

export class GoalListQueryDto {
  /** `current` has not ended. */
  @IsOptional()
  @IsIn(['current', 'history'])
  shelf?: 'current' | 'history';

  @IsOptional()
  @IsUUID()
  cursor?: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.goalPageMax)
  limit?: number;
}

export class SearchGoalsDto extends SearchWordsDto {}

export class NewMilestoneDto {
  @Trimmed()
  @Follows(rules.stepTitle)
  title!: string;
}

export class CreateGoalDto {
  @Trimmed()
  @Follows(rules.dateTitle)
  title!: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.goalWhyLength)
  why?: string;

  @IsIn(GOAL_CATEGORIES)
  category!: GoalCategory;

  @IsIn(GOAL_TYPES)
  type!: GoalType;

  @IsIn(GOAL_OWNERSHIPS)
  ownership!: GoalOwnership;

  /** Required for counters, in units, and for habits, in weeks. */
  @ValidateIf(whenGiven)
  @WholeNumber(1, LIMITS.goalTarget)
  target?: number;

  /** For counters. */
  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.goalUnitLength)
  unit?: string;

  /** Required for habits. */
  @ValidateIf(whenGiven)
  @WholeNumber(1, 7)
  perWeek?: number;

  /** Required for dates. */
  @ValidateIf(whenGiven)
  @IsInstant()
  dueAt?: string;

  /** Required for checklists. */
  @ValidateIf(whenGiven)
  @IsArray()
  @ArrayMaxSize(LIMITS.goalMilestones)
  @ValidateNested({ each: true })
  @Type(() => NewMilestoneDto)
  milestones?: NewMilestoneDto[];

  /** The same id is the same goal: a repeated call answers with the first one's. */
  @IsUUID()
  clientId!: string;
}

/** Absent fields stay as they are; null clears. `version` is the one that the change was made on. */
export class ChangeGoalDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.goalWhyLength)
  why?: string;

  @ValidateIf(whenGiven)
  @IsIn(GOAL_CATEGORIES)
  category?: GoalCategory;

  @ValidateIf(whenSet)
  @IsInstant()
  dueAt?: string | null;

  @WholeNumber(1)
  version!: number;
}

export class ChangeGoalByIdDto extends ChangeGoalDto {
  @IsUUID()
  id!: string;
}

export const GOAL_RESPONSES = ['accept', 'reject', 'pause', 'resume', 'let_go'] as const;

export class RespondToGoalDto {
  @IsIn(GOAL_RESPONSES)
  action!: (typeof GOAL_RESPONSES)[number];
}

export class RespondToGoalByIdDto extends RespondToGoalDto {
  @IsUUID()
  id!: string;
}

/** A step forward, a note, or both. */
export class AddGoalEntryDto {
  /** Counters: units, negative to take some back. Habits and dates: 1. Nothing else moves; 0 where it is left out. */
  @ValidateIf(whenGiven)
  @WholeNumber(-LIMITS.goalTarget, LIMITS.goalTarget)
  delta?: number;

  /** Required without a delta. */
  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.goalNoteLength)
  note?: string;

  /** The same id is the same entry. */
  @IsUUID()
  clientId!: string;
}

export class AddGoalEntryByIdDto extends AddGoalEntryDto {
  @IsUUID()
  id!: string;
}
