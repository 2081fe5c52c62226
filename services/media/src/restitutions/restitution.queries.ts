import { statement } from '@duet/service-kit';

const deleting = (which: string) =>
  statement<{ key: string }>({ key: 'text' }, `DELETE FROM restitutions WHERE ${which} RETURNING key`);

export const deleteRestitutionsOfUser = deleting('user_id = $1');
export const deleteExpiredRestitutions = deleting('expires_at <= $1');
