import type { FileOwnerType, StagedFiles } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { callTimeout } from '../http/deadline.js';
import type { Exchange } from '../http/exchange.js';
import { RateLimits } from '../limits/rate-limits.js';
import { MediaClient } from './media-client.js';
import { OpenTransfers } from './open-transfers.js';
import { countEntityFile } from './entity-files.limit.js';

/** Files of entities: media stores the bytes, then the entity's service refers to them or refuses. */
@Injectable()
export class EntityUploads {
  constructor(
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(OpenTransfers) private readonly transfers: OpenTransfers,
  ) {}

  /**
   * @param store calls the entity's service, with the call's timeout in milliseconds
   * @param usedIn the files that its answer refers to; all others of this form are deleted
   * @throws AppError the refusals of media and of `store`; RATE_LIMITED; UNAVAILABLE, TIMEOUT when the outcome is unknown
   */
  async store<Type extends FileOwnerType, Stored>(
    exchange: Exchange,
    owner: { type: Type; id: string },
    store: (staged: StagedFiles<Type>, timeout: number) => Promise<Stored>,
    usedIn: (stored: Stored) => readonly string[],
  ): Promise<Stored> {
    await countEntityFile(this.limits, exchange);
    const staged = await this.media.stageFiles(exchange, owner.type, owner.id);
    const unused = new Set(staged.files.map(({ id }) => id));
    try {
      for (const _ of staged.files.slice(1)) await countEntityFile(this.limits, exchange);
      this.transfers.requireSession(exchange.request);
      const stored = await store(staged, callTimeout(exchange.request));
      for (const id of usedIn(stored)) unused.delete(id);
      await this.media.discardStaged(exchange, unused);
      return stored;
    } catch (cause) {
      // After a 5xx the service may refer to them. media's collector asks it before it deletes its files.
      if (cause instanceof AppError && cause.status < 500) await this.media.discardStaged(exchange, unused);
      throw cause;
    }
  }
}

/** Whether a request carries files. */
export const isForm = ({ request }: Exchange): boolean =>
  request.headers['content-type']?.startsWith('multipart/form-data') ?? false;
