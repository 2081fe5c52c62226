import type { UnitOfWork } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { User } from '../users/user.entity.js';

/** An event that ends all grants which an account has given so far. */
export type TrustEnding =
  | 'password-changed'
  | 'password-reset'
  | 'others-signed-out'
  | 'email-changed'
  | 'second-factor-removed'
  | 'account-deleted';

export interface EndedTrust {
  /** The account before the ending. Its row is locked until the transaction ends. */
  user: User;
  ending: TrustEnding;
  /** The acting session, which stays; null when no session stays. */
  keepSession: string | null;
}

/** Ends the grants of one noun, in the transaction of the ending. */
type Subscriber = (unit: UnitOfWork, ended: EndedTrust) => Promise<void>;

/**
 * The hook for endings of trust. Nouns that grant something (sessions, mailed links, exports) subscribe to it, and nouns that
 * end trust call it. Neither side imports the other.
 */
@Injectable()
export class TrustEndings {
  private readonly subscribers: Subscriber[] = [];

  /** Call it in the constructor of the service that owns the rows. */
  subscribe(subscriber: Subscriber): void {
    this.subscribers.push(subscriber);
  }

  /**
   * Ends all grants of the account except `keepSession`. It locks the account's row first, so that a grant which locks the row
   * too is either ended here or made after the ending.
   */
  async endTrust(unit: UnitOfWork, userId: string, how: Omit<EndedTrust, 'user'>): Promise<void> {
    const user = await unit.tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (!user) return;
    for (const subscriber of this.subscribers) await subscriber(unit, { ...how, user });
  }
}
