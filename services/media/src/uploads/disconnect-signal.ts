import type { FastifyReply } from 'fastify';

/** A signal that aborts when the client disconnects. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  if (reply.raw.destroyed) controller.abort();
  return controller.signal;
}
