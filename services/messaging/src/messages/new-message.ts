import { createHash } from 'node:crypto';
import type { CardView, MessageType, SendMediaDto, SendMessageDto } from '@duet/contracts';
import { type RequestContext, requestContext } from '@duet/service-kit';
import { v4, v7 } from 'uuid';
import { type AttachmentRow, attachmentRow } from './attachment.queries.js';

/** A message before it is stored. Its ids are fixed, so writing it twice stores it once. */
export interface NewMessage {
  id: string;
  senderId: string;
  /** The conversation that the client named; null: the sender's active one. */
  chatId: string | null;
  clientMessageId: string;
  type: MessageType;
  content: string;
  sticker: string | null;
  card: CardView | null;
  attachments: AttachmentRow[];
  replyToId: string | null;
  bodyHash: Buffer;
  /** The context of its call; one batch serves many calls. */
  context: RequestContext;
}

export function newMessageOf(senderId: string, dto: SendMessageDto): NewMessage {
  const type = dto.messageType ?? 'text';
  const sticker = dto.sticker ?? null;
  const card = dto.card ? { type: dto.card.type, id: dto.card.id.toLowerCase() } : null;
  const replyToId = dto.replyTo?.toLowerCase() ?? null;
  return {
    id: v7(),
    senderId,
    chatId: dto.chatId?.toLowerCase() ?? null,
    clientMessageId: dto.clientMessageId?.toLowerCase() ?? v4(),
    type,
    content: dto.content,
    sticker,
    card,
    attachments: [],
    replyToId,
    // Hashes of texts without either are older than both.
    bodyHash: hashOf([
      type,
      dto.content,
      replyToId,
      ...(sticker === null ? [] : [sticker]),
      ...(card === null ? [] : [card]),
    ]),
    context: requestContext.current(),
  };
}

/** The hash covers the files' bytes and not their ids, because a repeated upload has new ids. */
export function newMediaMessageOf(senderId: string, dto: SendMediaDto): NewMessage {
  const replyToId = dto.replyTo?.toLowerCase() ?? null;
  const content = dto.content?.trim() ? dto.content : '';
  return {
    id: v7(),
    senderId,
    chatId: dto.chatId.toLowerCase(),
    clientMessageId: dto.clientMessageId.toLowerCase(),
    type: dto.messageType,
    content,
    sticker: null,
    card: null,
    attachments: dto.attachments.map(attachmentRow),
    replyToId,
    // Hashes of files without words are older than both.
    bodyHash: hashOf([
      dto.messageType,
      dto.attachments.map(({ sha256 }) => sha256.toLowerCase()),
      replyToId,
      ...(content === '' ? [] : [content]),
    ]),
    context: requestContext.current(),
  };
}

const hashOf = (body: unknown[]): Buffer => createHash('sha256').update(JSON.stringify(body)).digest();
