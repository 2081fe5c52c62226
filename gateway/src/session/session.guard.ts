import { type Actor, PUSH_TOKEN } from '@duet/contracts';
import {
  AccessTokens,
  AppError,
  Clock,
  KeySet,
  Revocations,
  type TokenKind,
  type VerifiedToken,
  verifySigned,
} from '@duet/service-kit';
import { type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { archiveTokenOf } from '../http/archive-cookie.js';
import { bearerOf } from '../http/call-context.js';

const PUBLIC = 'duet:public';

/** Marks a route that needs no session. Every other route needs one. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Returns whether a route needs no session. The mark of the method overrides the mark of its controller. */
export const isPublic = (handler: object, controller: object): boolean =>
  Reflect.getMetadata(PUBLIC, handler) ?? Reflect.getMetadata(PUBLIC, controller) ?? false;

const OPTIONAL = 'duet:optional-session';

/** Marks a public route that also accepts a session: an expired, revoked or malformed token counts as none. */
export const OptionalSession = () => SetMetadata(OPTIONAL, true);

const SIGNED = 'duet:signed-link';

/** Marks a route that also accepts a signed link. Media, which serves the file, verifies the signature. */
export const OrSignedLink = () => SetMetadata(SIGNED, true);

/** The session named by a signed link; undefined if the call has an access token or no link. */
function linkedSession(context: ExecutionContext): string | undefined {
  if (Reflect.getMetadata(SIGNED, context.getHandler()) !== true) return undefined;
  const { headers, query } = context.switchToHttp().getRequest<FastifyRequest>();
  if (headers.authorization !== undefined || typeof query !== 'object' || query === null) return undefined;
  const session: unknown = Reflect.get(query, 's');
  return typeof session === 'string' ? session : undefined;
}

const PUSH_ONLY = 'duet:only-push-token';

/** Marks a route that accepts only the token inside a push notification. */
export const OnlyPushToken = () => SetMetadata(PUSH_ONLY, true);

const DOWNLOAD = 'duet:only-download-link';

/** Marks a route whose `token` parameter is a link of this kind, valid until its session ends. */
export const OnlyDownloadLink = (kind: TokenKind) => SetMetadata(DOWNLOAD, kind);

const ARCHIVE = 'duet:archive-cookie';

/** Marks a download that also accepts the access token of an archive cookie. */
export const OrArchiveCookie = () => SetMetadata(ARCHIVE, true);

/** The token counts as if it came in the header: it expires, and ends with its session. */
function acceptArchiveCookie(context: ExecutionContext): void {
  if (Reflect.getMetadata(ARCHIVE, context.getHandler()) !== true) return;
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const token = archiveTokenOf(request);
  if (token !== undefined) request.headers.authorization ??= `Bearer ${token}`;
}

/** A request whose link names the session that it ends with. */
export type LinkedRequest = FastifyRequest & { linkedSession?: string };

@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(
    @Inject(Revocations) private readonly revocations: Revocations,
    @Inject(AccessTokens) private readonly tokens: AccessTokens,
    @Inject(KeySet) private readonly keys: KeySet,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    super();
  }

  override canActivate(
    context: ExecutionContext,
  ): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    if (isPublic(context.getHandler(), context.getClass())) {
      if (Reflect.getMetadata(OPTIONAL, context.getHandler()) === true) this.acceptOptional(context);
      return true;
    }
    acceptArchiveCookie(context);
    const session = linkedSession(context) ?? this.pushSession(context) ?? this.downloadSession(context);
    if (session === undefined) return this.acceptKnown(context) || super.canActivate(context);
    // A link or the token of a push is valid for some minutes, and only until its session ends.
    if (this.revocations.isRevoked(session)) throw new AppError('UNAUTHENTICATED');
    context.switchToHttp().getRequest<LinkedRequest>().linkedSession = session;
    return true;
  }

  /**
   * Accepts a token whose signature was verified before. Passport verifies each new one: doing so for every call took a fifth of
   * the gateway's time (docs/decisions/0237).
   * @returns whether the token is known @throws AppError TOKEN_EXPIRED, UNAUTHENTICATED, UNAVAILABLE
   */
  private acceptKnown(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: Actor }>();
    const token = bearerOf(request);
    if (token === undefined || !this.tokens.isKnown(token)) return false;
    const { userId, sessionId } = this.tokens.verify(token);
    if (this.revocations.isRevoked(sessionId)) throw new AppError('UNAUTHENTICATED');
    request.user = { userId, sessionId };
    return true;
  }

  private acceptOptional(context: ExecutionContext): void {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: Actor }>();
    const actor = this.actorOf(bearerOf(request));
    if (actor) request.user = actor;
    else delete request.headers.authorization;
  }

  /** @throws AppError UNAVAILABLE */
  private actorOf(token: string | undefined): Actor | null {
    const verified = this.verified(token);
    if (!verified || this.revocations.isRevoked(verified.sessionId)) return null;
    return { userId: verified.userId, sessionId: verified.sessionId };
  }

  private verified(token: string | undefined): VerifiedToken | null {
    try {
      return this.tokens.verify(token ?? '');
    } catch {
      return null;
    }
  }

  /** @throws AppError for any token other than that of a push */
  private pushSession(context: ExecutionContext): string | undefined {
    if (Reflect.getMetadata(PUSH_ONLY, context.getHandler()) !== true) return undefined;
    return this.tokens.verify(bearerOf(context.switchToHttp().getRequest<FastifyRequest>()) ?? '', [PUSH_TOKEN])
      .sessionId;
  }

  /** @throws AppError NOT_FOUND for an invalid or expired link */
  private downloadSession(context: ExecutionContext): string | undefined {
    const kind: TokenKind | undefined = Reflect.getMetadata(DOWNLOAD, context.getHandler());
    if (!kind) return undefined;
    const { token = '' } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { token?: string } }>>().params;
    const session = sessionOfLink(this.keys, token, kind, this.clock.untested());
    if (session === null) throw new AppError('NOT_FOUND');
    return session;
  }

  override handleRequest<User>(
    error: unknown,
    user: User | false | null,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (user) {
      // Remembers the token for its next calls.
      this.tokens.verify(bearerOf(context.switchToHttp().getRequest<FastifyRequest>()) ?? '');
      return user;
    }
    throw error instanceof AppError ? error : new AppError('UNAUTHENTICATED');
  }
}

function sessionOfLink(keys: KeySet, link: string, kind: TokenKind, now: Date): string | null {
  try {
    const session: unknown = verifySigned(keys, link, kind, now)['sid'];
    return typeof session === 'string' ? session : null;
  } catch {
    return null;
  }
}
