import { type ConversationQueryDto, LIMITS } from '@duet/contracts';

/** The seqs `[from, to]` of a page (none if `from > to`), and whether more follow in the reading direction. */
export interface SeqRange {
  from: number;
  to: number;
  hasMore: boolean;
}

/**
 * Computes a page's range. Seqs have no holes, so a page costs the same anywhere. Bounds from clients are clamped to the
 * conversation before they reach the database.
 */
export function seqRange(
  { page = 1, limit = LIMITS.conversationPage, before, after, around }: ConversationQueryDto,
  lastSeq: number,
): SeqRange {
  if (around !== undefined) {
    const to = Math.min(lastSeq, Math.max(limit, around + Math.ceil(limit / 2) - 1));
    return older(to, limit);
  }
  if (before !== undefined) return older(Math.min(before - 1, lastSeq), limit);
  if (after !== undefined) {
    const from = Math.min(after, lastSeq) + 1;
    const to = Math.min(from + limit - 1, lastSeq);
    return { from, to, hasMore: to < lastSeq };
  }
  return older(lastSeq - (page - 1) * limit, limit);
}

function older(to: number, limit: number): SeqRange {
  const last = Math.max(to, 0);
  const from = Math.max(last - limit + 1, 1);
  return { from, to: last, hasMore: last > 0 && from > 1 };
}
