import { LIMITS } from '@duet/contracts';
import { AppError, errorBody, monotonicNow } from '@duet/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Deadline {
  /** Milliseconds on the monotonic clock. */
  endsAt: number;
  timer: NodeJS.Timeout;
}

const deadlines = new WeakMap<FastifyRequest, Deadline>();

/**
 * Starts the deadline once the request's body has arrived and before any guard, because guards call stores too. If a
 * store does not answer before `releaseDeadline`, the reply is TIMEOUT: the outcome of the call is unknown.
 */
export function startDeadline(request: FastifyRequest, reply: FastifyReply): void {
  const timer = setTimeout(() => {
    if (reply.sent) return;
    const refusal = new AppError('TIMEOUT');
    void reply.status(refusal.status).send(errorBody(refusal, request.id));
  }, LIMITS.gatewayDeadline);
  deadlines.set(request, { endsAt: monotonicNow() + LIMITS.gatewayDeadline, timer });
}

/** Stops the timer. @returns the milliseconds left, or the full deadline if none had started */
export function releaseDeadline(request: FastifyRequest): number {
  const deadline = deadlines.get(request);
  if (!deadline) return LIMITS.gatewayDeadline;
  clearTimeout(deadline.timer);
  return deadline.endsAt - monotonicNow();
}
