import type { MessageRow } from './message.queries.js';

/** The SET list that makes a tombstone; reactions and files are deleted separately. */
export const EMPTIED = `content = '', body_hash = NULL, reply_to_id = NULL, pinned_at = NULL, voice_status = NULL, preview = NULL, sticker = NULL, card = NULL`;

/** The same row as a tombstone. */
export const tombstoneOf = (row: MessageRow, rev: number, deletedAt: Date): MessageRow => ({
  ...row,
  rev,
  content: '',
  sticker: null,
  card: null,
  bodyHash: null,
  quoted: null,
  attachments: [],
  reactions: [],
  voiceStatus: null,
  pinnedAt: null,
  preview: null,
  deletedAt,
});
