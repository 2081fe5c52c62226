import { command, statement } from '@duet/service-kit';

/** Writes a couple's status unless a later version is known. */
export const writeStatus = command(`
  INSERT INTO conversations (id, status, couple_version, ended_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, couple_version = excluded.couple_version, ended_at = excluded.ended_at
  WHERE conversations.couple_version < excluded.couple_version`);

/** `isNew` for a member who joins the conversation for the first time. */
export const writeMembers = statement<{ isNew: boolean }>(
  { isNew: 'bool' },
  `INSERT INTO conversation_members (conversation_id, user_id, active) SELECT $1, user_id, $3 FROM unnest($2::uuid[]) AS given (user_id)
   ON CONFLICT (conversation_id, user_id) DO UPDATE SET active = excluded.active
   RETURNING xmax = 0 AS "isNew"`,
);

/** The cursors of a conversation that this version of its couple has opened. */
export const readOpened = statement<{ rev: number; ownRevs: Record<string, number> }>(
  { rev: 'int4', ownRevs: 'jsonb' },
  `SELECT c.last_rev AS rev, (SELECT jsonb_object_agg(user_id, own_rev) FROM conversation_members WHERE conversation_id = c.id) AS "ownRevs"
   FROM conversations c WHERE c.id = $1 AND c.couple_version = $2 AND c.status = 'active'`,
);

/** Ends the memberships, forgets when the members were last online, and stores the current names: a former partner's export shows no later ones. */
export const endMembershipsWithNames = command(`
  UPDATE conversation_members m SET active = false, last_seen_at = NULL, first_name_at_end = p.first_name, username_at_end = p.username
  FROM people p WHERE p.id = m.user_id AND m.conversation_id = $1`);

export const countNewer = command('SELECT FROM conversations WHERE id = $1 AND couple_version > $2');

export const countOlder = command('SELECT FROM conversations WHERE id = $1 AND couple_version < $2');

/** One transaction deletes at most this many messages, to stay well inside the statement timeout. */
export const PURGE_STEP = 2_000;

const ENDED = `SELECT id FROM conversations WHERE id = $1 AND couple_version <= $2 AND status = 'ended'`;

/** Deletes the newest messages first, so that no reply outlives the message that it quotes. */
export const purgeMessages = command(`
  WITH purged AS (SELECT id FROM messages WHERE conversation_id IN (${ENDED}) ORDER BY seq DESC LIMIT ${PURGE_STEP})
  DELETE FROM messages USING purged WHERE messages.id = purged.id`);

export const purgeConversation = command(`DELETE FROM conversations WHERE id IN (${ENDED})`);
