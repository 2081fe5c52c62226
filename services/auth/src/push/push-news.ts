import { shouldPush } from '@duet/contracts';
import { RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Job } from '@duet/service-kit';
import type { QueuedPush } from './push-queue.js';

/** Milliseconds that messaging has to answer: a superfluous push is better than a late one. */
const TIMEOUT = 1_000;

/** Asks messaging whether the message of a queued push is still unread, because no durable event says that it was read. */
@Injectable()
export class PushNews {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** @returns true also for other kinds of push, and when messaging does not answer in time */
  async isStillUnread(
    { payload: { kind, about, fromId }, lease }: Job<QueuedPush>,
    receiverId: string,
  ): Promise<boolean> {
    if (kind !== 'message' && kind !== 'reaction') return true;
    const asked = {
      messageId: about,
      receiverId,
      ...(kind === 'reaction' && fromId !== null && { reactedBy: fromId }),
    };
    const answer = await this.rpc.call(shouldPush, { requestId: lease }, asked, TIMEOUT).catch(() => null);
    return answer?.wanted ?? true;
  }
}
