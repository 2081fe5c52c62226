import { type CoupleView, type Unlinked, challengesSettled, coupleSettled, memoriesSettled } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/** Milliseconds that an answer waits until messaging, memories and challenges have applied a link or unlink. */
const SETTLE_TIMEOUT = 2_000;

/**
 * Delays the answer to a link or unlink until messaging, memories and challenges have applied it, so that the caller reads
 * their own write. Best effort: all consume the event in any case.
 */
@Injectable()
export class CoupleBarrier {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  async awaitLink(context: CallContext, couple: CoupleView | null): Promise<void> {
    if (couple) await this.wait(context, { coupleId: couple._id, version: couple.version });
  }

  async awaitUnlink(context: CallContext, unlinked: Unlinked | null): Promise<void> {
    if (unlinked) await this.wait(context, unlinked);
  }

  private async wait(context: CallContext, seen: Unlinked): Promise<void> {
    const calls = [coupleSettled, memoriesSettled, challengesSettled];
    const waits = calls.map((call) => this.rpc.call(call, context, seen, SETTLE_TIMEOUT));
    await Promise.allSettled(waits);
  }
}
