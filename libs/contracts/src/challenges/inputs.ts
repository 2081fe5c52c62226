import { IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength, ValidateIf } from 'class-validator';
import { IdDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, IsInstant, QueryNumber, Trimmed, WholeNumber, whenGiven, whenSet } from '../core/validators.js';
import { CHALLENGE_STATUSES, type ChallengeStatus } from '../realtime/challenge-updates.js';
import type { ChallengeStepDto } from './step-inputs.js';
import { Completion, Steps } from './validators.js';
import { CHALLENGE_CATEGORIES, type ChallengeCategory, type CompletionRule } from './views.js';

export class ChallengeListQueryDto {
  @IsOptional()
  @IsIn(CHALLENGE_STATUSES)
  status?: ChallengeStatus;

  /** `current`: proposed, active and paused. `history`: the others. */
  @IsOptional()
  @IsIn(['current', 'history'])
  shelf?: 'current' | 'history';

  @IsOptional()
  @IsIn(CHALLENGE_CATEGORIES)
  category?: ChallengeCategory;

  @IsOptional()
  @IsUUID()
  cursor?: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.challengePageMax)
  limit?: number;
}

const ofOwnWords = ({ templateId }: ProposeChallengeDto): boolean => templateId === undefined;
const ofOwnWordsOrGiven = ({ templateId }: ProposeChallengeDto, value: unknown): boolean =>
  templateId === undefined || value !== undefined;

/** From a template, whose words and steps it copies, or in own words. */
export class ProposeChallengeDto {
  @ValidateIf(whenGiven)
  @IsString()
  @Matches(/^[a-z0-9-]+$/)
  @MaxLength(LIMITS.templateIdLength)
  templateId?: string;

  /** Required without a template. */
  @ValidateIf(ofOwnWordsOrGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.challengeDescriptionLength)
  description?: string;

  /** Required without a template. With one it is the template's. */
  @ValidateIf(ofOwnWords)
  @IsIn(CHALLENGE_CATEGORIES)
  category?: ChallengeCategory;

  /** Required without a template. With one they are the template's. */
  @ValidateIf(ofOwnWords)
  @Steps()
  steps?: ChallengeStepDto[];

  /** `all` where it is left out. With a template it is the template's. */
  @ValidateIf(whenGiven)
  @Completion()
  completionRule?: CompletionRule;

  /** Not before this instant; on acceptance where it is left out. */
  @ValidateIf(whenGiven)
  @IsInstant()
  startAt?: string;

  @ValidateIf(whenGiven)
  @IsInstant()
  dueAt?: string;

  /** The same id is the same challenge: a repeated call answers with the first one's. */
  @IsUUID()
  clientId!: string;
}

/** Absent fields stay as they are; null clears. `version` is the one that the change was made on. */
export class ChangeChallengeDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.challengeDescriptionLength)
  description?: string;

  @ValidateIf(whenSet)
  @IsInstant()
  startAt?: string | null;

  @ValidateIf(whenSet)
  @IsInstant()
  dueAt?: string | null;

  @WholeNumber(1)
  version!: number;
}

export class ChangeChallengeByIdDto extends ChangeChallengeDto {
  @IsUUID()
  id!: string;
}

export class RespondToChallengeDto {
  @IsIn(['accept', 'reject'])
  action!: 'accept' | 'reject';

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.challengeNoteLength)
  note?: string;
}

export class RespondToChallengeByIdDto extends RespondToChallengeDto {
  @IsUUID()
  id!: string;
}

export class ExtendChallengeDto {
  /** After the present due date, and ahead. */
  @IsInstant()
  dueAt!: string;
}

export class ExtendChallengeByIdDto extends ExtendChallengeDto {
  @IsUUID()
  id!: string;
}

export class ReflectOnChallengeDto {
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.reflectionLength)
  text!: string;

  /** From 1 to 5. The partner never reads it. */
  @WholeNumber(1, 5)
  mood!: number;
}

export class ReflectOnChallengeByIdDto extends ReflectOnChallengeDto {
  @IsUUID()
  id!: string;
}

export class ChallengeIdDto extends IdDto {}
