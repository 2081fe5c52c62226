import { LIMITS, type SearchKind } from '@duet/contracts';
import { type Tx, statement } from '@duet/service-kit';
import { CAPTION_LINK, GALLERY, seenBy } from './message.queries.js';
import { type SearchWords, WORDS_RULE, wordsOf } from './search-word.queries.js';
import { BLOCK } from './word-block.queries.js';

/** A search in one conversation, as its viewer sees it. `since` and `until` are instants, `[since, until)`. */
export interface MessageSearch {
  chatId: string;
  viewerId: string;
  /** Null searches by the filters alone. */
  words: SearchWords | null;
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

/** A message with a link may be among the media or files too. */
const ofGallery = (kind: string): string =>
  `(${kind}::text IS NULL OR ${GALLERY} = ${kind} OR (${kind} = 'link' AND ${CAPTION_LINK}))`;

interface Hit {
  id: string;
  found: number;
}

const HIT = { id: 'uuid', found: 'int4' } as const;

const hitsOf = (hits: string) => `
  WITH hits AS MATERIALIZED (${hits})
  SELECT id, (SELECT count(*)::int FROM hits) AS found FROM hits ORDER BY seq DESC LIMIT $8`;

/** A walk ends when it has more hits than a search counts. */
const WALK = LIMITS.searchCounted + 1;

/** Blocks with these words, and those that only their messages can answer for: too many words, or another rule. */
const MAY_MATCH = `(rule <> ${WORDS_RULE} OR words IS NULL OR words @@ $14::tsquery)`;

/**
 * The seqs before $2 that can have a match, the latest first: a block that may match, and the seqs behind a block that have no
 * block. The window keeps the order, so that the walk reads the words of a block when it comes to it.
 */
const RANGES = `
  SELECT block, (block + CASE WHEN ${MAY_MATCH} THEN 0 ELSE 1 END) * ${BLOCK} + 1 AS first, coalesce(next * ${BLOCK}, $2 - 1) AS last
  FROM (
    SELECT block, rule, words, lag(block) OVER (ORDER BY block DESC) AS next FROM (
      SELECT block, rule, words FROM word_blocks WHERE conversation_id = $1 AND block <= ($2 - 1) / ${BLOCK}
      UNION ALL VALUES (-1, ${WORDS_RULE}, ''::tsvector)
    ) written
  ) each
  WHERE next IS NULL OR next > block + 1 OR ${MAY_MATCH}`;

/**
 * Reads the ranges backwards, and matches their messages one by one. Voice notes have the words of their transcripts in the
 * attachment.
 */
const selectByWords = statement<Hit>(
  HIT,
  hitsOf(`
    (SELECT m.id, m.seq FROM (${RANGES} ORDER BY block DESC) r CROSS JOIN LATERAL (
       SELECT m.id, m.seq FROM messages m
       WHERE m.conversation_id = $1 AND m.seq BETWEEN r.first AND r.last
         AND (m.sticker = ANY ($15::text[]) OR (lower(m.content) LIKE ALL ($12::text[]) AND ${wordsOf('m.content')} @@ $10::tsquery))
         AND ${FILTERS} ${KIND} AND ${ofGallery('$11')}
       ORDER BY m.seq DESC LIMIT ${WALK}
     ) m ORDER BY r.block DESC, m.seq DESC LIMIT ${WALK})
    UNION
    SELECT m.id, m.seq FROM attachments t JOIN messages m ON m.id = t.message_id
    WHERE t.transcript_words @@ $13::tsquery AND m.conversation_id = $1 AND ${FILTERS} ${KIND} AND ${ofGallery('$11')}`),
);

/** Times nearly follow seqs; clocks of replicas may differ by less than this many messages. */
const SKEW = 1_000;

/** The seqs of the period, so that a walk reads no messages outside of it. `FILTERS` decides which of them it has. */
const PERIOD = `
  m.seq <= CASE WHEN $6::timestamptz IS NULL THEN 2147483647 ELSE coalesce((
    SELECT e.seq + ${SKEW} FROM messages e WHERE e.conversation_id = $1 AND e.created_at < $6 ORDER BY e.created_at DESC LIMIT 1), 0) END
  AND m.seq >= CASE WHEN $5::timestamptz IS NULL THEN 0 ELSE coalesce((
    SELECT b.seq - ${SKEW} FROM messages b WHERE b.conversation_id = $1 AND b.created_at >= $5 ORDER BY b.created_at LIMIT 1), 2147483647) END`;

const walkOf = (condition: string): string => `
    SELECT m.id, m.seq FROM messages m WHERE m.conversation_id = $1 AND ${condition} AND ${PERIOD} AND ${FILTERS} ${KIND}
    ORDER BY m.seq DESC LIMIT ${WALK}`;

/** Walks one gallery kind backwards on its index. */
const selectByGallery = statement<Hit>(HIT, hitsOf(walkOf(`${GALLERY} = $10`)));

/** Walks the texts and the captions that have a link, each on its index. */
const selectByLink = statement<Hit>(
  HIT,
  hitsOf(`(${walkOf(`${GALLERY} = 'link'`)}) UNION ALL (${walkOf(CAPTION_LINK)})`),
);

/** Walks the messages of the period backwards, no further than the hits are counted. */
const selectByFilters = statement<Hit>(HIT, hitsOf(walkOf('TRUE')));

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
  const select = (): Promise<Hit[]> => {
    if (words)
      return selectByWords(tx, [
        ...filters,
        words.texts,
        gallery,
        words.patterns,
        words.transcripts,
        words.blocks,
        words.stickers,
      ]);
    if (gallery === 'link') return selectByLink(tx, filters);
    return gallery ? selectByGallery(tx, [...filters, gallery]) : selectByFilters(tx, filters);
  };
  const rows = await select();
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
