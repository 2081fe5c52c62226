import { statement } from '@duet/service-kit';

/** The newest first, fulfilled ones too. Parameter: couple. */
export const readWishTitles = statement<{ id: string; title: string }>(
  { id: 'uuid', title: 'text' },
  `SELECT id, title FROM wishes WHERE couple_id = $1 AND status <> 'deleted' ORDER BY id DESC LIMIT 1000`,
);
