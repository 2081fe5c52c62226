import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsLatitude,
  IsLongitude,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { AttachmentIdsDto } from '../messaging/attachments.js';
import { IdDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { type FileAccess, StagedFileDto } from '../media/files.js';
import { AttachmentsDto } from '../media/uploads.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed, whenGiven, whenSet } from '../core/validators.js';
import { type ContributionPage, type ContributionView, VISIBILITIES, type Visibility } from './views.js';

export class PlaceDto {
  @Trimmed()
  @IsString()
  @Length(1, LIMITS.placeLabelLength)
  label!: string;

  /** Degrees; only together with `lng`. */
  @ValidateIf(({ lat, lng }: PlaceDto) => lat !== undefined || lng !== undefined)
  @IsNumber()
  @IsLatitude()
  lat?: number;

  @ValidateIf(({ lat, lng }: PlaceDto) => lat !== undefined || lng !== undefined)
  @IsNumber()
  @IsLongitude()
  lng?: number;
}

/** Words, a place, or both. */
export class AddContributionDto {
  @ValidateIf(({ text, place }: AddContributionDto) => text !== undefined || place === undefined)
  @Trimmed()
  @IsString()
  @Length(1, LIMITS.contributionLength)
  text?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => PlaceDto)
  place?: PlaceDto;

  /** The day it is about; today in the couple's calendar where it is left out. */
  @ValidateIf(whenGiven)
  @Follows(rules.calendarDate)
  happenedAt?: string;

  @IsOptional()
  @IsIn(VISIBILITIES)
  visibility?: Visibility;

  /** The same id is the same contribution. */
  @IsUUID()
  clientId!: string;
}

/** A stored file with its author's words about it. */
export class NewAttachmentDto extends StagedFileDto {
  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.attachmentCaptionLength)
  caption?: string;
}

/** Words, a place, files, or several of them. The gateway fills `attachments` with what media has stored. */
export class AddContributionByIdDto extends AddContributionDto {
  @ValidateIf(
    ({ text, place, attachments }: AddContributionByIdDto) =>
      text !== undefined || (place === undefined && attachments === undefined),
  )
  @Trimmed()
  @IsString()
  @Length(1, LIMITS.contributionLength)
  override text?: string;

  @IsUUID()
  id!: string;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.filesPerUpload)
  @ValidateNested({ each: true })
  @Type(() => NewAttachmentDto)
  attachments?: NewAttachmentDto[];
}

export class AttachmentCaptionDto extends IdDto {
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.attachmentCaptionLength)
  caption!: string;
}

/** Absent fields stay as they are. */
export class ChangeContributionDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.contributionLength)
  text?: string;

  @ValidateIf(whenSet)
  @ValidateNested()
  @Type(() => PlaceDto)
  place?: PlaceDto | null;

  @ValidateIf(whenGiven)
  @Follows(rules.calendarDate)
  happenedAt?: string;

  @ValidateIf(whenGiven)
  @IsIn(VISIBILITIES)
  visibility?: Visibility;

  /** New captions of these attachments; the others keep theirs. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.filesPerUpload)
  @ArrayUnique(({ id }: AttachmentCaptionDto) => id)
  @ValidateNested({ each: true })
  @Type(() => AttachmentCaptionDto)
  attachments?: AttachmentCaptionDto[];
}

export class ChangeContributionByIdDto extends ChangeContributionDto {
  @IsUUID()
  id!: string;

  @IsUUID()
  contributionId!: string;
}

export class ContributionIdDto extends IdDto {
  @IsUUID()
  contributionId!: string;
}

/** A contribution that is gone, and the access epoch of its capsule since. */
export interface RemovedContribution {
  done: true;
  coupleId: string;
  accessEpoch: number;
}

export class ContributionsQueryDto {
  @IsOptional()
  @IsUUID()
  cursor?: string;
}

export class ContributionsByIdDto extends ContributionsQueryDto {
  @IsUUID()
  id!: string;
}

/** Returns the contributions of a capsule that the caller may read. */
export const listContributions = defineRpc({
  subject: 'memories.contribution.list',
  access: 'user',
  request: ContributionsByIdDto,
  returns: returns<ContributionPage>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND'],
});

export const addContribution = defineRpc({
  subject: 'memories.contribution.add',
  access: 'user',
  request: AddContributionByIdDto,
  returns: returns<ContributionView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CAPSULE_SEALED', 'TOO_MANY_CONTRIBUTIONS', 'DUPLICATE_FILE'],
});

/** Only its author changes a contribution. */
export const changeContribution = defineRpc({
  subject: 'memories.contribution.change',
  access: 'user',
  request: ChangeContributionByIdDto,
  returns: returns<ContributionView>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CONTRIBUTION_NOT_FOUND', 'NOT_YOURS', 'CAPSULE_SEALED'],
});

/** Only its author deletes a contribution. The answer carries the access epoch after it. */
export const deleteContribution = defineRpc({
  subject: 'memories.contribution.delete',
  access: 'user',
  request: ContributionIdDto,
  returns: returns<RemovedContribution>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'CONTRIBUTION_NOT_FOUND', 'NOT_YOURS', 'CAPSULE_SEALED'],
});

export class CapsuleFilesDto extends AttachmentsDto {
  @IsUUID()
  id!: string;
}

/** The files of a capsule that the caller may load now. */
export interface CapsuleFiles {
  ids: string[];
  access: FileAccess;
}

/** Those of these files that the caller may load, for new links. */
export const allowCapsuleFiles = defineRpc({
  subject: 'memories.file.allow',
  access: 'user',
  request: CapsuleFilesDto,
  returns: returns<CapsuleFiles>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND'],
});

/** Returns those of these files that a capsule still refers to. */
export const memoryFilesInUse = defineRpc({
  subject: 'memories.file.in-use',
  access: 'process',
  request: AttachmentIdsDto,
  returns: returns<{ ids: string[] }>(),
  errors: [],
});
