import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Purges an ended couple now, as pairing does 30 days after the end.
 * @param {string} adminUrl of any database of the server @param {string} coupleId
 */
export async function purgeCouple(adminUrl, coupleId) {
  const database = new pg.Client({ connectionString: Object.assign(new URL(adminUrl), { pathname: '/duet' }).href });
  await database.connect();
  try {
    const { rows } = await database.query('SELECT user_id FROM pairing.couple_members WHERE couple_id = $1', [
      coupleId,
    ]);
    const members = rows.map(({ user_id: id }) => id);
    const event = {
      id: randomUUID(),
      name: 'couple.purged',
      key: coupleId,
      at: new Date().toISOString(),
      requestId: 'purge',
      payload: { coupleId, members, version: 100 },
    };
    await database.query('BEGIN');
    await database.query('DELETE FROM pairing.couples WHERE id = $1', [coupleId]);
    await database.query('INSERT INTO pairing.outbox (envelope) VALUES ($1)', [JSON.stringify(event)]);
    await database.query('COMMIT');
  } finally {
    await database.end();
  }
}
