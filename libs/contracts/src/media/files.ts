import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsLatitude,
  IsLongitude,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { ATTACHMENT_KINDS, type AttachmentKind, type VoiceStatus } from '../conversation/views.js';
import { LIMITS } from '../core/limits.js';
import { STORY_KEY, WholeNumber } from '../core/validators.js';

/** The owners of files besides a message. */
export const FILE_OWNER_TYPES = ['capsule', 'challenge', 'story'] as const;
export type FileOwnerType = (typeof FILE_OWNER_TYPES)[number];

/** The kinds of files that memories accept. */
export const MEMORY_FILE_KINDS = ['image', 'video', 'voice'] as const;
export type EntityFileKind = (typeof MEMORY_FILE_KINDS)[number];

/** The entity that owns files. Its service decides who may load them, and media stores the bytes. */
export interface FileOwner {
  type: FileOwnerType;
  id: string;
  coupleId: string;
}

export class FileOwnerDto implements FileOwner {
  @IsIn(FILE_OWNER_TYPES)
  type!: FileOwnerType;

  @IsUUID()
  id!: string;

  @IsUUID()
  coupleId!: string;
}

/** A spot in degrees. */
export class CoordinatesDto {
  @IsNumber()
  @IsLatitude()
  lat!: number;

  @IsNumber()
  @IsLongitude()
  lng!: number;
}

/**
 * A file of an entity, as its viewer may load it. `url`, `display` and `thumbnail` are signed links that need no token and
 * end at `expiresAt`, or at once when the entity grants less than before. A voice note has no `url` and no `waveform` until
 * `voiceStatus` is `ready`. Other fields as in `AttachmentView`.
 */
export interface EntityFileView {
  url: string | null;
  display?: string;
  thumbnail?: string;
  filename: string;
  size: number;
  mimeType: string;
  blur?: string;
  width?: number;
  height?: number;
  duration?: number;
  waveform?: number[];
  voiceStatus?: Exclude<VoiceStatus, 'played'>;
  expiresAt: string;
}

/** The terms of links to the files of an entity: its present access epoch, and their lifetime in seconds. */
export interface FileAccess {
  epoch: number;
  seconds: number;
}

/** A file that media has stored and that no entity refers to yet. */
class UnusedFileDto {
  @IsUUID()
  id!: string;

  /** Equal for equal uploads of one couple; it reveals nothing else about the bytes. */
  @Matches(/^[0-9a-f]{64}$/)
  fingerprint!: string;

  /** The camera's clock, with its offset from UTC where the camera wrote one: `2024-05-01T18:30:00+02:00`. */
  @IsOptional()
  @Matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)?$/)
  takenAt?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => CoordinatesDto)
  place?: CoordinatesDto;
}

/** An upload that no entity refers to yet. */
export class StagedFileDto extends UnusedFileDto {
  @IsIn(MEMORY_FILE_KINDS)
  kind!: EntityFileKind;
}

/** A copy of a file that no entity refers to yet. Messages have documents too. */
export class CopiedFileDto extends UnusedFileDto {
  @IsIn(ATTACHMENT_KINDS)
  kind!: AttachmentKind;

  /** The file that it is a copy of. */
  @IsUUID()
  copyOf!: string;
}

/** The fields beside the files of a contribution. Objects and lists are JSON texts, as forms carry only texts. */
export class ContributionFieldsDto {
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.contributionLength)
  text?: string;

  @IsOptional()
  @IsString()
  @MaxLength(10)
  happenedAt?: string;

  /** `{"label", "lat", "lng"}` */
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.formJsonLength)
  place?: string;

  /** The captions of the files, in their order: `["…", "…"]` */
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.formJsonLength)
  captions?: string;

  @IsOptional()
  @IsString()
  @MaxLength(10)
  visibility?: string;

  /** The same id is the same contribution. */
  @IsUUID()
  clientId!: string;
}

/** The field beside the picture of a cover. */
export class CoverFieldsDto {
  /** The same id is the same cover. */
  @IsUUID()
  clientId!: string;
}

/** The fields beside the files of a proof. */
export class StepFieldsDto {
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.stepProofLength)
  text?: string;

  /** The same id is the same completion. */
  @IsUUID()
  clientId!: string;
}

/** The fields beside the photo of a story's page. */
export class StoryFieldsDto {
  @Matches(STORY_KEY)
  @MaxLength(LIMITS.templateIdLength)
  nodeId!: string;

  /** The version of the session that the answer is for. */
  @Matches(/^[1-9]\d{0,8}$/)
  version!: string;

  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.storyLineLength)
  text?: string;

  /** The same id is the same answer. */
  @IsUUID()
  clientId!: string;
}

/** The fields beside the files, by the type of their owner. */
export interface FieldsByOwner {
  capsule: ContributionFieldsDto;
  challenge: StepFieldsDto;
  story: StoryFieldsDto;
}

/** media's answer to the gateway: the stored files of a form, and its fields. */
export interface StagedFiles<Type extends FileOwnerType = FileOwnerType> {
  files: StagedFileDto[];
  fields: FieldsByOwner[Type];
}

/** Files of one entity that its service has just allowed the caller to load. */
export class AllowedFilesDto {
  @IsIn(FILE_OWNER_TYPES)
  type!: FileOwnerType;

  @IsUUID()
  id!: string;

  @WholeNumber(0)
  epoch!: number;

  /** How long the links live. */
  @WholeNumber(1, LIMITS.mediaLinkSeconds)
  seconds!: number;

  @IsArray()
  @ArrayMaxSize(LIMITS.entityFilesAtOnce)
  @IsUUID('all', { each: true })
  ids!: string[];
}

export class DescribeFilesDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.entityFilesAtOnce)
  @ValidateNested({ each: true })
  @Type(() => AllowedFilesDto)
  owners!: AllowedFilesDto[];
}

export interface DescribedFile {
  id: string;
  file: EntityFileView;
}

/** An entity whose files are copied. */
export class FileSourceDto implements Omit<FileOwner, 'coupleId'> {
  @IsIn(FILE_OWNER_TYPES)
  type!: FileOwnerType;

  @IsUUID()
  id!: string;
}

/** Files to be copied for an entity: of messages, or of the entity `from`, whose service has just allowed it. */
export class CopyFilesDto {
  @IsOptional()
  @ValidateNested()
  @Type(() => FileSourceDto)
  from?: FileSourceDto;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.filesPerUpload)
  @IsUUID('all', { each: true })
  ids!: string[];
}

/** Every link of an entity that was signed for an earlier epoch ends. */
export class SetAccessEpochDto extends FileOwnerDto {
  @WholeNumber(0)
  epoch!: number;
}
