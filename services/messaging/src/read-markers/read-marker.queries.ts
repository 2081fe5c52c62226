import { prepared, preparedAlone } from '@duet/service-kit';
import { MARKERS_OF_M, MARKER_COLUMNS, type MarkerRow } from '../conversations/conversation.queries.js';

/** A person's marker in the active conversation, with what decides about its move. */
export interface StandingMarker extends MarkerRow {
  lastSeq: number;
  /** Both members show receipts. */
  isShown: boolean;
}

/** Reads one person's marker without a lock; no row without an active conversation. */
export const readMarker = preparedAlone<StandingMarker>(
  'read-marker',
  { ...MARKER_COLUMNS, lastSeq: 'int4', isShown: 'bool' },
  `SELECT ${MARKERS_OF_M}, c.last_seq AS "lastSeq",
     (SELECT bool_and(each_p.read_receipts) FROM conversation_members each JOIN people each_p ON each_p.id = each.user_id
      WHERE each.conversation_id = c.id) AS "isShown"
   FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id JOIN people p ON p.id = m.user_id
   WHERE m.user_id = $1 AND m.active AND c.status = 'active'`,
);

/**
 * Moves a marker forward under its member's row lock and takes the member's next own revision. The shown columns follow only
 * with a `rev` ($6), and only where this move advances: what was read or delivered while hidden, and when, stays hidden
 * until a later move passes it. No row: the marker is there already, or the person has left.
 */
const MOVE = `
  UPDATE conversation_members m SET
    read_up_to = greatest(m.read_up_to, $3::int), delivered_up_to = greatest(m.delivered_up_to, $4::int),
    read_at = CASE WHEN $3::int > m.read_up_to THEN $5::timestamptz ELSE m.read_at END,
    own_rev = m.own_rev + 1, read_own_rev = m.own_rev + 1, read_rev = coalesce($6::int, m.read_rev),
    shown_up_to = CASE WHEN $6::int IS NOT NULL AND $3::int > m.read_up_to THEN $3::int ELSE m.shown_up_to END,
    shown_at = CASE WHEN $6::int IS NOT NULL AND $3::int > m.read_up_to THEN $5::timestamptz ELSE m.shown_at END,
    shown_delivered_up_to = CASE WHEN $6::int IS NULL THEN m.shown_delivered_up_to ELSE greatest(
      m.shown_delivered_up_to, CASE WHEN $3::int > m.read_up_to THEN $3::int END, CASE WHEN $4::int > m.delivered_up_to THEN $4::int END) END
  FROM people p
  WHERE m.conversation_id = $1 AND m.user_id = $2 AND p.id = m.user_id AND m.active AND ($3::int > m.read_up_to OR $4::int > m.delivered_up_to)
  RETURNING ${MARKERS_OF_M}`;

/** Moves a marker inside the caller's transaction. */
export const moveMarker = prepared<MarkerRow>('read-marker-move', MARKER_COLUMNS, MOVE);
/** Moves a marker in a transaction by itself. */
export const moveMarkerAlone = preparedAlone<MarkerRow>('read-marker-move', MARKER_COLUMNS, MOVE);
