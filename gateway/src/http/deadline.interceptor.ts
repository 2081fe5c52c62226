import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Observable, throwError, timeout } from 'rxjs';

const NO_DEADLINE = Symbol('NO_DEADLINE');

/** For uploads: they take as long as bytes keep moving, which whoever streams them watches. */
export const NoDeadline = () => SetMetadata(NO_DEADLINE, true);

/** Every answer is there before the client's own time-out, be it only to say that the outcome is unknown. */
@Injectable()
export class DeadlineInterceptor implements NestInterceptor {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get<boolean | undefined>(NO_DEADLINE, context.getHandler())) return next.handle();
    return next.handle().pipe(timeout({ first: LIMITS.gatewayDeadline, with: () => throwError(() => new AppError('TIMEOUT')) }));
  }
}
