import { statement } from '@duet/service-kit';

/** Takes a free or expired lease, or renews the holder's own. No row while another holder has it. @param $3 seconds */
export const takeLease = statement<{ holder: string }>(
  { holder: 'uuid' },
  `INSERT INTO leases (name, holder, until) VALUES ($1, $2, now() + $3 * interval '1 second')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE leases.until < now() OR leases.holder = excluded.holder
  RETURNING holder`,
);
