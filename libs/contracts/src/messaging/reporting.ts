import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import type { AttachmentKind, CardView, MessageType } from '../conversation/views.js';
import { LIMITS } from '../core/limits.js';

/** A file of a message; media has its bytes. */
export interface ReportableFile {
  id: string;
  kind: AttachmentKind;
  filename: string;
  size: number;
  mimeType: string;
  /** Of a voice note. */
  transcript: string | null;
}

/** A message as both members of its conversation see it. */
export interface ReportableMessage {
  messageId: string;
  senderId: string;
  type: MessageType;
  content: string;
  /** The beginning of the message that it answers; null for none, or for a deleted one. */
  answers: { senderId: string; content: string } | null;
  sticker: string | null;
  card: CardView | null;
  createdAt: string;
  editedAt: string | null;
  files: ReportableFile[];
}

export class ReportableMessagesDto {
  /** The person who reports. */
  @IsUUID()
  userId!: string;

  /** The other member of the conversation. */
  @IsUUID()
  otherId!: string;

  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(LIMITS.reportMessages)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  messageIds!: string[];
}

/**
 * Returns these messages of the conversation of two people, which is active or ended less than 30 days ago, in order. All of
 * them must be readable now: not deleted, not expired, no system messages. Only pairing makes this call.
 */
export const listReportableMessages = defineRpc({
  subject: 'messaging.message.reportable',
  access: 'process',
  request: ReportableMessagesDto,
  returns: returns<ReportableMessage[]>(),
  errors: ['MESSAGE_NOT_FOUND'],
});
