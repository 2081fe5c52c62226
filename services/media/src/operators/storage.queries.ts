import { statement } from '@duet/service-kit';

export interface StoredBytes {
  couple: string;
  active: boolean;
  bytes: string;
  /** Whether the couple ended for good, and waits until its members got back their own contributions. */
  purging: boolean;
}

/** The couple with this id ($1), or the $2 couples with the most bytes. */
export const readStorage = statement<StoredBytes>(
  { couple: 'uuid', active: 'bool', bytes: 'int8', purging: 'bool' },
  `SELECT c.id AS couple, c.active, c.bytes,
     EXISTS (SELECT FROM jobs j WHERE j.queue = 'restitution' AND j.key = c.id::text) AS purging
   FROM couples c WHERE $1::uuid IS NULL OR c.id = $1 ORDER BY c.bytes DESC, c.id LIMIT $2`,
);
