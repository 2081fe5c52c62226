import { LIMITS, type SearchKind } from '@duet/contracts';
import { type Tx, statement } from '@duet/service-kit';
import { GALLERY, seenBy } from './message.queries.js';
import { WORDS_OF_M } from './search-word.queries.js';

/** A search in one conversation, as its viewer sees it. `since` and `until` are instants, `[since, until)`. */
export interface MessageSearch {
  chatId: string;
  viewerId: string;
  /** A tsquery; null searches by the filters alone. */
  words: string | null;
  from: 'me' | 'partner' | null;
  kind: SearchKind | null;
  since: Date | null;
  until: Date | null;
  now: Date;
}

/** Parameters from $3 on are the filters; those of a filter that is not given are null. */
const FILTERS = `
  m.seq < $2 AND m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > $9) AND m.type <> 'notice' AND ${seenBy('$3')}
  AND ($4::text IS NULL OR (m.sender_id = $3) = ($4 = 'me'))
  AND ($5::timestamptz IS NULL OR m.created_at >= $5) AND ($6::timestamptz IS NULL OR m.created_at < $6)`;

const KIND = `
  AND CASE $7::text WHEN 'text' THEN m.type = 'text' AND m.sticker IS NULL AND m.card IS NULL
      WHEN 'photo' THEN EXISTS (SELECT FROM attachments a WHERE a.message_id = m.id AND a.kind = 'image')
      WHEN 'video' THEN EXISTS (SELECT FROM attachments a WHERE a.message_id = m.id AND a.kind = 'video')
      ELSE TRUE END`;

interface Hit {
  id: string;
  found: number;
}

const HIT = { id: 'uuid', found: 'int4' } as const;

const hitsOf = (hits: string) => `
  WITH hits AS MATERIALIZED (${hits})
  SELECT id, (SELECT count(*)::int FROM hits) AS found FROM hits ORDER BY seq DESC LIMIT $8`;

/**
 * Collects all hits before it sorts them: a plan that walks the newest messages instead may read the whole conversation.
 * Texts have their words in the message, voice notes in the attachment.
 */
const selectByWords = statement<Hit>(
  HIT,
  hitsOf(`
    SELECT m.id, m.seq FROM messages m
    WHERE ${WORDS_OF_M} @@ $10::tsquery AND m.conversation_id = $1 AND ${FILTERS} ${KIND} AND ($11::text IS NULL OR ${GALLERY} = $11)
    UNION
    SELECT m.id, m.seq FROM attachments t JOIN messages m ON m.id = t.message_id
    WHERE t.transcript_words @@ $10::tsquery AND m.conversation_id = $1 AND ${FILTERS} ${KIND} AND ($11::text IS NULL OR ${GALLERY} = $11)`),
);

/** Times nearly follow seqs; clocks of replicas may differ by less than this many messages. */
const SKEW = 1_000;

/** The seqs of the period, so that a walk reads no messages outside of it. `FILTERS` decides which of them it has. */
const PERIOD = `
  m.seq <= CASE WHEN $6::timestamptz IS NULL THEN 2147483647 ELSE coalesce((
    SELECT e.seq + ${SKEW} FROM messages e WHERE e.conversation_id = $1 AND e.created_at < $6 ORDER BY e.created_at DESC LIMIT 1), 0) END
  AND m.seq >= CASE WHEN $5::timestamptz IS NULL THEN 0 ELSE coalesce((
    SELECT b.seq - ${SKEW} FROM messages b WHERE b.conversation_id = $1 AND b.created_at >= $5 ORDER BY b.created_at LIMIT 1), 2147483647) END`;

/** Walks one gallery kind backwards on its index. */
const selectByGallery = statement<Hit>(
  HIT,
  hitsOf(`
    SELECT m.id, m.seq FROM messages m WHERE m.conversation_id = $1 AND ${GALLERY} = $10 AND ${PERIOD} AND ${FILTERS} ${KIND}
    ORDER BY m.seq DESC LIMIT ${LIMITS.searchCounted + 1}`),
);

/** Walks the messages of the period backwards, no further than the hits are counted. */
const selectByFilters = statement<Hit>(
  HIT,
  hitsOf(`
    SELECT m.id, m.seq FROM messages m WHERE m.conversation_id = $1 AND ${PERIOD} AND ${FILTERS} ${KIND}
    ORDER BY m.seq DESC LIMIT ${LIMITS.searchCounted + 1}`),
);

/** The kind in the gallery's index that has the messages of a kind. */
const GALLERY_KINDS = {
  text: null,
  photo: 'media',
  video: 'media',
  voice: 'voice',
  file: 'file',
  link: 'link',
} as const;

/** @returns the ids of the hits before a seq, newest first, and how many hits were collected */
export async function findHits(
  tx: Tx,
  { chatId, viewerId, words, from, kind, since, until, now }: MessageSearch,
  before: number,
  limit: number,
): Promise<{ ids: string[]; found: number }> {
  const filters = [chatId, before, viewerId, from, since, until, kind, limit, now];
  const gallery = kind && GALLERY_KINDS[kind];
  const rows = await (words !== null
    ? selectByWords(tx, [...filters, words, gallery])
    : gallery
      ? selectByGallery(tx, [...filters, gallery])
      : selectByFilters(tx, filters));
  return { ids: rows.map(({ id }) => id), found: rows[0]?.found ?? 0 };
}

const selectFirstSince = statement<{ seq: number }>(
  { seq: 'int4' },
  `SELECT m.seq FROM messages m
   WHERE m.conversation_id = $1 AND m.created_at >= $2 AND (m.deleted_at IS NULL OR m.expires_at IS NULL) AND ${seenBy('$3')}
   ORDER BY m.created_at, m.seq LIMIT 1`,
);

/** The seq of the first message since an instant that the viewer sees, as a tombstone too; null without one. */
export async function findFirstSince(tx: Tx, chatId: string, since: Date, viewerId: string): Promise<number | null> {
  const [row] = await selectFirstSince(tx, [chatId, since, viewerId]);
  return row?.seq ?? null;
}
