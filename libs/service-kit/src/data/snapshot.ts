import type { DataSource } from 'typeorm';
import type { Tx } from './data-source.js';

/**
 * Runs statements that only read, all in the same snapshot. One statement begins it; TypeORM's transactions take one for each
 * setting. @throws what `read` threw, after a rollback
 */
export async function inSnapshot<Answer>(database: DataSource, read: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  const runner = database.createQueryRunner();
  try {
    await runner.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const answer = await read(runner.manager);
    await runner.query('COMMIT');
    return answer;
  } catch (cause) {
    // Without a connection there is nothing to roll back.
    await runner.query('ROLLBACK').catch(() => undefined);
    throw cause;
  } finally {
    await runner.release();
  }
}
