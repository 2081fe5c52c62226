import { type Actor, LIMITS } from '@duet/contracts';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../http/exchange.js';
import type { Limit, RateLimits } from '../limits/rate-limits.js';

type Caller = FastifyRequest & { user?: Actor };

/** An album of five hundred pictures goes through; each file counts. */
const ENTITY_FILES: Limit = {
  name: 'entity-files',
  rates: [{ by: 'user', points: LIMITS.entityFilesPerHour, seconds: 3_600 }],
};

/** Counts one file of the caller. @throws AppError RATE_LIMITED */
export async function countEntityFile(limits: RateLimits, { request }: Exchange): Promise<void> {
  const { ip, user }: Caller = request;
  await limits.consume(ENTITY_FILES, { ip, userId: user?.userId, body: undefined });
}
