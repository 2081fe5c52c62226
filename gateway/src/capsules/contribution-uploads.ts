import {
  type Actor,
  type AddContributionByIdDto,
  type ContributionFieldsDto,
  type ContributionView,
  type StagedFiles,
  addContribution,
} from '@duet/contracts';
import { AppError, type CallContext, LOGGER, type Log, RpcClient, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../http/exchange.js';
import { RateLimits } from '../limits/rate-limits.js';
import { MediaClient } from '../media/media-client.js';
import { MEMORY_FILES } from '../media/memory-files.limit.js';

type Caller = FastifyRequest & { user?: Actor };

/** Files that become a contribution: media stores the bytes, then memories refers to them or refuses. */
@Injectable()
export class ContributionUploads {
  constructor(
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * A repeated `clientId` answers with the first contribution, and the files that came again are deleted.
   * @throws AppError the refusals of media and of memories; RATE_LIMITED; UNAVAILABLE, TIMEOUT when the outcome is unknown
   */
  async contribute(context: CallContext, exchange: Exchange, capsuleId: string): Promise<ContributionView> {
    await this.count(exchange);
    const { files, fields }: StagedFiles = await this.media.stageFiles(exchange, 'capsule', capsuleId);
    const unused = new Set(files.map(({ id }) => id));
    try {
      for (const _ of files.slice(1)) await this.count(exchange);
      const made = await this.rpc.call(addContribution, context, contributionOf(capsuleId, files, fields));
      for (const { id } of made.attachments) unused.delete(id);
      await this.discard(exchange, unused);
      return made;
    } catch (cause) {
      // After a 5xx the contribution may exist. media's collector asks memories before it deletes its files.
      if (cause instanceof AppError && cause.status < 500) await this.discard(exchange, unused);
      throw cause;
    }
  }

  private async count({ request }: Exchange): Promise<void> {
    const { ip, user }: Caller = request;
    await this.limits.consume(MEMORY_FILES, { ip, userId: user?.userId, body: undefined });
  }

  private async discard({ request, reply }: Exchange, ids: ReadonlySet<string>): Promise<void> {
    if (ids.size === 0) return;
    await this.media
      .discardStaged(request, reply, [...ids])
      .catch((cause: unknown) => this.log.warn({ err: cause }, 'staged files discard failed'));
  }
}

/** memories validates the fields; here they only get their types. @throws AppError VALIDATION_FAILED for JSON that is none */
function contributionOf(
  id: string,
  files: StagedFiles['files'],
  { place, captions, text, ...fields }: ContributionFieldsDto,
): AddContributionByIdDto {
  const words = captions === undefined ? [] : parsed('captions', captions);
  if (!Array.isArray(words)) throw fieldError('captions', 'captions must be a list');
  const attachments = files.map((file, index) => ({
    ...file,
    ...(words[index] !== undefined && { caption: words[index] }),
  }));
  const given = {
    ...fields,
    // An empty text field of a form says nothing.
    ...(text !== undefined && text.trim() !== '' && { text }),
    ...(place !== undefined && { place: parsed('place', place) }),
  };
  return Object.assign({ id, attachments }, given) as AddContributionByIdDto;
}

function parsed(field: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw fieldError(field, `${field} must be JSON`);
  }
}
