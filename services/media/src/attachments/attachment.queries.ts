import type { AttachmentKind, FileOwnerType } from '@duet/contracts';
import { type Tx, command, statement } from '@duet/service-kit';
import type { ObjectInfo, ObjectsByVariant } from './attachment.entity.js';

export interface VisibleAttachment {
  id: string;
  kind: AttachmentKind;
  filename: string;
  objects: ObjectsByVariant;
  sealed: boolean;
  /** False for a partner's file that no consumed event has named yet. */
  known: boolean;
}

/** The files of messages in the user's active couples. @param $1 ids @param $2 the user */
export const readVisible = statement<VisibleAttachment>(
  { id: 'uuid', kind: 'text', filename: 'text', objects: 'jsonb', sealed: 'bool', known: 'bool' },
  `SELECT a.id, a.kind, a.filename, a.objects, a.sealed, a.sent OR a.owner_id = $2 AS known FROM attachments a JOIN couples c ON c.id = a.couple_id
  WHERE a.id = ANY($1) AND a.entity_id IS NULL AND c.active AND (c.member_a = $2 OR c.member_b = $2)`,
);

/** Marks attachments as sent and makes their voice jobs due. @param $1 ids @param $2 the present time */
export const markSent = command(`
  WITH sent AS (UPDATE attachments SET sent = true WHERE id = ANY($1) AND NOT sent RETURNING id)
  UPDATE jobs SET due_at = $2 FROM sent WHERE jobs.queue = 'voice' AND jobs.key = sent.id::text`);

/** `ownerType` is null for files of messages. */
export const readStagedBefore = statement<{ id: string; ownerType: FileOwnerType | null }>(
  { id: 'uuid', ownerType: 'text | null' },
  'SELECT id, owner_type AS "ownerType" FROM attachments WHERE NOT sent AND created_at < $1 ORDER BY created_at LIMIT $2',
);

/** Attachments that one transaction erases. */
export const ERASE_STEP = 200;

export interface ErasedAttachment {
  coupleId: string;
  bytes: number;
  objects: ObjectsByVariant;
  /** The recording of a cancelled voice job. */
  raw: ObjectInfo | null;
}

/** Two statements of one transaction: lock the couples as uploads do, then erase up to `ERASE_STEP` attachments. */
export interface ErasureStatements {
  lock: (tx: Tx, values: unknown[]) => Promise<number>;
  erase: (tx: Tx, values: unknown[]) => Promise<ErasedAttachment[]>;
}

const erasing = (which: string): ErasureStatements => ({
  lock: command(
    `SELECT FROM couples WHERE id IN (SELECT a.couple_id FROM attachments a WHERE ${which}) ORDER BY id FOR UPDATE`,
  ),
  erase: statement<ErasedAttachment>(
    { coupleId: 'uuid', bytes: 'int4', objects: 'jsonb', raw: 'jsonb | null' },
    `WITH gone AS (SELECT a.id FROM attachments a WHERE ${which} ORDER BY a.id LIMIT ${ERASE_STEP}),
     cancelled AS (DELETE FROM jobs USING gone WHERE jobs.queue = 'voice' AND jobs.key = gone.id::text RETURNING gone.id, jobs.payload -> 'raw' AS raw)
     DELETE FROM attachments USING gone LEFT JOIN cancelled USING (id) WHERE attachments.id = gone.id
     RETURNING attachments.couple_id AS "coupleId", attachments.bytes, attachments.objects, cancelled.raw`,
  ),
});

export const eraseByIds = erasing('a.id = ANY($1)');
/** @param $1 ids @param $2 the owner's type @param $3 its id */
export const eraseOfEntity = erasing('a.id = ANY($1) AND a.owner_type = $2 AND a.entity_id = $3');
export const eraseStaged = erasing('a.id = ANY($1) AND NOT a.sent');
export const eraseOwnStaged = erasing('a.id = ANY($1) AND a.owner_id = $2 AND NOT a.sent');
export const eraseOfCouple = erasing('a.couple_id = $1');
export const eraseOfOwner = erasing('a.owner_id = $1');

export const countPlain = statement<{ count: number }>(
  { count: 'int4' },
  "SELECT count(*)::int AS count FROM attachments WHERE NOT sealed AND objects <> '{}'",
);

export interface PlainAttachment {
  id: string;
  coupleId: string;
  objects: ObjectsByVariant;
}

/** Attachments with plain objects, by ascending id. Recordings in the queue are left out: their voice jobs seal them. */
export const readPlain = statement<PlainAttachment>(
  { id: 'uuid', coupleId: 'uuid', objects: 'jsonb' },
  `SELECT id, couple_id AS "coupleId", objects FROM attachments a
  WHERE NOT sealed AND id > $1 AND objects <> '{}' AND NOT EXISTS (SELECT 1 FROM jobs WHERE queue = 'voice' AND key = a.id::text) ORDER BY id LIMIT $2`,
);

/** Replaces plain objects by sealed ones, unless they have changed since they were read. @param $2 sealed @param $3 plain */
export const replaceObjects = command(
  'UPDATE attachments SET objects = $2, sealed = true WHERE id = $1 AND NOT sealed AND objects = $3::jsonb',
);
