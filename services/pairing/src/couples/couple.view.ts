import type { CoupleView } from '@duet/contracts';
import type { Couple } from './couple.entity.js';

export function coupleView(couple: Couple): CoupleView {
  return {
    _id: couple.id,
    chatId: couple.id,
    linkedAt: couple.linkedAt.toISOString(),
    timezone: couple.timezone,
    version: couple.version,
  };
}
