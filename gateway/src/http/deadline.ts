import { LIMITS } from '@duet/contracts';
import { AppError, errorBody, monotonicNow, timeoutAfter } from '@duet/service-kit';
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

/**
 * Stops the clock of a request while its body arrives: an upload may take as long as bytes keep moving.
 * @returns starts the clock again, with what was left
 */
export function pauseDeadline(request: FastifyRequest): () => void {
  const left = timeLeft(request);
  return () => {
    const deadline = deadlines.get(request);
    if (deadline) deadline.endsAt = monotonicNow() + left;
  };
}

/** The timeout for a call that follows an upload, in milliseconds: what is left of the deadline, but at least a second. */
export const callTimeout = (request: FastifyRequest): number =>
  timeoutAfter(LIMITS.gatewayDeadline - timeLeft(request));

/** Stops the timer. @returns the milliseconds left, or the full deadline if none had started */
export function releaseDeadline(request: FastifyRequest): number {
  clearTimeout(deadlines.get(request)?.timer);
  return timeLeft(request);
}

function timeLeft(request: FastifyRequest): number {
  const deadline = deadlines.get(request);
  return deadline ? deadline.endsAt - monotonicNow() : LIMITS.gatewayDeadline;
}
