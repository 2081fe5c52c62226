import { command } from '@duet/service-kit';

export const lockCoupleOfAttachment = command(
  'SELECT FROM couples WHERE id = (SELECT couple_id FROM attachments WHERE id = $1) FOR UPDATE',
);
