import { type CoupleRecord, type CoupleView, LIMITS } from '@duet/contracts';
import { DAY } from '@duet/service-kit';
import type { Couple } from './couple.entity.js';
import { sinceOf } from './days-together.js';

/** The part of a couple that both members see. */
export type ShownCouple = Pick<
  Couple,
  'id' | 'linkedAt' | 'timezone' | 'togetherSince' | 'togetherSinceVersion' | 'hiddenParts' | 'version'
>;

export function coupleView(couple: ShownCouple): CoupleView {
  return {
    _id: couple.id,
    chatId: couple.id,
    linkedAt: couple.linkedAt.toISOString(),
    timezone: couple.timezone,
    togetherSince: sinceOf(couple),
    togetherSinceVersion: couple.togetherSinceVersion,
    hiddenParts: couple.hiddenParts,
    version: couple.version,
  };
}

const REVIVABLE = LIMITS.exportDaysAfterUnlink * DAY;

/** The couple's own part of an export record; nicknames, dates and moods come from their services. */
export type CoupleCore = Omit<CoupleRecord, 'nickname' | 'dates' | 'moods'>;

/** The couple in one member's export; null without a partner. */
export function coupleRecord(
  { id, members = [], linkedAt, endedAt, timezone, togetherSince }: Couple,
  userId: string,
): CoupleCore | null {
  const partner = members.find((member) => member.userId !== userId);
  const exportUntil = endedAt && new Date(endedAt.getTime() + REVIVABLE);
  if (!partner) return null;
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
