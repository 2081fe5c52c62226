import type { DataSource } from 'typeorm';
import type { Tx } from './data-source.js';
import { command } from './statement.js';

const begin = command('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
const commit = command('COMMIT');
const rollBack = command('ROLLBACK');

/**
 * Runs statements that only read, all in the same snapshot. One statement begins it; TypeORM's transactions take one for each
 * setting. @throws what `read` threw, after a rollback
 */
export async function inSnapshot<Answer>(database: DataSource, read: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  const runner = database.createQueryRunner();
  const tx = runner.manager;
  try {
    await begin(tx);
    const answer = await read(tx);
    await commit(tx);
    return answer;
  } catch (cause) {
    // Without a connection there is nothing to roll back.
    await rollBack(tx).catch(() => undefined);
    throw cause;
  } finally {
    await runner.release();
  }
}
