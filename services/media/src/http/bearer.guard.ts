import type { Actor } from '@duet/contracts';
import { AccessTokens, AppError } from '@duet/service-kit';
import { type CanActivate, type ExecutionContext, Inject, Injectable, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

type Authenticated = FastifyRequest & { actor?: Actor };

export function bearerOf({ headers }: FastifyRequest): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

/** Who is calling, by the token that the gateway passed on; its word alone would not do. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(@Inject(AccessTokens) private readonly tokens: AccessTokens) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Authenticated>();
    const token = bearerOf(request);
    if (!token) throw new AppError('UNAUTHENTICATED');
    const { userId, sessionId } = this.tokens.verify(token);
    request.actor = { userId, sessionId };
    return true;
  }
}

/** The caller, on routes behind the guard. */
export const Caller = createParamDecorator((_: unknown, host: ExecutionContext) => host.switchToHttp().getRequest<Authenticated>().actor);
