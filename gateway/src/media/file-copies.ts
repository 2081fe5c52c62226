import { type Actor, type CopiedFileDto, type FileSourceDto, LIMITS } from '@duet/contracts';
import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../http/exchange.js';
import { RateLimits } from '../limits/rate-limits.js';
import { MediaClient } from './media-client.js';
import { ENTITY_FILES } from './entity-files.limit.js';

type Caller = FastifyRequest & { user?: Actor };

/** Files to copy: of messages, or of the entity `from`. */
export interface FilesToCopy {
  ids: readonly string[];
  from?: FileSourceDto;
}

/** Copies of files that become a part of something: media stores them, then a service refers to them or refuses. */
@Injectable()
export class FileCopies {
  constructor(
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * Copies the files for `owner` and passes the copies on. Copies that `use` does not refer to are deleted.
   * @param use answers with the ids of the copies that something refers to now
   * @throws AppError the refusals of media and of `use`; RATE_LIMITED; UNAVAILABLE, TIMEOUT when the outcome is unknown
   */
  async lend<Answer>(
    exchange: Exchange,
    owner: FileSourceDto,
    { ids, from }: FilesToCopy,
    use: (copies: CopiedFileDto[]) => Promise<{ answer: Answer; used: readonly string[] }>,
  ): Promise<Answer> {
    const copies: CopiedFileDto[] = [];
    try {
      for (let first = 0; first < ids.length; first += LIMITS.filesPerUpload) {
        const some = ids.slice(first, first + LIMITS.filesPerUpload);
        for (const _ of some) await this.count(exchange);
        const { files } = await this.media.copyFiles(exchange, owner, { ids: some, ...(from && { from }) });
        copies.push(...files);
      }
      const { answer, used } = await use(copies);
      await this.discard(exchange, copies, used);
      return answer;
    } catch (cause) {
      // After a 5xx something may refer to the copies. media's collector asks before it deletes them.
      if (cause instanceof AppError && cause.status < 500) await this.discard(exchange, copies, []);
      throw cause;
    }
  }

  private async count({ request }: Exchange): Promise<void> {
    const { ip, user }: Caller = request;
    await this.limits.consume(ENTITY_FILES, { ip, userId: user?.userId, body: undefined });
  }

  private async discard(
    { request, reply }: Exchange,
    copies: readonly CopiedFileDto[],
    used: readonly string[],
  ): Promise<void> {
    const unused = copies.map(({ id }) => id).filter((id) => !used.includes(id));
    if (unused.length === 0) return;
    await this.media
      .discardStaged(request, reply, unused)
      .catch((cause: unknown) => this.log.warn({ err: cause }, 'staged files discard failed'));
  }
}
