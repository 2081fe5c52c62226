import { command, statement } from '@duet/service-kit';
import { EMPTIED } from '../messages/tombstones.js';

const CHATS_OF = 'SELECT conversation_id AS id FROM conversation_members WHERE user_id = $1';

/** All conversations of a person, active or ended. */
export const readChats = statement<{ id: string }>({ id: 'uuid' }, CHATS_OF);

/** Parameters: the person, now. */
export const endConversations = statement<{ id: string }>(
  { id: 'uuid' },
  `UPDATE conversations SET status = 'ended', ended_at = $2
   WHERE status = 'active' AND id IN (${CHATS_OF} AND active) RETURNING id`,
);

export interface FormerMember {
  chatId: string;
  userId: string;
}

export const endMemberships = statement<FormerMember>(
  { chatId: 'uuid', userId: 'uuid' },
  `UPDATE conversation_members SET active = false, last_seen_at = NULL WHERE conversation_id = ANY($1::uuid[])
   RETURNING conversation_id AS "chatId", user_id AS "userId"`,
);

/** One statement erases at most this many messages, to stay well inside the statement timeout. */
export const ERASE_STEP = 2_000;

export const eraseMessages = command(`
  WITH erased AS (
    SELECT id FROM messages
    WHERE conversation_id IN (${CHATS_OF}) AND sender_id = $1 AND deleted_at IS NULL LIMIT ${ERASE_STEP}
  ),
  unreacted AS (DELETE FROM reactions USING erased WHERE reactions.message_id = erased.id),
  unattached AS (DELETE FROM attachments USING erased WHERE attachments.message_id = erased.id)
  UPDATE messages SET ${EMPTIED}, notice = NULL, deleted_at = coalesce(deleted_at, now())
  FROM erased WHERE messages.id = erased.id`);

/** Erases the names that a former partner's export would show. */
export const eraseNamesAtEnd = command(
  'UPDATE conversation_members SET first_name_at_end = NULL, username_at_end = NULL WHERE user_id = $1',
);

export const eraseReactions = command('DELETE FROM reactions WHERE user_id = $1');
