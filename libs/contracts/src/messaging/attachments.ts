import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, IsNumber, IsOptional, IsString, IsUUID, Max, MaxLength, Min, MinLength, ValidateNested } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../core/rpc.js';
import { MessageIdDto } from './corrections.js';
import { BackwardsQueryDto } from './messages.js';
import { ATTACHMENT_KINDS, type AttachmentKind, type MessageView, type SentMessage } from './views.js';

/**
 * A stored and verified file as media describes it to the edge, which passes it on as it is. `sha256` (hex) is of what
 * the client sent: it tells a repeated upload from another one.
 */
export class StagedAttachmentDto {
  @IsUUID()
  id!: string;

  @IsIn(ATTACHMENT_KINDS)
  kind!: AttachmentKind;

  @IsString()
  @MaxLength(255)
  filename!: string;

  @IsInt()
  @Min(1)
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
  @IsInt()
  @Min(1)
  width?: number;

  @IsOptional()
  @IsInt()
  @Min(1)
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
 * One message made of stored files. `type` is what the files are: several pictures and videos are one `image` or
 * `video` (after the first), a voice note or another file is alone.
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

/** The receiver has played the voice note; once played it stays played. */
export const markPlayed = defineRpc({
  subject: 'messaging.message.mark-played',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
});

export const GALLERY_KINDS = ['media', 'voice', 'file', 'link'] as const;

/** The conversation's pictures and videos (`media`), voice notes, files, or messages with links; newest first, before a seq. */
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

/** For media's collector: which of these attachments a message (not a tombstone) still refers to. */
export class AttachmentIdsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @IsUUID('all', { each: true })
  ids!: string[];
}

export const attachmentsInUse = defineRpc({
  subject: 'messaging.attachment.in-use',
  access: 'public',
  request: AttachmentIdsDto,
  returns: returns<{ ids: string[] }>(),
  errors: [],
});

