import type { MessageRow } from './message.queries.js';

/** Whether a message has words or files that its members can read. The sweeper makes tombstones a moment after messages expire. */
export const isReadable = ({ type, deletedAt, expiresAt }: MessageRow, now: Date): boolean =>
  type !== 'notice' && deletedAt === null && (expiresAt === null || expiresAt > now);
