import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { factEnvelope } from '../live/live-push.js';
import { OutboxRelay } from './outbox-relay.js';
import { prepared } from './prepared.js';

const insert = prepared(
  'outbox-insert',
  'INSERT INTO outbox (envelope) SELECT envelope::jsonb FROM unnest($1::text[]) WITH ORDINALITY AS given (envelope, place) ORDER BY place',
);

/**
 * Facts for other services, committed in the same transaction as the change. Take the aggregate's row lock first:
 * then the rows' order is the commits' order.
 */
@Injectable()
export class Outbox {
  constructor(@Inject(OutboxRelay) private readonly relay: OutboxRelay) {}

  /** @param key orders: facts with one key are published in the order they were added. */
  async add<Payload>(tx: EntityManager, event: EventDefinition<Payload, unknown>, key: string, payload: NoInfer<Payload>): Promise<void> {
    await this.addAll(tx, [factEnvelope(event, key, payload)]);
  }

  /** Many facts in one statement, in the order given. */
  async addAll(tx: EntityManager, envelopes: readonly EventEnvelope[]): Promise<void> {
    await insert(tx, [envelopes.map((made) => JSON.stringify(made))]);
  }

  /** After the commit: publish now instead of at the next look. */
  kick(): void {
    this.relay.kick();
  }
}
