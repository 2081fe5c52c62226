import { LIMITS } from '@duet/contracts';
import { statement } from '@duet/service-kit';
import { GALLERY } from '../messages/message.queries.js';

/** Live messages that stay. */
const STAYS = 'm.deleted_at IS NULL AND m.expires_at IS NULL';

const HAS_WORDS = `m.type <> 'notice' AND m.content <> ''`;

const HAS_PHOTO = `${GALLERY} = 'media' AND EXISTS (SELECT FROM attachments a WHERE a.message_id = m.id AND a.kind = 'image')`;

/** The seq of the year's first or last message: a probe of an index. */
const seqAtEnd = (order: 'ASC' | 'DESC'): string =>
  `(SELECT seq FROM messages WHERE conversation_id = $1 AND created_at >= $2 AND created_at < $3 ORDER BY created_at ${order} LIMIT 1)`;

/** Seqs have no holes, so the first and the last message of the year count it. */
export const countYear = statement<{ count: number }>(
  { count: 'int4' },
  `SELECT coalesce(${seqAtEnd('DESC')} - ${seqAtEnd('ASC')} + 1, 0)::int AS count`,
);

/** The year's first message that may be chosen. */
export const selectFirstOfYear = statement<{ id: string }>(
  { id: 'uuid' },
  `SELECT m.id FROM messages m
   WHERE m.conversation_id = $1 AND m.created_at >= $2 AND m.created_at < $3 AND ${STAYS} AND ${HAS_WORDS}
   ORDER BY m.created_at, m.seq LIMIT 1`,
);

/** The year's messages with the most reactions. It starts at the members' reactions: there are fewer than messages. */
const mostReacted = (condition: string, limit: number): string =>
  `SELECT m.id FROM reactions r JOIN messages m ON m.id = r.message_id
   WHERE r.user_id = ANY($4::uuid[]) AND m.conversation_id = $1 AND m.created_at >= $2 AND m.created_at < $3 AND ${STAYS} AND ${condition}
   GROUP BY m.id ORDER BY count(DISTINCT r.user_id) DESC, count(*) DESC, min(m.seq) LIMIT ${limit}`;

export const selectMostReacted = statement<{ id: string }>({ id: 'uuid' }, mostReacted(HAS_WORDS, LIMITS.yearMessages));

export const selectMostReactedPhotos = statement<{ id: string }>(
  { id: 'uuid' },
  mostReacted(HAS_PHOTO, LIMITS.yearPhotos),
);

/** The year's first messages with photos, from the index of the gallery. */
export const selectFirstPhotos = statement<{ id: string }>(
  { id: 'uuid' },
  `SELECT m.id FROM messages m
   WHERE m.conversation_id = $1 AND m.seq BETWEEN ${seqAtEnd('ASC')} AND ${seqAtEnd('DESC')} AND ${STAYS} AND ${HAS_PHOTO}
   ORDER BY m.seq LIMIT ${LIMITS.yearPhotos}`,
);
