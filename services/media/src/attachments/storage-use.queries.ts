import type { FileOwnerType } from '@duet/contracts';
import { statement } from '@duet/service-kit';

export interface UsedBytes {
  /** Null for files of messages. */
  ownerType: FileOwnerType | null;
  isOwn: boolean;
  bytes: string;
}

/** The bytes of a couple's files, by what they belong to and who uploaded them. @param $1 the couple @param $2 the user */
export const readUsedBytes = statement<UsedBytes>(
  { ownerType: 'text | null', isOwn: 'bool', bytes: 'int8' },
  `SELECT owner_type AS "ownerType", owner_id = $2 AS "isOwn", sum(bytes)::bigint AS bytes FROM attachments
   WHERE couple_id = $1 GROUP BY 1, 2`,
);
