import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type Observable, throwError, timeout } from 'rxjs';

/** Every answer is there before the client's own time-out, be it only to say that the outcome is unknown. */
@Injectable()
export class DeadlineInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(timeout({ first: LIMITS.gatewayDeadline, with: () => throwError(() => new AppError('TIMEOUT')) }));
  }
}
