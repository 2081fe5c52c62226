import type { DataSource } from 'typeorm';
import type { Tx } from './data-source.js';
import { prepared } from './prepared.js';

const begin = prepared('snapshot-begin', {}, 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
const commit = prepared('snapshot-commit', {}, 'COMMIT');
const rollBack = prepared('snapshot-roll-back', {}, 'ROLLBACK');

/**
 * Runs statements that only read, all in the same snapshot. The statement that begins it travels with the first read, the one
 * that ends it with the connection's next statement: the connection pipelines them (docs/decisions/0236).
 * @throws what `read` threw, after a rollback
 */
export async function inSnapshot<Answer>(database: DataSource, read: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  const runner = database.createQueryRunner();
  const tx = runner.manager;
  try {
    await runner.connect();
    const [, answer] = await Promise.all([begin(tx, []), read(tx)]);
    // The answer is complete. A COMMIT fails only with its connection, which the pool then discards.
    commit(tx, []).catch(() => undefined);
    return answer;
  } catch (cause) {
    // Without a connection there is nothing to roll back.
    await rollBack(tx, []).catch(() => undefined);
    throw cause;
  } finally {
    await runner.release();
  }
}
