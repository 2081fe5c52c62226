import type { MessageRow } from './message.rows.js';

/** What a message loses when it becomes a tombstone, besides its reactions and files. */
export const EMPTIED = `content = '', body_hash = NULL, reply_to_id = NULL, pinned_at = NULL, voice_status = NULL, preview = NULL`;

/** The same row as a tombstone. */
export const buried = (row: MessageRow, rev: number, deletedAt: Date): MessageRow => ({
  ...row,
  rev,
  content: '',
  bodyHash: null,
  quoted: null,
  attachments: [],
  reactions: [],
  voiceStatus: null,
  pinnedAt: null,
  preview: null,
  deletedAt,
});
