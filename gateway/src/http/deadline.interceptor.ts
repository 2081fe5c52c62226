import { AppError } from '@duet/service-kit';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Observable, throwError, timeout } from 'rxjs';
import { releaseDeadline } from './deadline.js';

const NO_DEADLINE = Symbol('NO_DEADLINE');

/** For uploads and copies of files, which may take as long as bytes keep moving. The code that calls media watches for a stall. */
export const NoDeadline = () => SetMetadata(NO_DEADLINE, true);

/**
 * Answers every call before the client's own timeout, if only to say that the outcome is unknown. Time spent in guards
 * counts.
 */
@Injectable()
export class DeadlineInterceptor implements NestInterceptor {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const left = releaseDeadline(context.switchToHttp().getRequest());
    const late = (): Observable<never> => throwError(() => new AppError('TIMEOUT'));
    if (left <= 0) return late();
    if (this.reflector.get<boolean | undefined>(NO_DEADLINE, context.getHandler())) return next.handle();
    return next.handle().pipe(timeout({ first: left, with: late }));
  }
}
