import { command, statement } from '@duet/service-kit';
import { EMPTIED } from '../messages/tombstones.js';

/** The oldest expired messages, outside of the conversations $3. */
export const readDueMessages = statement<{ id: string; chatId: string }>(
  { id: 'uuid', chatId: 'uuid' },
  'SELECT id, conversation_id AS "chatId" FROM messages WHERE expires_at <= $1 AND deleted_at IS NULL AND conversation_id <> ALL ($3::uuid[]) ORDER BY expires_at LIMIT $2',
);

/** Makes tombstones of the messages with the ids $1, at the revs $2. */
export const writeTombstones = command(`
  WITH given AS (SELECT * FROM unnest($1::uuid[], $2::int[]) AS given (id, rev)),
  unreacted AS (DELETE FROM reactions USING given WHERE reactions.message_id = given.id),
  unattached AS (DELETE FROM attachments USING given WHERE attachments.message_id = given.id)
  UPDATE messages SET ${EMPTIED}, deleted_at = $3, rev = given.rev FROM given WHERE messages.id = given.id`);

export const writeDisappearAfter = command(
  'UPDATE conversations SET disappear_after = $2, settings_rev = $3 WHERE id = $1',
);

/** Counts a system message like a deleted one, because statistics exclude system messages. */
export const leaveOutSystemMessage = command(
  'UPDATE conversation_members SET deleted_count = deleted_count + 1 WHERE conversation_id = $1 AND user_id = $2',
);
