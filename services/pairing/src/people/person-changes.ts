import type { PersonSnapshot } from '@duet/contracts';
import type { UnitOfWork } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import type { Person } from './person.entity.js';

/** A newer version of a known account. */
export interface PersonChange {
  before: Person;
  now: PersonSnapshot;
}

/** Does one noun's part of a change, inside its transaction. */
type Subscriber = (unit: UnitOfWork, change: PersonChange) => Promise<void>;

/**
 * The hook of every changed profile. Nouns that depend on people subscribe to it; people know none of them. The
 * transaction has just written the person's row, so nobody links or unlinks the person before the commit.
 */
@Injectable()
export class PersonChanges {
  private readonly subscribers: Subscriber[] = [];

  /** Call it in the constructor of the service that owns the rows. */
  subscribe(subscriber: Subscriber): void {
    this.subscribers.push(subscriber);
  }

  /** Runs the subscribers one after the other. A subscriber that throws undoes the change. */
  async announce(unit: UnitOfWork, change: PersonChange): Promise<void> {
    for (const subscriber of this.subscribers) await subscriber(unit, change);
  }
}
