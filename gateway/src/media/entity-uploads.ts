import type { Actor, FileOwnerType, StagedFiles } from '@duet/contracts';
import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callTimeout } from '../http/deadline.js';
import type { Exchange } from '../http/exchange.js';
import { RateLimits } from '../limits/rate-limits.js';
import { MediaClient } from './media-client.js';
import { ENTITY_FILES } from './entity-files.limit.js';

type Caller = FastifyRequest & { user?: Actor };

/** Files of entities: media stores the bytes, then the entity's service refers to them or refuses. */
@Injectable()
export class EntityUploads {
  constructor(
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly log: Log,
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
    await this.count(exchange);
    const staged = await this.media.stageFiles(exchange, owner.type, owner.id);
    const unused = new Set(staged.files.map(({ id }) => id));
    try {
      for (const _ of staged.files.slice(1)) await this.count(exchange);
      const stored = await store(staged, callTimeout(exchange.request));
      for (const id of usedIn(stored)) unused.delete(id);
      await this.discard(exchange, unused);
      return stored;
    } catch (cause) {
      // After a 5xx the service may refer to them. media's collector asks it before it deletes its files.
      if (cause instanceof AppError && cause.status < 500) await this.discard(exchange, unused);
      throw cause;
    }
  }

  private async count({ request }: Exchange): Promise<void> {
    const { ip, user }: Caller = request;
    await this.limits.consume(ENTITY_FILES, { ip, userId: user?.userId, body: undefined });
  }

  private async discard({ request, reply }: Exchange, ids: ReadonlySet<string>): Promise<void> {
    if (ids.size === 0) return;
    await this.media
      .discardStaged(request, reply, [...ids])
      .catch((cause: unknown) => this.log.warn({ err: cause }, 'staged files discard failed'));
  }
}

/** Whether a request carries files. */
export const isForm = ({ request }: Exchange): boolean =>
  request.headers['content-type']?.startsWith('multipart/form-data') ?? false;
