import type { EventEnvelope } from '@duet/contracts';
import type { DataSource } from 'typeorm';
import { EventConsumer } from '../events/event-consumer.js';
import type { OpenProcess } from './admin-process.js';
import { type AdminCommand, AdminRefusal } from './admin-program.js';
import {
  deleteDeadLetter,
  listDeadLetters,
  lockDeadLetter,
  readDeadLetter,
  unlockDeadLetter,
} from './dead-letter.queries.js';

/** The commands of `duet-admin` for events whose handlers failed for the last time. Every service has them. */
export const deadLetterCommands = (open: OpenProcess): AdminCommand[] => [
  {
    words: 'dead-letters list',
    parameters: [],
    help: 'events whose handlers failed for the last time, without their content',
    run: async (database) => (await listDeadLetters(database)).map((row) => ({ ...row })),
  },
  {
    words: 'dead-letters replay',
    parameters: ['ID'],
    help: 'handles one of them again in this service, and removes it when that succeeds',
    run: async (database, [id = '']) => {
      if (!/^\d{1,18}$/.test(id)) throw new AdminRefusal('There is no such dead letter.');
      return replay(database, id, open);
    },
  },
];

/**
 * Holds a lock on the connection and no lock on the row: the handler may erase dead letters itself, as that of a deletion does.
 */
async function replay(database: DataSource, id: string, open: OpenProcess): Promise<string> {
  const runner = database.createQueryRunner();
  try {
    const [lock] = await lockDeadLetter(runner.manager, [id]);
    if (!lock?.locked) throw new AdminRefusal('Another operator is replaying this dead letter.');
    const [row] = await readDeadLetter(runner.manager, [id]);
    if (!row) throw new AdminRefusal('There is no such dead letter.');
    const envelope = JSON.parse(row.body) as EventEnvelope;
    await (await open()).get(EventConsumer).handleAgain(envelope);
    await deleteDeadLetter(runner.manager, [id]);
    await unlockDeadLetter(runner.manager, [id]);
    return `${envelope.name} was handled.`;
  } finally {
    await runner.release();
  }
}
