import type { Actor } from '@duet/contracts';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { type Limit, RateLimits } from './rate-limits.js';

const LIMIT = Symbol('LIMIT');

/** All changes of a person whose routes have no limit of their own, such as markers and settings. */
const CHANGES: Limit = { name: 'changes', rates: [{ by: 'user', points: 600, seconds: 60 }] };

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Limits how often a route may be called. */
export const RateLimit = (limit: Limit) => SetMetadata(LIMIT, limit);

type Request = FastifyRequest & { user?: Actor };

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const own = this.reflector.get<Limit | undefined>(LIMIT, context.getHandler());
    const { method, ip, user, body } = context.switchToHttp().getRequest<Request>();
    const limit = own ?? (READS.has(method) ? undefined : CHANGES);
    if (limit) await this.limits.consume(limit, { ip, userId: user?.userId, body });
    return true;
  }
}
