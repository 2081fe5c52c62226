import { randomUUID } from 'node:crypto';
import { type ConversationHead, conversationHeads } from '@duet/contracts';
import { Batcher, RpcClient, timeoutAfter } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { isolationOf } from '../messages/batch-isolation.js';

type ConversationCursor = ConversationHead | null;

/** Milliseconds between two calls (docs/decisions/0245). */
const PACE = 10;

/** Reads conversation cursors from messaging, batched, so that a reconnect storm makes few calls. */
@Injectable()
export class ConversationCursors {
  private readonly batcher: Batcher<string, ConversationCursor>;

  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {
    this.batcher = new Batcher((userIds, waited) => this.readBatch(userIds, timeoutAfter(waited)), {
      items: 1_000,
      weight: Number.POSITIVE_INFINITY,
      inFlight: 2,
      pace: PACE,
      weigh: () => 1,
      keyOf: (userId) => userId,
      isolate: isolationOf,
    });
  }

  /** Null for a person without a conversation. @throws AppError if messaging does not answer. */
  read(userId: string): Promise<ConversationCursor> {
    return this.batcher.add(userId);
  }

  private async readBatch(userIds: string[], limit: number): Promise<ConversationCursor[]> {
    const heads = await this.rpc.call(conversationHeads, { requestId: randomUUID() }, { userIds }, limit);
    const byUser = new Map(heads.map((head) => [head.userId, head]));
    return userIds.map((userId) => byUser.get(userId) ?? null);
  }
}
