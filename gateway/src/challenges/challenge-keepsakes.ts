import { type ChallengeView, keepChallenge, planKeepsake, recordKeepsake } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { FileCopies } from '../media/file-copies.js';

/** Keepsakes of challenges: media copies the files, memories makes the capsule, challenges remembers which one it is. */
@Injectable()
export class ChallengeKeepsakes {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(FileCopies) private readonly copies: FileCopies,
  ) {}

  /**
   * After a failure the press is repeated: it finds the capsule that exists.
   * @throws AppError the refusals of the three; RATE_LIMITED; UNAVAILABLE, TIMEOUT
   */
  async keep(context: CallContext, exchange: Exchange, challengeId: string): Promise<ChallengeView> {
    const { capsuleId, fileIds } = await this.rpc.call(planKeepsake, context, { challengeId });
    const toCopy = { ids: fileIds, from: { type: 'challenge' as const, id: challengeId } };
    const made = await this.copies.copyFor(
      exchange,
      { type: 'capsule', id: capsuleId },
      toCopy,
      async (attachments) => {
        const kept = await this.rpc.call(keepChallenge, context, { challengeId, capsuleId, attachments });
        return { answer: kept.capsuleId, used: kept.fileIds };
      },
    );
    return this.rpc.call(recordKeepsake, context, { id: challengeId, capsuleId: made });
  }
}
