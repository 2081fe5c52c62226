import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsUUID, Min } from 'class-validator';
import type { RpcFailure } from '../core/errors.js';
import { type Done, defineRpc, returns } from '../core/rpc.js';
import type { ConversationHead, MessageView } from './views.js';

/** One send of a socket's turn with the bearer token it arrived under: each is authorised and validated by itself. */
export interface BatchedSend {
  token: string;
  send: unknown;
}

export type BatchedResult = { ok: true; message: MessageView } | { ok: false; failure: RpcFailure };

/** The sends that reached one realtime process in one turn of its event loop, in order. */
export class SendBatchDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(256)
  sends!: BatchedSend[];
}

export const sendBatch = defineRpc({
  subject: 'messaging.message.send-batch',
  access: 'public',
  request: SendBatchDto,
  returns: returns<BatchedResult[]>(),
  errors: [],
});

/** For the socket edge: where the conversations of its connected people stand. */
export class ConversationHeadsDto {
  @IsArray()
  @ArrayMaxSize(1000)
  @IsUUID('all', { each: true })
  userIds!: string[];
}

export const conversationHeads = defineRpc({
  subject: 'messaging.conversation.heads',
  access: 'public',
  request: ConversationHeadsDto,
  returns: returns<ConversationHead[]>(),
  errors: [],
});

/** Answers as soon as messaging has seen this version of the couple; the edge's read-your-writes barrier. */
export class CoupleSettledDto {
  @IsUUID()
  coupleId!: string;

  @IsInt()
  @Min(0)
  version!: number;
}

export const coupleSettled = defineRpc({
  subject: 'messaging.couple.settled',
  access: 'public',
  request: CoupleSettledDto,
  returns: returns<Done>(),
  errors: ['TIMEOUT'],
});
