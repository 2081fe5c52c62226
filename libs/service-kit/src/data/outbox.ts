import type { EventDefinition } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { envelope } from '../live/live-push.js';
import { OutboxRelay } from './outbox-relay.js';

/**
 * Facts for other services, committed in the same transaction as the change. Take the aggregate's row lock first:
 * then the rows' order is the commits' order.
 */
@Injectable()
export class Outbox {
  constructor(@Inject(OutboxRelay) private readonly relay: OutboxRelay) {}

  /** @param key orders: facts with one key are published in the order they were added. */
  async add<Payload>(tx: EntityManager, event: EventDefinition<Payload>, key: string, payload: Payload): Promise<void> {
    await tx.query('INSERT INTO outbox (envelope) VALUES ($1)', [JSON.stringify(envelope(event, key, payload))]);
  }

  /** After the commit: publish now instead of at the next look. */
  kick(): void {
    this.relay.kick();
  }
}
