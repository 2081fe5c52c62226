import { command } from '@duet/service-kit';

export const addDataKey = command(`
  INSERT INTO data_keys (id, owner_kind, owner_id, sealed, sealed_by) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (owner_kind, owner_id) WHERE NOT lost DO NOTHING`);

/** An owner without a key gets a tombstone as well: a concurrent upload would make a key otherwise. */
export const destroyDataKey = command(`
  INSERT INTO data_keys (id, owner_kind, owner_id, sealed_by, destroyed_at) VALUES ($1, $2, $3, '', now())
  ON CONFLICT (owner_kind, owner_id) WHERE NOT lost DO UPDATE SET sealed = NULL, destroyed_at = coalesce(data_keys.destroyed_at, excluded.destroyed_at)`);

export const destroyLostKeys = command(
  'UPDATE data_keys SET sealed = NULL, destroyed_at = now() WHERE owner_kind = $1 AND owner_id = $2 AND lost AND sealed IS NOT NULL',
);

/** A user's tombstone stays as long as a couple of the user: a couple's key is destroyed with both members. @param $1 seconds */
export const forgetDestroyedKeys = command(`
  DELETE FROM data_keys WHERE destroyed_at < now() - $1 * interval '1 second'
  AND NOT EXISTS (SELECT 1 FROM couples WHERE couples.member_a = data_keys.owner_id)
  AND NOT EXISTS (SELECT 1 FROM couples WHERE couples.member_b = data_keys.owner_id)`);
