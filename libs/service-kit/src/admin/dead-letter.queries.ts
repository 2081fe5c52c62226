import { command, statement } from '../data/statement.js';

export interface DeadLetterRow {
  id: string;
  event: string;
  key: string;
  parkedAt: Date;
  reason: string;
}

/** Dead letters without their payloads, oldest first. */
export const listDeadLetters = statement<DeadLetterRow>(
  { id: 'int8', event: 'text', key: 'text', parkedAt: 'timestamptz', reason: 'text' },
  `SELECT id, envelope ->> 'name' AS event, envelope ->> 'key' AS key, created_at AS "parkedAt", reason FROM dead_letter ORDER BY id`,
);

export const readDeadLetter = statement<{ body: string }>(
  { body: 'text' },
  'SELECT envelope::text AS body FROM dead_letter WHERE id = $1',
);

export const deleteDeadLetter = command('DELETE FROM dead_letter WHERE id = $1');

/** Takes the lock of one dead letter ($1) for the connection; false when another operator has it. */
export const lockDeadLetter = statement<{ locked: boolean }>(
  { locked: 'bool' },
  `SELECT pg_try_advisory_lock(hashtext(current_schema() || '.dead_letter'), ($1::bigint % 2147483647)::int) AS locked`,
);

export const unlockDeadLetter = statement<{ unlocked: boolean }>(
  { unlocked: 'bool' },
  `SELECT pg_advisory_unlock(hashtext(current_schema() || '.dead_letter'), ($1::bigint % 2147483647)::int) AS unlocked`,
);
