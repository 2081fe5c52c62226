import type { Actor } from '@duet/contracts';
import { AccessTokens, AppError } from '@duet/service-kit';
import { type CanActivate, type ExecutionContext, Inject, Injectable, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

type Authenticated = FastifyRequest & { actor?: Actor };

/** The token of the Authorization header; undefined for none. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

/** Authenticates the user by the token that the gateway passes on; a user id alone is never trusted. */
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

/** The authenticated user of a route behind the guard. */
export const BearerActor = createParamDecorator(
  (_: unknown, host: ExecutionContext) => host.switchToHttp().getRequest<Authenticated>().actor,
);
