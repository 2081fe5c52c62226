import { type ChallengeView, type CompleteStepByIdDto, completeStep } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { EntityFiles } from '../media/entity-files.js';
import { EntityUploads } from '../media/entity-uploads.js';

/** The files of proofs: challenges answers with those that the viewer may load, and media describes and signs them. */
@Injectable()
export class ProofFiles {
  constructor(
    @Inject(EntityFiles) private readonly files: EntityFiles,
    @Inject(EntityUploads) private readonly uploads: EntityUploads,
    @Inject(RpcClient) private readonly rpc: RpcClient,
  ) {}

  /**
   * Completes a step with pictures or a voice note. A repeated `clientId` answers with the challenge as it is, and the files
   * that came again are deleted.
   * @throws AppError as `EntityUploads.store`
   */
  async complete(
    context: CallContext,
    exchange: Exchange,
    ids: Pick<CompleteStepByIdDto, 'id' | 'stepId'>,
  ): Promise<ChallengeView> {
    return this.uploads.store(
      exchange,
      { type: 'challenge', id: ids.id },
      ({ files, fields: { text, clientId } }, timeout) => {
        const step = { ...ids, clientId, ...(text !== undefined && { text }), attachments: files };
        return this.rpc.call(completeStep, context, step, timeout);
      },
      fileIdsOf,
    );
  }

  /** Fills in the files. Without media's answer they stay null, and the words are readable all the same. */
  async fill(exchange: Exchange, challenge: ChallengeView): Promise<ChallengeView> {
    const { _id: id, access } = challenge;
    const ids = fileIdsOf(challenge);
    const files = await this.files.describeIfPossible(exchange, [{ type: 'challenge', id, ...access, ids }]);
    return {
      ...challenge,
      steps: challenge.steps.map((step) => ({
        ...step,
        parts: step.parts.map((part) => ({
          ...part,
          attachments: part.attachments.map((one) => ({ ...one, file: files.get(one.id) ?? null })),
        })),
      })),
    };
  }

  /** Ends links of earlier epochs before a press is answered that takes files away. @throws AppError UNAVAILABLE, TIMEOUT */
  async endEarlierLinks(exchange: Exchange, id: string, coupleId: string, epoch: number): Promise<void> {
    await this.files.endEarlierLinks(exchange, { type: 'challenge', id, coupleId }, epoch);
  }
}

const fileIdsOf = ({ steps }: ChallengeView): string[] =>
  steps.flatMap(({ parts }) => parts.flatMap(({ attachments }) => attachments.map(({ id }) => id)));
