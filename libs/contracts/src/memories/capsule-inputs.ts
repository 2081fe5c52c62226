import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IdDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import {
  Follows,
  IsDayOrInstant,
  IsInstant,
  QueryNumber,
  Trimmed,
  WholeNumber,
  ZoneName,
  whenGiven,
  whenSet,
} from '../core/validators.js';
import { StagedFileDto } from '../media/files.js';
import { CAPSULE_STATUSES, type CapsuleStatus } from '../realtime/capsule-updates.js';
import {
  CAPSULE_KINDS,
  CAPSULE_THEMES,
  type CapsuleKind,
  type CapsuleTheme,
  OPEN_RULES,
  type OpenRule,
} from './views.js';

/** `YYYY-MM-DD`, which means 09:00 in `unlockTz`, or an instant with its offset. */
const Unlock = IsDayOrInstant;

const Tags = (): PropertyDecorator => (target, property) => {
  const each = { each: true };
  const rules = [IsArray(), ArrayMaxSize(LIMITS.capsuleTags), ArrayUnique(), IsString(each)];
  for (const rule of [...rules, Length(1, LIMITS.capsuleTagLength, each)]) rule(target, property);
};

export class CapsuleListQueryDto {
  /** `sealed` also lists the capsules that are ready to open: both are closed. */
  @IsOptional()
  @IsIn(CAPSULE_STATUSES)
  status?: CapsuleStatus;

  @IsOptional()
  @IsIn(CAPSULE_KINDS)
  kind?: CapsuleKind;

  /** Words of the title, the description or a tag, each from its start. A sealed capsule matches by its title alone. */
  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.capsuleTitleLength)
  q?: string;

  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.capsuleTagLength)
  tag?: string;

  /** Of the days the contributions are about. */
  @IsOptional()
  @QueryNumber(1900, 2199)
  year?: number;

  @IsOptional()
  @IsUUID()
  author?: string;

  /** `hidden` lists what the caller has hidden, `trash` what can be restored, `favourites` the caller's own. */
  @IsOptional()
  @IsIn(['shown', 'hidden', 'trash', 'favourites'])
  shelf?: 'shown' | 'hidden' | 'trash' | 'favourites';

  @IsOptional()
  @IsUUID()
  cursor?: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.capsulePageMax)
  limit?: number;
}

export class CreateCapsuleDto {
  @Trimmed()
  @Follows(rules.dateTitle)
  title!: string;

  @IsIn(CAPSULE_KINDS)
  kind!: CapsuleKind;

  @ValidateIf(({ kind, unlockAt }: CreateCapsuleDto) => kind === 'timed' || unlockAt !== undefined)
  @Unlock()
  unlockAt?: string;

  @ValidateIf(({ kind, unlockTz }: CreateCapsuleDto) => kind === 'timed' || unlockTz !== undefined)
  @ZoneName()
  unlockTz?: string;

  @IsOptional()
  @IsIn(OPEN_RULES)
  openRule?: OpenRule;

  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.capsuleDescriptionLength)
  description?: string;

  @ValidateIf(whenSet)
  @Follows(rules.emoji)
  emoji?: string | null;

  @ValidateIf(whenSet)
  @IsIn(CAPSULE_THEMES)
  theme?: CapsuleTheme | null;

  @IsOptional()
  @Tags()
  tags?: string[];

  /** The same id is the same capsule: a repeated call answers with the first one's. */
  @IsUUID()
  clientId!: string;
}

/** Absent fields stay as they are. `version` is the one that the change was made on. */
export class ChangeCapsuleDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.capsuleDescriptionLength)
  description?: string;

  @ValidateIf(whenSet)
  @Follows(rules.emoji)
  emoji?: string | null;

  /** Null for the colours of its state. */
  @ValidateIf(whenSet)
  @IsIn(CAPSULE_THEMES)
  theme?: CapsuleTheme | null;

  @ValidateIf(whenGiven)
  @Tags()
  tags?: string[];

  @ValidateIf(whenGiven)
  @Unlock()
  unlockAt?: string;

  @ValidateIf(whenGiven)
  @ZoneName()
  unlockTz?: string;

  @ValidateIf(whenGiven)
  @IsIn(OPEN_RULES)
  openRule?: OpenRule;

  /** A picture of the capsule that both can see, for its cover; null for none. */
  @ValidateIf(whenSet)
  @IsUUID()
  coverId?: string | null;

  @WholeNumber(1)
  version!: number;
}

export class ChangeCapsuleByIdDto extends ChangeCapsuleDto {
  @IsUUID()
  id!: string;
}

/** A stored picture that becomes the cover. The gateway fills it with what media has stored. */
export class CapsuleCoverByIdDto extends IdDto {
  /** The same id is the same cover. */
  @IsUUID()
  clientId!: string;

  @ValidateNested()
  @Type(() => StagedFileDto)
  file!: StagedFileDto;
}

export class ProposeUnlockDto {
  @Unlock()
  unlockAt!: string;
}

export class ProposeUnlockByIdDto extends ProposeUnlockDto {
  @IsUUID()
  id!: string;
}

export class AnswerUnlockDto {
  @IsIn(['accept', 'reject'])
  action!: 'accept' | 'reject';

  /** The proposed instant that the caller has seen: another one is not accepted unseen. */
  @ValidateIf(whenGiven)
  @IsInstant()
  unlockAt?: string;
}

export class AnswerUnlockByIdDto extends AnswerUnlockDto {
  @IsUUID()
  id!: string;
}

export class CapsuleIdDto extends IdDto {}

/** Marks a capsule for its caller alone, or takes the mark away. */
export class MarkCapsuleDto extends IdDto {
  @IsIn(['favourite', 'hidden'])
  mark!: 'favourite' | 'hidden';

  @IsInt()
  @IsIn([0, 1])
  on!: 0 | 1;
}
