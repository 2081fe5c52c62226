import { command } from '@duet/service-kit';
import { EMPTIED } from './tombstones.js';

/** A changed link ($3 is false) needs a new preview. */
export const editText = command(
  'UPDATE messages SET content = $2, edited_at = now(), preview = CASE WHEN $3 THEN preview END WHERE id = $1',
);

export const writeTombstone = command(`
  WITH unreacted AS (DELETE FROM reactions WHERE message_id = $1), unattached AS (DELETE FROM attachments WHERE message_id = $1)
  UPDATE messages SET ${EMPTIED}, deleted_at = now() WHERE id = $1`);
