import type { Actor } from '@duet/contracts';
import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { type Limit, type Rate, RateLimits } from './rate-limits.js';

const LIMIT = Symbol('LIMIT');

/** Limits how often a route may be called. */
export const RateLimit = (limit: Limit) => SetMetadata(LIMIT, limit);

type Request = FastifyRequest & { user?: Actor };

function keyOf(rate: Rate, request: Request): string | undefined {
  if (rate.by === 'ip') return request.ip;
  if (rate.by === 'user') return request.user?.userId;
  const body: unknown = request.body;
  const field = rate.by.slice('field:'.length);
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === 'string' && value !== '' ? value.trim().slice(0, 254) : undefined;
}

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<Limit | undefined>(LIMIT, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    for (const rate of limit?.rates ?? []) {
      const key = keyOf(rate, request);
      if (limit && key) await this.limits.consume(limit, rate, key);
    }
    return true;
  }
}
