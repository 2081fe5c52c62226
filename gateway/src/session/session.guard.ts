import { AppError } from '@duet/service-kit';
import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';

const PUBLIC = 'duet:public';

/** Marks a route that anybody may call. Every other route needs a session. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Whether a route is open to anybody; what is said of the method wins over what is said of its controller. */
export const isPublic = (handler: object, controller: object): boolean =>
  Reflect.getMetadata(PUBLIC, handler) ?? Reflect.getMetadata(PUBLIC, controller) ?? false;

@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  override canActivate(context: ExecutionContext): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    return isPublic(context.getHandler(), context.getClass()) ? true : super.canActivate(context);
  }

  override handleRequest<User>(_error: unknown, user: User | false | null, info: unknown): User {
    if (user) return user;
    const expired = info instanceof Error && info.name === 'TokenExpiredError';
    throw new AppError(expired ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED');
  }
}
