import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
  registerDecorator,
} from 'class-validator';
import { IdDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, Instant, QueryNumber, Trimmed, WholeNumber, whenGiven, whenSet } from '../core/validators.js';
import { StagedFileDto } from '../media/files.js';
import { CHALLENGE_STATUSES, type ChallengeStatus } from '../realtime/challenge-updates.js';
import {
  CHALLENGE_CATEGORIES,
  type ChallengeCategory,
  type CompletionRule,
  STEP_PROOFS,
  STEP_REVEALS,
  STEP_TYPES,
  type StepProof,
  type StepReveal,
  type StepType,
  TEMPLATE_WHO,
  type TemplateWho,
} from './views.js';

/** Returns whether a value is `all`, or `{anyN}` with a number of steps. */
export function isCompletionRule(value: unknown): value is CompletionRule {
  if (value === 'all') return true;
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'anyN') return false;
  const { anyN } = value as { anyN: unknown };
  return Number.isInteger(anyN) && Number(anyN) >= 1 && Number(anyN) <= LIMITS.challengeSteps;
}

function Completion(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'completionRule',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: isCompletionRule,
        defaultMessage: () => 'completionRule must be all, or a number of steps',
      },
    });
}

/** `when_both` fits only steps of both: with one person, the proof could never be read. */
const RevealOfBoth = (): PropertyDecorator => (target, property) =>
  registerDecorator({
    name: 'revealOfBoth',
    target: target.constructor,
    propertyName: String(property),
    validator: {
      validate: (value, args: ValidationArguments) =>
        value !== 'when_both' || (args.object as ChallengeStepDto).who === 'both',
      defaultMessage: () => 'Only a step of both can hide what the other sends',
    },
  });

export class ChallengeStepDto {
  @Trimmed()
  @Follows(rules.stepTitle)
  title!: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.stepDescriptionLength)
  description?: string;

  @IsIn(STEP_TYPES)
  type!: StepType;

  @IsIn(TEMPLATE_WHO)
  who!: TemplateWho;

  @IsIn(STEP_PROOFS)
  proof!: StepProof;

  @IsIn(STEP_REVEALS)
  @RevealOfBoth()
  reveal!: StepReveal;

  /** The day of the challenge on which it opens, from 1; open from the start where it is left out. */
  @ValidateIf(whenGiven)
  @WholeNumber(1, LIMITS.challengeDays)
  opensAt?: number;
}

const Steps = (): PropertyDecorator => (target, property) => {
  const list = [IsArray(), ArrayMinSize(1), ArrayMaxSize(LIMITS.challengeSteps)];
  // Nested validation alone looks through lists in the list.
  const checks = [...list, IsObject({ each: true }), ValidateNested({ each: true })];
  for (const rule of [...checks, Type(() => ChallengeStepDto)]) rule(target, property);
};

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
  @Instant()
  startAt?: string;

  @ValidateIf(whenGiven)
  @Instant()
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
  @Instant()
  startAt?: string | null;

  @ValidateIf(whenSet)
  @Instant()
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
  @Instant()
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

export class CompleteStepDto {
  /** Required where the step's proof is `text`, and in place of the file where it is `photo` or `voice`. */
  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.stepProofLength)
  text?: string;

  /** The same id is the same completion: a repeated call answers 200 instead of ALREADY_DONE. */
  @ValidateIf(whenGiven)
  @IsUUID()
  clientId?: string;
}

/** The gateway fills `attachments` with what media has stored. */
export class CompleteStepByIdDto extends CompleteStepDto {
  @IsUUID()
  id!: string;

  @IsUUID()
  stepId!: string;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.filesPerUpload)
  @ValidateNested({ each: true })
  @Type(() => StagedFileDto)
  attachments?: StagedFileDto[];
}

export class ChallengeIdDto extends IdDto {}

export class StepIdDto extends IdDto {
  @IsUUID()
  stepId!: string;
}

/** The counts of other services that badges depend on. */
export class ChallengeBadgesDto {
  @WholeNumber(0)
  capsules!: number;

  /** Capsules that were buried and are open. */
  @WholeNumber(0)
  reveals!: number;

  @WholeNumber(0)
  rhythm!: number;

  @WholeNumber(0)
  daysTogether!: number;
}
