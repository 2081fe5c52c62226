import type { Tx } from '@duet/service-kit';
import { In } from 'typeorm';
import { Wish } from './wish.entity.js';

/**
 * Erases the wishes that the person wrote, and their confirmations.
 * @param coupleIds all couples of the person
 */
export async function eraseWishesOf(tx: Tx, userId: string, coupleIds: readonly string[]): Promise<void> {
  const coupleId = In(coupleIds);
  await tx.delete(Wish, { coupleId, createdBy: userId });
  await tx.update(Wish, { coupleId, confirmedBy: userId }, { confirmedBy: null });
}
