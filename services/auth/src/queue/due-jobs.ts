import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { Clock } from '../clock.js';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

/** Longer than any conversation with a server outside lasts: a worker that died in it is then forgotten. */
const LEASE = 2 * 60 * SECOND;

/** Something that was promised and is done outside of any request. */
export interface Job extends ObjectLiteral {
  id: string;
  attempts: number;
  /** Not before this instant; while it is being done, when somebody else may try. */
  nextAttemptAt: Date;
}

/** How long to wait after that many attempts, in milliseconds. */
export const backoff = (attempts: number): number => Math.min(5 * SECOND * 2 ** (attempts - 1), HOUR);

/** Takes up to `count` due jobs for a while; other replicas look past them. */
export async function takeDue<One extends Job>(database: DataSource, entity: EntityTarget<One>, count: number, clock: Clock): Promise<One[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const jobs = await tx
      .createQueryBuilder(entity, 'job')
      .where('job.nextAttemptAt <= :now', { now })
      .orderBy('job.nextAttemptAt')
      .limit(count)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    for (const job of jobs) Object.assign(job, { attempts: job.attempts + 1, nextAttemptAt: clock.in(LEASE) });
    return tx.save(jobs);
  });
}
