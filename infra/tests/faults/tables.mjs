import { SERVICES } from '../../processes.mjs';

/** @typedef {import('pg').Pool} Pool */

/**
 * A message as stored in PostgreSQL, read by the administrator.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} chatId
 * @property {string} senderId
 * @property {string} clientMessageId
 * @property {number} seq
 * @property {number} rev
 * @property {string} content
 * @property {boolean} deleted
 * @property {{emoji: string, user: string}[]} reactions
 */

const MESSAGES = `
  SELECT m.id, m.conversation_id AS "chatId", m.sender_id AS "senderId", m.client_message_id AS "clientMessageId", m.seq, m.rev, m.content,
         m.deleted_at IS NOT NULL AS deleted,
         coalesce((SELECT jsonb_agg(jsonb_build_object('emoji', r.emoji, 'user', r.user_id)) FROM messaging.reactions r WHERE r.message_id = m.id), '[]') AS reactions
  FROM messaging.messages m WHERE m.conversation_id = ANY($1::uuid[]) ORDER BY m.conversation_id, m.seq`;

/** @param {Pool} tables @param {string[]} chatIds @returns {Promise<Map<string, Row[]>>} by conversation, in the order of seq */
export async function readMessages(tables, chatIds) {
  const { rows } = await tables.query(MESSAGES, [chatIds]);
  return Map.groupBy(/** @type {Row[]} */ (rows), (row) => row.chatId);
}

/** @param {Pool} tables @param {string[]} chatIds @returns {Promise<Map<string, {seq: number, rev: number}>>} the counters of the conversations */
export async function readCounters(tables, chatIds) {
  const { rows } = await tables.query(
    'SELECT id, last_seq AS seq, last_rev AS rev FROM messaging.conversations WHERE id = ANY($1::uuid[])',
    [chatIds],
  );
  return new Map(rows.map(({ id, seq, rev }) => [id, { seq, rev }]));
}

/** @typedef {{ownRev: number, readUpTo: number, deliveredUpTo: number}} OwnState a member's own state of a conversation */

/** @param {string} chatId @param {string} userId */
export const ownKey = (chatId, userId) => `${chatId} ${userId}`;

/** @param {Pool} tables @param {string[]} chatIds @returns {Promise<Map<string, OwnState>>} by conversation and person */
export async function readOwn(tables, chatIds) {
  const { rows } = await tables.query(
    `SELECT conversation_id AS "chatId", user_id AS "userId", own_rev AS "ownRev", read_up_to AS "readUpTo", delivered_up_to AS "deliveredUpTo"
     FROM messaging.conversation_members WHERE conversation_id = ANY($1::uuid[])`,
    [chatIds],
  );
  return new Map(rows.map(({ chatId, userId, ...own }) => [ownKey(chatId, userId), own]));
}

/** Capsules as `BuriedCapsule` describes them, by id. @param {Pool} tables @param {string[]} ids @returns {Promise<Map<string, import('./capsules.mjs').BuriedCapsule>>} */
export async function readCapsules(tables, ids) {
  const { rows } = await tables.query(
    `SELECT c.id, c.version,
            coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'clientId', r.client_id, 'text', r.text)) FROM memories.contributions r WHERE r.capsule_id = c.id), '[]') AS contributions,
            coalesce((SELECT jsonb_agg(o.envelope->'payload'->'step') FROM memories.outbox o
                      WHERE o.envelope->>'name' = 'capsule.progressed' AND o.envelope->'payload'->>'capsuleId' = c.id::text), '[]') AS steps
     FROM memories.capsules c WHERE c.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, ...capsule }) => [id, { id, ...capsule }]));
}

/** Challenges as `PlayedChallenge` describes them, by id. @param {Pool} tables @param {string[]} ids @returns {Promise<Map<string, import('./challenges.mjs').PlayedChallenge>>} */
export async function readChallenges(tables, ids) {
  const { rows } = await tables.query(
    `SELECT c.id, c.status, c.version,
            coalesce((SELECT jsonb_agg(concat_ws(' ', p.step_id, p.user_id, p.client_id)) FROM challenges.step_parts p
                      JOIN challenges.challenge_steps s ON s.id = p.step_id WHERE s.challenge_id = c.id), '[]') AS parts,
            coalesce((SELECT jsonb_agg(concat_ws(' ', a.key, a.points)) FROM challenges.awards a
                      WHERE a.couple_id = c.couple_id AND a.key LIKE 'challenge:' || c.id || '%'), '[]') AS awards
     FROM challenges.challenges c WHERE c.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, ...challenge }) => [id, challenge]));
}

/** The number of unpublished rows of all tables of events, of which an earlier build has fewer. @param {Pool} tables @param {Date} [publishedBefore] */
export async function countWaiting(tables, publishedBefore) {
  const of = await tables.query(
    "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns WHERE column_name = 'published_to'",
  );
  const each = of.rows.map(
    ({ name }) =>
      `SELECT count(*)::int AS n FROM ${name} WHERE published_to IS NULL AND ($1::timestamptz IS NULL OR created_at < $1)`,
  );
  const { rows } = await tables.query(each.join(' UNION ALL '), [publishedBefore ?? null]);
  return rows.reduce((sum, { n }) => sum + n, 0);
}

/** Dead letters of a service. @param {Pool} tables */
export async function countDeadLetters(tables) {
  const { rows } = await tables.query(
    SERVICES.map((service) => `SELECT count(*)::int AS n FROM ${service}.dead_letter`).join(' UNION ALL '),
  );
  return rows.reduce((sum, { n }) => sum + n, 0);
}

/** The members of each active couple by its id, in pairing and in messaging. @param {Pool} tables */
export async function readPairs(tables) {
  const of = async (/** @type {string} */ table, /** @type {string} */ id) => {
    const { rows } = await tables.query(
      `SELECT ${id} AS id, array_agg(user_id::text ORDER BY user_id) AS members FROM ${table} WHERE active GROUP BY 1 ORDER BY 1`,
    );
    return /** @type {{id: string, members: string[]}[]} */ (rows);
  };
  return {
    pairing: await of('pairing.couple_members', 'couple_id'),
    messaging: await of('messaging.conversation_members', 'conversation_id'),
  };
}
