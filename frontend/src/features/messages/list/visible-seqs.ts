import { type ClientConversation, type LoadedRange, chunksOf, hasExpired } from '@duet/contracts/plain';

type Chunk = ReturnType<typeof chunksOf>[number]['chunk'];

/** The seqs of the visible messages, and until when none of them expires, in milliseconds since 1970. */
export interface VisibleSeqs {
  seqs: readonly number[];
  until: number;
}

/** A chunk is immutable: its visible seqs change only when one of its messages expires. */
const cache = new WeakMap<Chunk, VisibleSeqs>();

function visibleSeqsOfChunk(chunk: Chunk, now: number): VisibleSeqs {
  const cached = cache.get(chunk);
  if (cached && now < cached.until) return cached;
  const shown = chunk.flatMap((message) => (message && !hasExpired(message, now) ? [message] : []));
  const until = shown.reduce(
    (first, { expiresAt }) => Math.min(first, expiresAt === null ? first : Date.parse(expiresAt)),
    Number.POSITIVE_INFINITY,
  );
  const visible = { seqs: shown.map(({ seq }) => seq), until };
  cache.set(chunk, visible);
  return visible;
}

/** The visible messages of a range, in order. The cost grows with the chunks, not with the messages. */
export function visibleSeqsOf(state: Pick<ClientConversation, 'chunks'>, range: LoadedRange, now: number): VisibleSeqs {
  const parts = chunksOf(state, range).map(({ chunk }) => visibleSeqsOfChunk(chunk, now));
  const within = (seqs: readonly number[]): readonly number[] =>
    (seqs[0] ?? range.from) >= range.from && (seqs.at(-1) ?? range.to) <= range.to
      ? seqs
      : seqs.filter((seq) => seq >= range.from && seq <= range.to);
  return {
    seqs: parts.flatMap(({ seqs }) => within(seqs)),
    until: Math.min(...parts.map(({ until }) => until), Number.POSITIVE_INFINITY),
  };
}

/** The index of the first visible message at or after this seq. */
export function indexOfSeq(seqs: readonly number[], seq: number): number {
  let [low, high] = [0, seqs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seqs[middle] ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
