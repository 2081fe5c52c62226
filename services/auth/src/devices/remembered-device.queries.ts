import { command } from '@duet/service-kit';

/** Deletes the devices of a user ($1) but for the $2 that signed in last. */
export const forgetOldestDevices = command(
  `DELETE FROM remembered_devices WHERE user_id = $1 AND hash IN (
     SELECT hash FROM remembered_devices WHERE user_id = $1 ORDER BY signed_in_at DESC, hash OFFSET $2)`,
);
