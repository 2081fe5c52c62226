import { createHash } from 'node:crypto';
import type { SendMessageDto } from '@duet/contracts';
import { requestContext } from '@duet/service-kit';
import { v4, v7 } from 'uuid';

/** A message on its way into the database. It has its ids from the start, so writing it twice stores it once. */
export interface Draft {
  id: string;
  senderId: string;
  clientMessageId: string;
  type: 'text';
  content: string;
  replyToId: string | null;
  bodyHash: Buffer;
  requestId: string;
}

export function draftOf(senderId: string, dto: SendMessageDto): Draft {
  const type = dto.messageType ?? 'text';
  const replyToId = dto.replyTo?.toLowerCase() ?? null;
  return {
    id: v7(),
    senderId,
    clientMessageId: dto.clientMessageId?.toLowerCase() ?? v4(),
    type,
    content: dto.content,
    replyToId,
    bodyHash: createHash('sha256').update(JSON.stringify([type, dto.content, replyToId])).digest(),
    requestId: requestContext.requestId(),
  };
}
