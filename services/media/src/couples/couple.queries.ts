import { command, statement } from '@duet/service-kit';

/** The version makes older and repeated events harmless. */
export const setCouple = command(`
  INSERT INTO couples (id, member_a, member_b, active, version, linked_at) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET active = excluded.active, version = excluded.version, linked_at = greatest(couples.linked_at, excluded.linked_at)
  WHERE couples.version < excluded.version`);

/** A user has one partner at most, so a new link ends the older couples, also before their own event arrives. */
export const endOtherCouples = command(
  `UPDATE couples SET active = false WHERE active AND id <> $1 AND linked_at < $2 AND (member_a = ANY($3) OR member_b = ANY($3))
   AND EXISTS (SELECT FROM couples WHERE id = $1 AND version = $4 AND active)`,
);

/** The user's newest active couple: the unlink event of an older one may not have arrived yet. */
export const readActiveCouple = statement<{ id: string }>(
  { id: 'uuid' },
  'SELECT id FROM couples WHERE active AND (member_a = $1 OR member_b = $1) ORDER BY linked_at DESC LIMIT 1',
);

export const lockCouple = command('SELECT FROM couples WHERE id = $1 FOR UPDATE');

export const lockCouplesOf = command('SELECT FROM couples WHERE member_a = $1 OR member_b = $1 ORDER BY id FOR UPDATE');

/** The user's couples whose members are both erased. */
export const readDesertedCouples = statement<{ id: string }>(
  { id: 'uuid' },
  `SELECT id FROM couples WHERE (member_a = $1 OR member_b = $1) AND 2 = (
    SELECT count(*) FROM data_keys WHERE owner_kind = 'user' AND owner_id IN (member_a, member_b) AND NOT lost AND sealed IS NULL)`,
);
