import { IsBoolean, IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength, ValidateIf } from 'class-validator';
import { IdDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed, WholeNumber, whenGiven } from '../core/validators.js';
import type { ChallengeStepDto } from './step-inputs.js';
import { Completion, Steps } from './validators.js';
import { CHALLENGE_CATEGORIES, type ChallengeCategory, type CompletionRule } from './views.js';

export class TemplateListQueryDto {
  @IsOptional()
  @IsIn(CHALLENGE_CATEGORIES)
  category?: ChallengeCategory;

  @IsOptional()
  @IsIn(['true', 'false'])
  distanceOk?: 'true' | 'false';

  /** Words of the title or the description. */
  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.challengeTitleLength)
  q?: string;
}

/** The content of a template, without its id. */
export class TemplateContentDto {
  @Trimmed()
  @Follows(rules.dateTitle)
  title!: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.challengeDescriptionLength)
  description?: string;

  @IsIn(CHALLENGE_CATEGORIES)
  category!: ChallengeCategory;

  @WholeNumber(1, LIMITS.challengeMinutes)
  minutes!: number;

  @Steps()
  steps!: ChallengeStepDto[];

  @Completion()
  completionRule!: CompletionRule;

  @IsBoolean()
  distanceOk!: boolean;

  @IsIn([1, 2, 3])
  intensity!: 1 | 2 | 3;
}

/** A template that comes with Duet. */
export class ShippedTemplateDto extends TemplateContentDto {
  @IsString()
  @Matches(/^[a-z0-9-]+$/)
  @MaxLength(LIMITS.templateIdLength)
  id!: string;
}

export class WriteTemplateDto extends TemplateContentDto {
  /** The same id is the same template. */
  @IsUUID()
  clientId!: string;
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export class ChangeTemplateDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.challengeDescriptionLength)
  description?: string;

  @ValidateIf(whenGiven)
  @IsIn(CHALLENGE_CATEGORIES)
  category?: ChallengeCategory;

  @ValidateIf(whenGiven)
  @WholeNumber(1, LIMITS.challengeMinutes)
  minutes?: number;

  @ValidateIf(whenGiven)
  @Steps()
  steps?: ChallengeStepDto[];

  @ValidateIf(whenGiven)
  @Completion()
  completionRule?: CompletionRule;

  @ValidateIf(whenGiven)
  @IsBoolean()
  distanceOk?: boolean;

  @ValidateIf(whenGiven)
  @IsIn([1, 2, 3])
  intensity?: 1 | 2 | 3;

  @WholeNumber(1)
  version!: number;
}

export class ChangeTemplateByIdDto extends ChangeTemplateDto {
  @IsUUID()
  id!: string;
}

export class TemplateIdDto extends IdDto {}
