import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{couple: string, sender: string, token: string}} Member */

const TOKEN_SECONDS = 6 * 60 * 60;

/** Signs access tokens as auth does. @param {string} dir of the product */
function signer(dir) {
  const { keys } = JSON.parse(readFileSync(join(dir, 'keys', 'access-token.jwks.json'), 'utf8'));
  const key = createPrivateKey(readFileSync(join(dir, 'keys', 'access-token.private.pem')));
  const encode = (/** @type {object} */ part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return (/** @type {string} */ userId) => {
    const now = Math.floor(Date.now() / 1_000);
    const head = `${encode({ alg: 'ES256', typ: 'at+jwt', kid: keys[0].kid })}.${encode({ sub: userId, sid: randomUUID(), iss: 'duet', aud: 'duet', iat: now, exp: now + TOKEN_SECONDS })}`;
    return `${head}.${sign('sha256', Buffer.from(head), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
}

/**
 * Writes couples into messaging's tables as the events of their links would. Thousands of registrations would mostly compute password hashes.
 * @param {import('pg').Pool} tables @param {string} dir @param {number} count
 * @returns {Promise<[Member, Member][]>}
 */
export async function makeCouples(tables, dir, count) {
  const tokenOf = signer(dir);
  const couples = Array.from({ length: count }, () => {
    const couple = randomUUID();
    const member = () => {
      const sender = randomUUID();
      return { couple, sender, token: tokenOf(sender) };
    };
    return /** @type {[Member, Member]} */ ([member(), member()]);
  });
  const everybody = couples.flat();
  const [chats, people] = [couples.map(([{ couple }]) => couple), everybody.map(({ sender }) => sender)];
  await tables.query(
    `INSERT INTO messaging.people (id, first_name, username, version) SELECT id, 'Bench', 'bench', 1 FROM unnest($1::uuid[]) AS given (id)`,
    [people],
  );
  await tables.query(
    `INSERT INTO messaging.conversations (id, status, couple_version) SELECT id, 'active', 1 FROM unnest($1::uuid[]) AS given (id)`,
    [chats],
  );
  await tables.query(
    'INSERT INTO messaging.conversation_members (conversation_id, user_id, active) SELECT chat, id, true FROM unnest($1::uuid[], $2::uuid[]) AS given (chat, id)',
    [everybody.map(({ couple }) => couple), people],
  );
  // Autovacuum would do this within a minute; PostgreSQL then plans for tables of this size.
  await tables.query('ANALYZE messaging.people, messaging.conversations, messaging.conversation_members');
  return couples;
}
