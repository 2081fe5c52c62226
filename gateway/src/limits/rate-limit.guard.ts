import type { Actor } from '@duet/contracts';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Limit, RateLimits } from './rate-limits.js';

const LIMIT = Symbol('LIMIT');

/** All changes of a person whose routes have no limit of their own, such as markers and settings. */
const CHANGES: Limit = { name: 'changes', rates: [{ by: 'user', points: 600, seconds: 60 }] };

/**
 * All reads of a person whose routes have no limit of their own. A page reads a few dozen answers when it opens, one while it
 * scrolls by a page and a few after a live update, so a person with several devices stays far below.
 */
const READS: Limit = { name: 'reads', rates: [{ by: 'user', points: 1_200, seconds: 60 }] };

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Limits how often a route may be called. */
export const RateLimit = (limit: Limit) => SetMetadata(LIMIT, limit);

/** The limit of a route: its own, or the one of all changes or reads. */
export const limitOf = (handler: object, method: string): Limit =>
  Reflect.getMetadata(LIMIT, handler) ?? (READING.has(method) ? READS : CHANGES);

type Request = FastifyRequest & { user?: Actor };

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(@Inject(RateLimits) private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { method, ip, user, body } = context.switchToHttp().getRequest<Request>();
    await this.limits.consume(limitOf(context.getHandler(), method), { ip, userId: user?.userId, body });
    return true;
  }
}
