import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
  registerDecorator,
} from 'class-validator';
import { IdDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed, WholeNumber, whenGiven } from '../core/validators.js';
import { StagedFileDto } from '../media/files.js';
import {
  STEP_PROOFS,
  STEP_REVEALS,
  STEP_TYPES,
  type StepProof,
  type StepReveal,
  type StepType,
  TEMPLATE_WHO,
  type TemplateWho,
} from './views.js';

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

export class StepIdDto extends IdDto {
  @IsUUID()
  stepId!: string;
}
