import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { rules } from '../core/rules.js';
import { Follows, WholeNumber } from '../core/validators.js';
import { MessageIdDto } from './corrections.js';
import { BackwardsQueryDto } from './messages.js';
import { ATTACHMENT_KINDS, type AttachmentKind, type MessageView, type SentMessage } from '../conversation/views.js';

/**
 * A stored and verified file, as media describes it to the edge, which passes it on. `sha256` (hex) is the hash of the
 * uploaded bytes; it identifies a repeated upload.
 */
export class StagedAttachmentDto {
  @IsUUID()
  id!: string;

  @IsIn(ATTACHMENT_KINDS)
  kind!: AttachmentKind;

  @IsString()
  @MaxLength(255)
  filename!: string;

  @WholeNumber(1)
  size!: number;

  @IsString()
  @MaxLength(100)
  mimeType!: string;

  @IsString()
  @MaxLength(64)
  sha256!: string;

  @IsOptional()
  @IsString()
  @MaxLength(300)
  thumbnail?: string;

  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  blur?: string;

  @IsOptional()
  @WholeNumber(1)
  width?: number;

  @IsOptional()
  @WholeNumber(1)
  height?: number;

  @IsOptional()
  @IsNumber()
  @Min(0)
  duration?: number;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.waveformPeaks)
  @IsNumber({}, { each: true })
  @Min(0, { each: true })
  @Max(1, { each: true })
  waveform?: number[];

  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(LIMITS.transcriptLength)
  transcript?: string;
}

/**
 * A message of stored files. Pictures and videos share a message, whose `type` is that of the first one. A voice note or
 * another file has a message of its own.
 */
export class SendMediaDto {
  @IsUUID()
  chatId!: string;

  @IsIn(['image', 'video', 'voice', 'file'])
  messageType!: AttachmentKind;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.filesPerUpload)
  @ValidateNested({ each: true })
  @Type(() => StagedAttachmentDto)
  attachments!: StagedAttachmentDto[];

  /** Words to the files; they are one message. */
  @IsOptional()
  @Follows(rules.caption)
  content?: string;

  @IsOptional()
  @IsUUID()
  replyTo?: string;

  @IsUUID()
  clientMessageId!: string;
}

export const sendMedia = defineRpc({
  subject: 'messaging.message.send-media',
  access: 'user',
  request: SendMediaDto,
  returns: returns<SentMessage>(),
  errors: ['NO_PARTNER', 'IDEMPOTENCY_MISMATCH', 'MESSAGE_NOT_FOUND', 'CONVERSATION_NOT_FOUND'],
});

/** Marks a voice note as played by its receiver. It stays played. */
export const markPlayed = defineRpc({
  subject: 'messaging.message.mark-played',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
});

export const GALLERY_KINDS = ['media', 'voice', 'file', 'link'] as const;

/** Lists pictures and videos (`media`), voice notes, files, or messages with links, newest first, before a seq. */
export class GalleryQueryDto extends BackwardsQueryDto {
  @IsIn(GALLERY_KINDS)
  kind!: (typeof GALLERY_KINDS)[number];
}

export interface GalleryPage {
  messages: MessageView[];
  hasMore: boolean;
}

export const gallery = defineRpc({
  subject: 'messaging.message.gallery',
  access: 'user',
  request: GalleryQueryDto,
  returns: returns<GalleryPage>(),
  errors: ['NO_PARTNER'],
});

/** Returns which of these attachments a message still refers to. Tombstones do not count. */
export class AttachmentIdsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @IsUUID('all', { each: true })
  ids!: string[];
}

export const attachmentsInUse = defineRpc({
  subject: 'messaging.attachment.in-use',
  access: 'process',
  request: AttachmentIdsDto,
  returns: returns<{ ids: string[] }>(),
  errors: [],
});
