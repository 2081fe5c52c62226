import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Lets the services purge an ended couple now, as pairing does 30 days after the end. Pairing's own row stays: by it an erasure
 * finds the events of the couple, which after 30 days are long gone.
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
    await database.query('INSERT INTO pairing.outbox (envelope) VALUES ($1)', [JSON.stringify(event)]);
  } finally {
    await database.end();
  }
}
