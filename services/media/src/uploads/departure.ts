import type { FastifyReply } from 'fastify';

/** Aborted once nobody waits for the answer any more. */
export function departureOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  if (reply.raw.destroyed) controller.abort();
  return controller.signal;
}
