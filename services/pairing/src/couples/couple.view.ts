import { type CoupleRecord, type CoupleView, LIMITS } from '@duet/contracts';
import type { Couple } from './couple.entity.js';
import { sinceOf } from './days-together.js';

export function coupleView(couple: Couple): CoupleView {
  return {
    _id: couple.id,
    chatId: couple.id,
    linkedAt: couple.linkedAt.toISOString(),
    timezone: couple.timezone,
    togetherSince: sinceOf(couple),
    togetherSinceVersion: couple.togetherSinceVersion,
    version: couple.version,
  };
}

const REVIVABLE = LIMITS.exportDaysAfterUnlink * 24 * 60 * 60 * 1000;

/** What of a couple's record is the couple's own; the rest hangs on it. */
export type CoupleCore = Omit<CoupleRecord, 'nickname' | 'dates'>;

/** The couple as one member's export tells of it; null once it is beyond return, though nobody may have purged it yet. */
export function coupleRecord({ id, members, linkedAt, endedAt, timezone, togetherSince }: Couple, userId: string): CoupleCore | null {
  const partner = members.find((member) => member.userId !== userId);
  const exportUntil = endedAt && new Date(endedAt.getTime() + REVIVABLE);
  if (!partner || (exportUntil && exportUntil.getTime() <= Date.now())) return null;
  return {
    coupleId: id,
    status: endedAt ? 'ended' : 'active',
    partnerId: partner.userId,
    linkedAt: linkedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    exportUntil: exportUntil?.toISOString() ?? null,
    timezone,
    togetherSince,
  };
}
