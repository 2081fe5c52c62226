import { AccessTokens, AppError, Revocations } from '@duet/service-kit';
import { type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { bearerOf } from '../http/call-context.js';

const PUBLIC = 'duet:public';

/** Marks a route that anybody may call. Every other route needs a session. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Whether a route is open to anybody; what is said of the method wins over what is said of its controller. */
export const isPublic = (handler: object, controller: object): boolean =>
  Reflect.getMetadata(PUBLIC, handler) ?? Reflect.getMetadata(PUBLIC, controller) ?? false;

const SIGNED = 'duet:signed-link';

/** Marks a route that also opens to a signed link; who serves what it leads to verifies the signature. */
export const OrSignedLink = () => SetMetadata(SIGNED, true);

/** The session that a signed link is of; undefined for whoever comes in the name of a session, or with nothing. */
function linkedSession(context: ExecutionContext): string | undefined {
  if (Reflect.getMetadata(SIGNED, context.getHandler()) !== true) return undefined;
  const { headers, query } = context.switchToHttp().getRequest<FastifyRequest>();
  if (headers.authorization !== undefined || typeof query !== 'object' || query === null) return undefined;
  const session: unknown = Reflect.get(query, 's');
  return typeof session === 'string' ? session : undefined;
}

const NOTICE = 'duet:only-notice';

/** Marks a route that opens to the token a device is told of a message with, and to no other. */
export const OnlyNotice = () => SetMetadata(NOTICE, true);

@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(
    @Inject(Revocations) private readonly revocations: Revocations,
    @Inject(AccessTokens) private readonly tokens: AccessTokens,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    if (isPublic(context.getHandler(), context.getClass())) return true;
    const session = linkedSession(context) ?? this.noticedSession(context);
    if (session === undefined) return super.canActivate(context);
    // A link or a notice is good for some minutes, and ends with the session that it was made in.
    if (this.revocations.isRevoked(session)) throw new AppError('UNAUTHENTICATED');
    return true;
  }

  /** @throws AppError for any token that is no notice's */
  private noticedSession(context: ExecutionContext): string | undefined {
    if (Reflect.getMetadata(NOTICE, context.getHandler()) !== true) return undefined;
    return this.tokens.verify(bearerOf(context.switchToHttp().getRequest<FastifyRequest>()) ?? '', ['notice']).sessionId;
  }

  override handleRequest<User>(_error: unknown, user: User | false | null, info: unknown): User {
    if (user) return user;
    const expired = info instanceof Error && info.name === 'TokenExpiredError';
    throw new AppError(expired ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED');
  }
}
