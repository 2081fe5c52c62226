import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsNumberString,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { Follows } from '../core/validators.js';
import { rules } from '../core/rules.js';
import type { StagedAttachmentDto } from '../messaging/attachments.js';
import type { AttachmentKind, MessageView } from '../conversation/views.js';

/**
 * The optional text fields of an upload. With a `chatId` it fails unless that conversation is the caller's current one: a
 * file chosen before an unlink must not reach the next partner.
 */
export class UploadFieldsDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @IsOptional()
  @IsUUID()
  replyTo?: string;

  @IsOptional()
  @IsUUID()
  clientMessageId?: string;
}

/** Fields beside files. */
export class FileFieldsDto extends UploadFieldsDto {
  /** Words to the files. They belong to the first message. */
  @IsOptional()
  @Follows(rules.caption)
  content?: string;

  /** Whether pictures keep their camera metadata. The default is no. */
  @IsOptional()
  @IsIn(['true', 'false'])
  keepExif?: 'true' | 'false';
}

/** Fields beside a voice note: its transcript, made on the speaker's device and possibly edited. */
export class VoiceFieldsDto extends UploadFieldsDto {
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.transcriptLength)
  transcript?: string;
}

/** A new message of stored and verified files. */
export interface StagedMessage {
  messageType: AttachmentKind;
  attachments: StagedAttachmentDto[];
}

/** media's answer to the gateway: the messages of an upload, and the request that they belong to. */
export interface StagedUpload extends UploadFieldsDto {
  chatId: string;
  /** The words of the first message. */
  content?: string;
  messages: StagedMessage[];
}

/** The answer of an upload: its messages in order. Pictures and videos share one message, each other file has its own. */
export interface UploadedMessages {
  messages: MessageView[];
}

export class AttachmentsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.mediaLinksAtOnce)
  @IsUUID('all', { each: true })
  ids!: string[];
}

/**
 * The query of a signed link: user (`u`), session (`s`), expiry (`e`, in seconds since 1970) and signature (`h`), and for a
 * file of a capsule the access epoch (`a`).
 */
export class MediaLinkQuery {
  @IsOptional()
  @IsUUID()
  u?: string;

  @IsOptional()
  @IsUUID()
  s?: string;

  @IsOptional()
  @IsNumberString({ no_symbols: true })
  @MaxLength(12)
  e?: string;

  @IsOptional()
  @IsNumberString({ no_symbols: true })
  @MaxLength(10)
  a?: string;

  @IsOptional()
  @IsString()
  @MaxLength(64)
  h?: string;
}
