import { command, statement } from '@duet/service-kit';

/** A text in an active conversation whose sender allows previews. The preview of the link `settled` is stored or removed. */
export const readPreviewable = statement<{ content: string; settled: string | null }>(
  { content: 'text', settled: 'text | null' },
  `SELECT m.content, m.preview ->> 'url' AS settled
   FROM messages m JOIN conversations c ON c.id = m.conversation_id JOIN people p ON p.id = m.sender_id
   WHERE m.id = $1 AND m.type = 'text' AND m.card IS NULL AND m.deleted_at IS NULL AND c.status = 'active' AND p.link_previews`,
);

export const setPreview = command('UPDATE messages SET preview = $2 WHERE id = $1');
