import type { ContributionView, Kept } from '@duet/contracts';
import type { FastifyReply } from 'fastify';
import { type Answer, ok } from './answers.js';

/** Answers 201 for a new contribution and 200 for one that the capsule had already. */
export function answerKept(
  { contribution, repeated }: Kept,
  reply: FastifyReply,
): Answer<ContributionView> & Pick<Kept, 'repeated'> {
  void reply.status(repeated ? 200 : 201);
  return { ...ok(contribution), repeated };
}
