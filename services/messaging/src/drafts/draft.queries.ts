import { type Columns, command, statement } from '@duet/service-kit';

export interface DraftRow {
  chatId: string;
  content: string;
  replyTo: string | null;
  version: number;
  updatedAt: Date;
}

const COLUMN_TYPES: Columns<DraftRow> = {
  chatId: 'uuid',
  content: 'text',
  replyTo: 'uuid | null',
  version: 'int4',
  updatedAt: 'timestamptz',
};

/** A person's draft, empty where none was saved; no row without an active conversation. */
export const readDraft = statement<DraftRow>(
  COLUMN_TYPES,
  `SELECT m.conversation_id AS "chatId", coalesce(d.content, '') AS content, d.reply_to_id AS "replyTo", coalesce(d.version, 0) AS version,
          coalesce(d.updated_at, now()) AS "updatedAt"
   FROM conversation_members m LEFT JOIN drafts d USING (conversation_id, user_id)
   WHERE m.user_id = $1 AND m.active`,
);

/** The rule of a send: only a message of the person's own conversation can be answered. */
export const readMayAnswer = statement<{ mayAnswer: boolean }>(
  { mayAnswer: 'bool' },
  `SELECT EXISTS (SELECT 1 FROM messages a WHERE a.id = $2 AND a.conversation_id = m.conversation_id AND a.type <> 'notice') AS "mayAnswer"
   FROM conversation_members m WHERE m.user_id = $1 AND m.active`,
);

/** An unchanged draft, and one for another conversation than the current one ($4), touches no row and returns none. */
export const writeDraft = statement<DraftRow>(
  COLUMN_TYPES,
  `INSERT INTO drafts (conversation_id, user_id, content, reply_to_id, version, updated_at)
   SELECT conversation_id, user_id, $2, $3, 1, now() FROM conversation_members
   WHERE user_id = $1 AND active AND conversation_id = coalesce($4, conversation_id)
   ON CONFLICT (conversation_id, user_id) DO UPDATE
   SET content = excluded.content, reply_to_id = excluded.reply_to_id, version = drafts.version + 1, updated_at = now()
   WHERE (drafts.content, drafts.reply_to_id) IS DISTINCT FROM (excluded.content, excluded.reply_to_id)
   RETURNING conversation_id AS "chatId", content, reply_to_id AS "replyTo", version, updated_at AS "updatedAt"`,
);

export const eraseDrafts = command('DELETE FROM drafts WHERE user_id = $1');
