import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsNumberString, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import type { StagedAttachmentDto } from '../messaging/attachments.js';
import type { AttachmentKind, MessageView } from '../messaging/views.js';

/** The text fields that may stand beside the files of an upload, or beside a voice note. */
export class UploadFieldsDto {
  @IsOptional()
  @IsUUID()
  replyTo?: string;

  @IsOptional()
  @IsUUID()
  clientMessageId?: string;
}

/** Beside files: whether their pictures go on telling of the camera. Not said is no. */
export class FileFieldsDto extends UploadFieldsDto {
  @IsOptional()
  @IsIn(['true', 'false'])
  keepExif?: 'true' | 'false';
}

/** Beside a voice note: its words, as the speaker's own device heard them and the speaker left them. */
export class VoiceFieldsDto extends UploadFieldsDto {
  @IsOptional()
  @IsString()
  @MaxLength(LIMITS.transcriptLength)
  transcript?: string;
}

/** A message to be, made of files that media has stored and verified. */
export interface StagedMessage {
  messageType: AttachmentKind;
  attachments: StagedAttachmentDto[];
}

/** What media answers the gateway for an upload: where its messages go, and what they are made of. */
export interface StagedUpload extends UploadFieldsDto {
  chatId: string;
  messages: StagedMessage[];
}

/** Answer of an upload: its messages in their order, pictures and videos together, each other file alone. */
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

/** A signed link's query: for which user (`u`) and session (`s`) it was made, until when (`e`, in seconds), and the signature. */
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
  @IsString()
  @MaxLength(64)
  h?: string;
}
