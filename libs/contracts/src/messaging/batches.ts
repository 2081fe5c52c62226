import { ArrayMaxSize, ArrayMinSize, IsArray, IsUUID } from 'class-validator';
import type { RpcFailure } from '../core/errors.js';
import { type Done, defineRpc, returns } from '../bus/rpc.js';
import { WholeNumber } from '../core/validators.js';
import type { ConversationHead, MessageView } from '../conversation/views.js';

/** One send of a batch, with its access token. Each is authorised and validated by itself. */
export interface BatchedSend {
  token: string;
  send: unknown;
}

export type BatchedResult = { ok: true; message: MessageView } | { ok: false; failure: RpcFailure };

/** The sends that reached a realtime process in one turn of its event loop, in order. */
export class SendBatchDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(256)
  sends!: BatchedSend[];
}

export const sendBatch = defineRpc({
  subject: 'messaging.message.send-batch',
  access: 'process',
  request: SendBatchDto,
  returns: returns<BatchedResult[]>(),
  errors: [],
});

/** Returns the cursors of conversations, for the people who are connected to realtime. */
export class ConversationHeadsDto {
  @IsArray()
  @ArrayMaxSize(1000)
  @IsUUID('all', { each: true })
  userIds!: string[];
}

export const conversationHeads = defineRpc({
  subject: 'messaging.conversation.heads',
  access: 'process',
  request: ConversationHeadsDto,
  returns: returns<ConversationHead[]>(),
  errors: [],
});

/** Waits until messaging has consumed this version of the couple, so that the caller reads their own writes. */
export class CoupleSettledDto {
  @IsUUID()
  coupleId!: string;

  @WholeNumber(0)
  version!: number;
}

export const coupleSettled = defineRpc({
  subject: 'messaging.couple.settled',
  access: 'process',
  request: CoupleSettledDto,
  returns: returns<Done>(),
  errors: ['TIMEOUT'],
});
