import { type StoryReadingView, keepStory, planStoryKeepsake, recordStoryKeepsake } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { FileCopies } from '../media/file-copies.js';

/** Keepsakes of stories: media copies the photos, memories makes the capsule, challenges remembers which one it is. */
@Injectable()
export class StoryKeepsakes {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(FileCopies) private readonly copies: FileCopies,
  ) {}

  /**
   * After a failure the press is repeated: it finds the capsule that exists.
   * @throws AppError the refusals of the three; RATE_LIMITED; UNAVAILABLE, TIMEOUT
   */
  async keep(context: CallContext, exchange: Exchange, readingId: string): Promise<StoryReadingView> {
    const { capsuleId, fileIds } = await this.rpc.call(planStoryKeepsake, context, { sessionId: readingId });
    const toCopy = { ids: fileIds, from: { type: 'story' as const, id: readingId } };
    const made = await this.copies.copyFor(
      exchange,
      { type: 'capsule', id: capsuleId },
      toCopy,
      async (attachments) => {
        const kept = await this.rpc.call(keepStory, context, { sessionId: readingId, capsuleId, attachments });
        return { answer: kept.capsuleId, used: kept.fileIds };
      },
    );
    return this.rpc.call(recordStoryKeepsake, context, { id: readingId, capsuleId: made });
  }
}
