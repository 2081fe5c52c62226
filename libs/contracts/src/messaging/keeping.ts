import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsISO8601, IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import type { AttachmentKind, VoiceStatus } from '../conversation/views.js';
import { LIMITS } from '../core/limits.js';

/** A file of a message; media has its bytes. */
export interface KeepableFile {
  id: string;
  kind: AttachmentKind;
  /** Of a voice note. */
  transcript?: string;
}

/** A message as memories copies it. */
export interface KeepableMessage {
  messageId: string;
  seq: number;
  senderId: string;
  /** Empty for a message of files alone. */
  content: string;
  /** The id of a sticker, whose name is the content. */
  sticker?: string;
  createdAt: string;
  /** At most five. The previous build sends none. */
  files?: KeepableFile[];
  /** Of a voice note. */
  voiceStatus?: VoiceStatus;
}

/** `chatId` is the id of the couple too. */
export interface KeepableMessages {
  chatId: string;
  messages: KeepableMessage[];
}

export class KeepableMessagesDto {
  /** The person who keeps them. */
  @IsUUID()
  userId!: string;

  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(LIMITS.yearMessages)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  messageIds!: string[];
}

/**
 * Returns those of these messages that a person can read now in their active conversation: none that is deleted, has
 * expired, is a system message, or belongs to others. Only memories makes this call.
 */
export const listKeepableMessages = defineRpc({
  subject: 'messaging.message.keepable',
  access: 'process',
  request: KeepableMessagesDto,
  returns: returns<KeepableMessages>(),
  errors: ['NO_PARTNER'],
});

/** The messages that a couple may choose from a year of its conversation. */
export interface YearMessages {
  chatId: string;
  /** Messages of the year, tombstones and system messages included. */
  count: number;
  /** The year's first message with words; null without one. */
  firstId: string | null;
  /** That message, then those with the most reactions; at most twelve. */
  messages: KeepableMessage[];
  /** Messages with photos: those with the most reactions, then the first; at most twelve. The previous build sends none. */
  photos?: KeepableMessage[];
}

export class YearMessagesDto {
  @IsUUID()
  userId!: string;

  /** Instants, `[from, to)`. */
  @IsISO8601({ strict: true })
  from!: string;

  @IsISO8601({ strict: true })
  to!: string;
}

/** Returns the messages that a couple may choose for the keepsake of a year. Only memories makes this call. */
export const listYearMessages = defineRpc({
  subject: 'messaging.message.year',
  access: 'process',
  request: YearMessagesDto,
  returns: returns<YearMessages>(),
  errors: ['NO_PARTNER'],
});
