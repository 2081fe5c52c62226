import type { UnitOfWork } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import type { Person } from '../people/person.entity.js';
import type { Couple } from './couple.entity.js';

/** One change of one couple. */
export interface CoupleChange {
  kind: 'linked' | 'timezone_changed' | 'together_since_changed' | 'unlinked';
  /** The couple as it is after the change. */
  couple: Couple;
  members: [string, string];
  /** When the couple ended that this link has restored; null for a new couple. */
  endedAt?: Date | null;
  /** The member who changed the setting; null for links and unlinks, which name nobody. */
  by: Person | null;
}

/** Does one noun's part of a change, inside its transaction. */
type Subscriber = (unit: UnitOfWork, change: CoupleChange) => Promise<void>;

/**
 * The hook of every change of a couple. Nouns that depend on couples subscribe to it; couples know none of them. The
 * transaction holds the row locks on the couple and on the member who acts, or on both members for a link or an unlink.
 */
@Injectable()
export class CoupleChanges {
  private readonly subscribers: Subscriber[] = [];

  /** Call it in the constructor of the service that owns the rows. */
  subscribe(subscriber: Subscriber): void {
    this.subscribers.push(subscriber);
  }

  /** Runs the subscribers one after the other. A subscriber that throws undoes the change. */
  async announce(unit: UnitOfWork, change: CoupleChange): Promise<void> {
    for (const subscriber of this.subscribers) await subscriber(unit, change);
  }
}
