import { createHash } from 'node:crypto';
import type { MessageType, SendMediaDto, SendMessageDto } from '@duet/contracts';
import { type RequestContext, requestContext } from '@duet/service-kit';
import { v4, v7 } from 'uuid';
import { type AttachmentRow, attachmentRow } from '../attachments/attachment.rows.js';

/** A message on its way into the database. It has its ids from the start, so writing it twice stores it once. */
export interface Draft {
  id: string;
  senderId: string;
  /** The conversation it is meant for; null: the sender's own, whichever that is. */
  chatId: string | null;
  clientMessageId: string;
  type: MessageType;
  content: string;
  attachments: AttachmentRow[];
  replyToId: string | null;
  bodyHash: Buffer;
  /** Of the call that brought it: a group is written for many. */
  context: RequestContext;
}

export function draftOf(senderId: string, dto: SendMessageDto): Draft {
  const type = dto.messageType ?? 'text';
  const replyToId = dto.replyTo?.toLowerCase() ?? null;
  return {
    id: v7(),
    senderId,
    chatId: dto.chatId?.toLowerCase() ?? null,
    clientMessageId: dto.clientMessageId?.toLowerCase() ?? v4(),
    type,
    content: dto.content,
    attachments: [],
    replyToId,
    bodyHash: hashOf([type, dto.content, replyToId]),
    context: requestContext.current(),
  };
}

/** Files have no words. What was sent is told by its bytes: a repeated upload has other ids and is the same message. */
export function mediaDraftOf(senderId: string, dto: SendMediaDto): Draft {
  const replyToId = dto.replyTo?.toLowerCase() ?? null;
  return {
    id: v7(),
    senderId,
    chatId: dto.chatId.toLowerCase(),
    clientMessageId: dto.clientMessageId.toLowerCase(),
    type: dto.messageType,
    content: '',
    attachments: dto.attachments.map(attachmentRow),
    replyToId,
    bodyHash: hashOf([dto.messageType, dto.attachments.map(({ sha256 }) => sha256.toLowerCase()), replyToId]),
    context: requestContext.current(),
  };
}

const hashOf = (body: unknown[]): Buffer => createHash('sha256').update(JSON.stringify(body)).digest();
