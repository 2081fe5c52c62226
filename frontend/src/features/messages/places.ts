import { type ConversationState, type Island, chunksOf, hasExpired } from '@duet/contracts/plain';

type Chunk = ReturnType<typeof chunksOf>[number]['chunk'];

/** The seqs that are shown, and until when (in milliseconds) none of them expires. */
export interface Places {
  seqs: readonly number[];
  until: number;
}

/** A chunk never changes: what it shows is worked out once, and anew only when one of its messages expires. */
const known = new WeakMap<Chunk, Places>();

function placesIn(chunk: Chunk, now: number): Places {
  const held = known.get(chunk);
  if (held && now < held.until) return held;
  const shown = chunk.flatMap((message) => (message && !hasExpired(message, now) ? [message] : []));
  const until = shown.reduce((first, { expiresAt }) => Math.min(first, expiresAt === null ? first : Date.parse(expiresAt)), Number.POSITIVE_INFINITY);
  const places = { seqs: shown.map(({ seq }) => seq), until };
  known.set(chunk, places);
  return places;
}

/** What is shown of a stretch of the conversation, in order. Costs as much as there are chunks, not messages. */
export function placesOf(state: Pick<ConversationState, 'chunks'>, island: Island, now: number): Places {
  const parts = chunksOf(state, island).map(({ chunk }) => placesIn(chunk, now));
  const within = (seqs: readonly number[]): readonly number[] =>
    (seqs[0] ?? island.from) >= island.from && (seqs.at(-1) ?? island.to) <= island.to ? seqs : seqs.filter((seq) => seq >= island.from && seq <= island.to);
  return { seqs: parts.flatMap(({ seqs }) => within(seqs)), until: Math.min(...parts.map(({ until }) => until), Number.POSITIVE_INFINITY) };
}

/** The index of the first shown message from this seq on. */
export function indexFrom(seqs: readonly number[], seq: number): number {
  let [low, high] = [0, seqs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seqs[middle] ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
