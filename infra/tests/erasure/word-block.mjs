import { withClient } from '../../postgres/bootstrap.mjs';

/** Messages of a block of search words, but for the one that completes it. */
const FILLED = 255;

/** Fills the conversation of a person up to the message that completes a block. @param {string} adminUrl @param {string} userId */
export const fillWordBlock = (adminUrl, userId) =>
  withClient(adminUrl, (client) =>
    client.query(
      `WITH filled AS (
         INSERT INTO messaging.messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, created_at)
         SELECT gen_random_uuid(), c.id, $1, gen_random_uuid(), n, c.last_rev + n - c.last_seq, 'text', 'filler', now()
         FROM messaging.conversations c JOIN messaging.conversation_members m ON m.conversation_id = c.id, generate_series(c.last_seq + 1, ${FILLED}) n
         WHERE m.user_id = $1 AND m.active
       )
       UPDATE messaging.conversations c SET last_rev = last_rev + ${FILLED} - last_seq, last_seq = ${FILLED}
       FROM messaging.conversation_members m WHERE m.conversation_id = c.id AND m.user_id = $1 AND m.active`,
      [userId],
    ),
  );
