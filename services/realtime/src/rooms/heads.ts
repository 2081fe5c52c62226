import { randomUUID } from 'node:crypto';
import { type ConversationHead, conversationHeads } from '@duet/contracts';
import { RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Gatherer } from '../messages/gatherer.js';

type Head = ConversationHead | null;

/** Where people's conversations stand. A storm of reconnects asks in few calls. */
@Injectable()
export class Heads {
  private readonly gatherer: Gatherer<string, Head>;

  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {
    this.gatherer = new Gatherer((userIds) => this.ask(userIds), {
      items: 1_000,
      weight: Number.POSITIVE_INFINITY,
      inFlight: 2,
      weigh: () => 1,
      keyOf: (userId) => userId,
    });
  }

  /** Null for somebody without a conversation. @throws AppError when messaging does not answer. */
  of(userId: string): Promise<Head> {
    return this.gatherer.add(userId);
  }

  private async ask(userIds: string[]): Promise<Head[]> {
    const heads = await this.rpc.call(conversationHeads, { requestId: randomUUID() }, { userIds });
    const byUser = new Map(heads.map((head) => [head.userId, head]));
    return userIds.map((userId) => byUser.get(userId) ?? null);
  }
}
