import { wantedPush } from '@duet/contracts';
import { RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { PushJob } from './push-job.entity.js';

/** Milliseconds that messaging has to answer in: a push too many is better than one that comes late. */
const PATIENCE = 1_000;

/** Whether what waits still says something new, by messaging's own word: reading is told by no durable fact. */
@Injectable()
export class PushNews {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Also when messaging does not say. */
  async isStill({ id, kind, about, fromId }: PushJob, receiverId: string): Promise<boolean> {
    if (kind !== 'message' && kind !== 'reaction') return true;
    const asked = { messageId: about, receiverId, ...(kind === 'reaction' && fromId !== null && { reactedBy: fromId }) };
    const answer = await this.rpc.call(wantedPush, { requestId: id }, asked, PATIENCE).catch(() => null);
    return answer?.wanted ?? true;
  }
}
