import { type CoupleView, type Unlinked, coupleSettled } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/** How long an answer waits until the chat knows of a link or unlink, in milliseconds. */
const SETTLING = 2_000;

/** Lets whoever linked or unlinked read what they wrote. Best effort: the fact arrives in any case. */
@Injectable()
export class CoupleBarrier {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  async linked(context: CallContext, couple: CoupleView | null): Promise<void> {
    if (couple) await this.wait(context, { coupleId: couple._id, version: couple.version });
  }

  async unlinked(context: CallContext, unlinked: Unlinked | null): Promise<void> {
    if (unlinked) await this.wait(context, unlinked);
  }

  private async wait(context: CallContext, seen: Unlinked): Promise<void> {
    await this.rpc.call(coupleSettled, context, seen, SETTLING).catch(() => undefined);
  }
}
