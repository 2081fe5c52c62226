import type { AttachmentKind, FileOwnerType } from '@duet/contracts';
import { command, statement } from '@duet/service-kit';
import type { ObjectsByVariant } from './attachment.entity.js';

/** Makes the row of an entity when its first file arrives. */
export const addFileOwner = command(
  'INSERT INTO file_owners (type, id, couple_id) VALUES ($1, $2, $3) ON CONFLICT (type, id) DO NOTHING',
);

/** The epoch only rises: calls and events may arrive in any order. @param $1 type @param $2 id @param $3 couple @param $4 epoch */
export const raiseAccessEpoch = command(`
  INSERT INTO file_owners (type, id, couple_id, access_epoch) SELECT $1, $2, id, $4 FROM couples WHERE id = $3
  ON CONFLICT (type, id) DO UPDATE SET access_epoch = excluded.access_epoch
  WHERE file_owners.access_epoch < excluded.access_epoch AND file_owners.couple_id = excluded.couple_id`);

export interface EntityFileRow {
  id: string;
  /** The person who uploaded it. */
  ownerId: string;
  ownerType: FileOwnerType;
  entityId: string;
  kind: AttachmentKind;
  objects: ObjectsByVariant;
  bytes: number;
  details: Buffer | null;
  sent: boolean;
  accessEpoch: number;
  coupleId: string;
  /** The version of the couple: it changes with each unlink and link. */
  coupleVersion: number;
}

/** Files of entities in the user's active couples. @param $1 ids @param $2 the user */
export const readEntityFiles = statement<EntityFileRow>(
  {
    id: 'uuid',
    ownerId: 'uuid',
    ownerType: 'text',
    entityId: 'uuid',
    kind: 'text',
    objects: 'jsonb',
    bytes: 'int4',
    details: 'bytea | null',
    sent: 'bool',
    accessEpoch: 'int4',
    coupleId: 'uuid',
    coupleVersion: 'int4',
  },
  `SELECT a.id, a.owner_id AS "ownerId", o.type AS "ownerType", o.id AS "entityId", a.kind, a.objects, a.bytes, a.details, a.sent,
    o.access_epoch AS "accessEpoch", c.id AS "coupleId", c.version AS "coupleVersion"
  FROM attachments a JOIN couples c ON c.id = a.couple_id JOIN file_owners o ON o.type = a.owner_type AND o.id = a.entity_id
  WHERE a.id = ANY($1) AND c.active AND (c.member_a = $2 OR c.member_b = $2)`,
);
