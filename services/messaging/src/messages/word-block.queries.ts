import { command, prepared, statement } from '@duet/service-kit';
import { WORDS_RULE, wordsOf, wordsUnder } from './search-word.queries.js';

/** Messages of a block. The trigger `forget_changed_words` has the same number, and it never changes. */
export const BLOCK = 256;

/** The seqs of the block `$2`. */
const SEQS = `BETWEEN $2::int * ${BLOCK} + 1 AND ($2::int + 1) * ${BLOCK}`;

/** The blocks of a conversation that are complete and not written by this build's rule, the newest first. */
export const readUnwritten = statement<{ block: number }>(
  { block: 'int4' },
  `SELECT due.block FROM conversations c CROSS JOIN LATERAL generate_series(0, c.last_seq / ${BLOCK} - 1) AS due (block)
   WHERE c.id = $1 AND NOT EXISTS (SELECT FROM word_blocks w WHERE w.conversation_id = c.id AND w.block = due.block AND w.rule >= ${WORDS_RULE})
   ORDER BY due.block DESC`,
);

/** Waits for transactions that change texts of this conversation, and makes later ones wait. Sends take no such lock. */
export const lockWords = prepared('words-lock', {}, 'SELECT FROM pg_advisory_xact_lock(53483, hashtext($1))');

/** Bytes of words in a block. A tsvector can have 1,048,575. */
const LONGEST = 1_000_000;

/** Writes a complete block unless another worker has written it by this rule. Needs `lockWords` in an earlier statement, whose snapshot is older. */
export const writeBlock = prepared(
  'words-write',
  {},
  `WITH words AS MATERIALIZED (
     SELECT DISTINCT unnest(tsvector_to_array(${wordsOf('content')})) AS word FROM messages WHERE conversation_id = $1 AND seq ${SEQS}
   )
   INSERT INTO word_blocks (conversation_id, block, words, rule)
   SELECT id, $2, CASE WHEN (SELECT sum(octet_length(word)) FROM words) > ${LONGEST} THEN NULL ELSE array_to_tsvector(ARRAY(SELECT word FROM words)) END, ${WORDS_RULE}
   FROM conversations WHERE id = $1 AND last_seq >= ($2::int + 1) * ${BLOCK}
   ON CONFLICT (conversation_id, block) DO UPDATE SET words = excluded.words, rule = excluded.rule WHERE word_blocks.rule < excluded.rule`,
);

/** The key of the job that writes the words of all transcripts anew. */
export const TRANSCRIPTS = 'transcripts';

/**
 * Writes the words of the transcripts among the next attachments behind the id `$1`, and returns the last of these. It waits
 * for no other transaction: one that deletes attachments has another order.
 */
export const rewriteTranscripts = statement<{ last: string }>(
  { last: 'uuid' },
  `WITH batch AS MATERIALIZED (
     SELECT id, message_id, transcript FROM attachments WHERE id > $1 ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED
   ), written AS (
     UPDATE attachments a SET transcript_words = ${wordsUnder('b.transcript', 'm.conversation_id')}
     FROM batch b JOIN messages m ON m.id = b.message_id WHERE a.id = b.id AND b.transcript IS NOT NULL
   )
   SELECT id AS last FROM batch ORDER BY id DESC LIMIT 1`,
);

/** The key of the job that drops the index by which the build before word blocks searches. */
export const OLD_INDEX = 'messages_search';

/** Cannot run in a transaction. After a failure the index is invalid until the next attempt. */
export const dropOldIndex = command(`DROP INDEX CONCURRENTLY IF EXISTS ${OLD_INDEX}`);
