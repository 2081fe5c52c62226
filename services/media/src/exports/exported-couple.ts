import type { CoupleRecord } from '@duet/contracts';
import type { Records } from './export-reader.js';

/** A couple in an export. A former partner appears as at the end of the relationship, without the email address. */
export interface ExportedCouple extends Omit<CoupleRecord, 'partnerId'> {
  /** When the user was last online, as stored for the partner. */
  lastSeenAt: string | null;
  partner: { _id: string; firstName?: string; lastName?: string; username?: string; email?: string };
}

export function couplesOf({ couples, conversations, partner: { partner, couple } }: Records): ExportedCouple[] {
  return couples.map(({ partnerId, ...record }) => {
    const conversation = conversations.find(({ chatId }) => chatId === record.coupleId);
    const met = conversation?.members.find(({ _id }) => _id === partnerId);
    const lastSeenAt = conversation?.lastSeenAt ?? null;
    if (record.status === 'ended' || couple?._id !== record.coupleId || !partner)
      return { ...record, lastSeenAt, partner: met ?? { _id: partnerId } };
    const { _id, firstName, lastName, username, email } = partner;
    return { ...record, lastSeenAt, partner: { _id, firstName, lastName, username, email } };
  });
}
