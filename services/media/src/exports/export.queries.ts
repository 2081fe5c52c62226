import { command, statement } from '@duet/service-kit';
import type { Export } from './export.entity.js';

export interface DeletedExport {
  id: string;
  key: string | null;
}

const deleting = (which: string) =>
  statement<DeletedExport>({ id: 'uuid', key: 'text | null' }, `DELETE FROM exports WHERE ${which} RETURNING id, key`);

export const deleteExport = deleting('id = $1');
export const deleteExportsOfUser = deleting('user_id = $1');
export const deleteExpiredExports = deleting('expires_at <= $1');

export const deleteExports = command('DELETE FROM exports WHERE id = ANY($1)');

/** Locks the rows, so that an export that finishes concurrently counts as finished. */
export const lockExportsOfPartners = statement<Pick<Export, 'id' | 'userId' | 'status' | 'key'>>(
  { id: 'uuid', userId: 'uuid', status: 'text', key: 'text | null' },
  `SELECT id, user_id AS "userId", status, key FROM exports
  WHERE user_id IN (SELECT CASE member_a WHEN $1 THEN member_b ELSE member_a END FROM couples WHERE member_a = $1 OR member_b = $1) FOR UPDATE`,
);

export const readPlainExports = statement<Pick<Export, 'id' | 'userId' | 'key' | 'bytes'>>(
  { id: 'uuid', userId: 'uuid', key: 'text | null', bytes: 'int8 | null' },
  `SELECT id, user_id AS "userId", key, bytes FROM exports WHERE status = 'ready' AND NOT sealed AND id > $1 ORDER BY id LIMIT $2`,
);
