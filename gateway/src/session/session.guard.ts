import type { Actor } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { type ExecutionContext, Inject, Injectable, SetMetadata, createParamDecorator } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';

const PUBLIC = Symbol('PUBLIC');

/** Marks a route that anybody may call. Every other route needs a session. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The caller's identity, on routes that need a session. */
export const Caller = createParamDecorator((_: unknown, host: ExecutionContext) => host.switchToHttp().getRequest<{ user: Actor }>().user);

@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {
    super();
  }

  override canActivate(context: ExecutionContext): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    const isPublic = this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()]);
    return isPublic ? true : super.canActivate(context);
  }

  override handleRequest<User>(_error: unknown, user: User | false | null, info: unknown): User {
    if (user) return user;
    const expired = info instanceof Error && info.name === 'TokenExpiredError';
    throw new AppError(expired ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED');
  }
}
