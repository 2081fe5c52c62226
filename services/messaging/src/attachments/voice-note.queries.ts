import { command, statement } from '@duet/service-kit';

export const setPlayed = command(`UPDATE messages SET voice_status = 'played' WHERE id = $1`);

export const setVoiceStatus = command('UPDATE messages SET voice_status = $2 WHERE id = $1');

export const readMessageId = statement<{ messageId: string }>(
  { messageId: 'uuid' },
  'SELECT message_id AS "messageId" FROM attachments WHERE id = $1',
);

/** Stores a result without a message, and deletes results older than a day. */
export const writeEarlyResult = command(`
  WITH old AS (DELETE FROM early_voice_results WHERE created_at < now() - interval '1 day')
  INSERT INTO early_voice_results (attachment_id, conversation_id, result) VALUES ($1, $2, $3)
  ON CONFLICT (attachment_id) DO UPDATE SET result = excluded.result`);

export const eraseEarlyResults = command(
  'DELETE FROM early_voice_results WHERE conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = $1)',
);

/** Those of these files that a message has attached or shows in its preview. */
export const readInUse = statement<{ id: string }>(
  { id: 'uuid' },
  `SELECT id FROM attachments WHERE id = ANY($1::uuid[])
   UNION ALL SELECT (preview->'image'->>'id')::uuid FROM messages WHERE preview->'image'->>'id' = ANY($2::text[])`,
);
