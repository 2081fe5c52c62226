import type { Actor } from '@duet/contracts';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { type Limit, RateLimits } from './rate-limits.js';

const LIMIT = Symbol('LIMIT');

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
    const limit = this.reflector.get<Limit | undefined>(LIMIT, context.getHandler());
    const { ip, user, body } = context.switchToHttp().getRequest<Request>();
    if (limit) await this.limits.consume(limit, { ip, userId: user?.userId, body });
    return true;
  }
}
