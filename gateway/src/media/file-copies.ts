import { type CopiedFileDto, type FileSourceDto, LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { RateLimits } from '../limits/rate-limits.js';
import { MediaClient } from './media-client.js';
import { OpenTransfers } from './open-transfers.js';
import { countEntityFile } from './entity-files.limit.js';

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
    @Inject(OpenTransfers) private readonly transfers: OpenTransfers,
  ) {}

  /**
   * Copies the files for `owner` and passes the copies on. Copies that `use` does not refer to are deleted.
   * @param use answers with the ids of the copies that something refers to now
   * @throws AppError the refusals of media and of `use`; RATE_LIMITED; UNAVAILABLE, TIMEOUT when the outcome is unknown
   */
  async copyFor<Answer>(
    exchange: Exchange,
    owner: FileSourceDto,
    { ids, from }: FilesToCopy,
    use: (copies: CopiedFileDto[]) => Promise<{ answer: Answer; used: readonly string[] }>,
  ): Promise<Answer> {
    const copies: CopiedFileDto[] = [];
    const unused = new Set<string>();
    try {
      for (let first = 0; first < ids.length; first += LIMITS.filesPerUpload) {
        const some = ids.slice(first, first + LIMITS.filesPerUpload);
        for (const _ of some) await countEntityFile(this.limits, exchange);
        this.transfers.requireSession(exchange.request);
        const { files } = await this.media.copyFiles(exchange, owner, { ids: some, ...(from && { from }) });
        copies.push(...files);
        for (const { id } of files) unused.add(id);
      }
      this.transfers.requireSession(exchange.request);
      const { answer, used } = await use(copies);
      for (const id of used) unused.delete(id);
      await this.media.discardStaged(exchange, unused);
      return answer;
    } catch (cause) {
      // After a 5xx something may refer to the copies. media's collector asks before it deletes them.
      if (cause instanceof AppError && cause.status < 500) await this.media.discardStaged(exchange, unused);
      throw cause;
    }
  }
}
