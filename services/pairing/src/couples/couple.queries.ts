import { LIMITS } from '@duet/contracts';
import { type Columns, DAY, prepared, preparedAlone } from '@duet/service-kit';
import type { Couple } from './couple.entity.js';

type LinkRow = Omit<Couple, 'members'> & { partnerId: string };

const LINK: Columns<LinkRow> = {
  id: 'uuid',
  linkedAt: 'timestamptz',
  endedAt: 'timestamptz | null',
  timezone: 'text',
  runningDay: 'text | null',
  runningUntil: 'timestamptz | null',
  timezoneVersion: 'int4',
  togetherSince: 'text | null',
  togetherSinceVersion: 'int4',
  hiddenParts: 'text[]',
  hiddenVersion: 'int4',
  remindAt: 'timestamptz | null',
  version: 'int4',
  partnerId: 'uuid',
};

/** The active couple `c` of the person `$1`, and the partner's membership `other`. */
export const LINKED = `couple_members mine
     JOIN couples c ON mine.user_id = $1 AND mine.active AND c.id = mine.couple_id
     JOIN couple_members other ON other.couple_id = c.id AND other.user_id <> mine.user_id`;

const SELECT_LINK = `
  SELECT c.id, c.linked_at AS "linkedAt", c.ended_at AS "endedAt", c.timezone, c.running_day::text AS "runningDay", c.running_until AS "runningUntil", c.timezone_version AS "timezoneVersion",
    c.together_since::text AS "togetherSince", c.together_since_version AS "togetherSinceVersion", c.hidden_parts AS "hiddenParts", c.hidden_version AS "hiddenVersion",
    c.remind_at AS "remindAt", c.version, other.user_id AS "partnerId"
  FROM ${LINKED}`;

/** The active couple of a person. */
export const readLink = preparedAlone<LinkRow>('couple-link', LINK, SELECT_LINK);
export const readLinkIn = prepared<LinkRow>('couple-link-in', LINK, SELECT_LINK);

/** Milliseconds in which an ended couple can be restored. */
export const RESTORABLE = LIMITS.exportDaysAfterUnlink * DAY;

/** Locks the couple that two people ended last, and reads when that was. Parameters: both members, the instant after which it ended. */
export const lockRestorableCouple = prepared<{ id: string; endedAt: Date | null }>(
  'couple-restorable',
  { id: 'uuid', endedAt: 'timestamptz | null' },
  `SELECT c.id, c.ended_at AS "endedAt" FROM couples c
     JOIN couple_members a ON a.couple_id = c.id AND a.user_id = $1
     JOIN couple_members b ON b.couple_id = c.id AND b.user_id = $2
    WHERE c.ended_at > $3
    ORDER BY c.ended_at DESC LIMIT 1 FOR UPDATE OF c`,
);

/** A couple and when it is due, as text: a `Date` would cut the instant to milliseconds. */
export interface DueCouple {
  coupleId: string;
  at: string;
}

export const DUE_BATCH = 100;

/** The column with the instant at which each couple is due; an index covers it. */
interface DueColumn {
  table: string;
  coupleId: string;
  at: string;
}

/**
 * Selects the due couples after a cursor, so that a couple that fails every time does not block the others. Parameters:
 * now, the cursor's instant and couple.
 */
export const selectDueCouples = ({ table, coupleId, at }: DueColumn) =>
  preparedAlone<DueCouple>(
    `${table}-due`,
    { coupleId: 'uuid', at: 'text' },
    `SELECT ${coupleId} AS "coupleId", ${at}::text AS "at" FROM ${table}
     WHERE ${at} <= $1 AND (${at}, ${coupleId}) > ($2::timestamptz, $3::uuid) ORDER BY ${at}, ${coupleId} LIMIT ${DUE_BATCH}`,
  );
