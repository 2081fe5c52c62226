import { ATTACHMENT_KINDS } from '@duet/contracts/plain';
import * as v from 'valibot';
import { errorCode } from '../../schemas/error-code.js';

const kind = v.picklist(ATTACHMENT_KINDS);

const pendingFile = v.object({
  kind,
  name: v.string(),
  size: v.number(),
  mimeType: v.string(),
  width: v.exactOptional(v.number()),
  height: v.exactOptional(v.number()),
  duration: v.exactOptional(v.number()),
  waveform: v.exactOptional(v.array(v.number())),
  /** The transcript of a voice note, as its sender left it. */
  transcript: v.exactOptional(v.string()),
  /** The picture keeps the camera's details: the sender's setting when it was sent. */
  keepExif: v.exactOptional(v.literal(true)),
});

/** A chosen file as it is shown until the server describes it. Its bytes are stored apart (`pending-storage`, `local-media`). */
export type PendingFile = v.InferOutput<typeof pendingFile>;

const pendingMessage = v.object({
  clientMessageId: v.string(),
  userId: v.string(),
  chatId: v.string(),
  /** Builds before the common queue stored texts without these two. */
  messageType: v.optional(v.union([kind, v.literal('text')]), 'text'),
  files: v.optional(v.array(pendingFile), []),
  content: v.string(),
  /** The id of a sticker, whose name is the content. Builds before stickers stored none. */
  sticker: v.optional(v.nullable(v.string()), null),
  /** The thing that it shows as a card. Builds before cards stored none. */
  card: v.optional(v.nullable(v.object({ type: v.string(), id: v.string() })), null),
  replyTo: v.nullable(v.string()),
  queuedAt: v.string(),
  /** Sorts over all tabs. */
  order: v.number(),
  /**
   * The server's refusal: only the sender can retry. UNAVAILABLE is no refusal: the connection broke during an upload, and
   * the next connection retries it.
   */
  failure: v.fallback(v.nullable(errorCode), null),
});

/** A message that the server has not acknowledged: stored in the browser until it has. */
export type PendingMessage = v.InferOutput<typeof pendingMessage>;

/** A stored row as a pending message; null for anything else. */
export function readPendingMessage(row: unknown): PendingMessage | null {
  const { success, output } = v.safeParse(pendingMessage, row);
  return success ? output : null;
}

export const isText = ({ messageType }: PendingMessage): boolean => messageType === 'text';
