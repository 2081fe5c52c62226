import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BUS_USE, type BusUse, UndeclaredBusUse } from '../bus/bus-use.js';
import { eventEnvelope } from '../live/live-push.js';
import { OutboxRelay } from './outbox-relay.js';
import { prepared } from './prepared.js';

const insert = prepared(
  'outbox-insert',
  {},
  'INSERT INTO outbox (envelope) SELECT envelope::jsonb FROM unnest($1::text[]) WITH ORDINALITY AS given (envelope, place) ORDER BY place',
);

/**
 * Stores events for other services in the transaction of the change. Lock the aggregate's row first, so that rows have the
 * order of the commits.
 */
@Injectable()
export class Outbox {
  private readonly declared: ReadonlySet<string>;

  constructor(
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(BUS_USE) private readonly use: BusUse,
  ) {
    this.declared = new Set(use.produces?.map(({ name }) => name));
  }

  /**
   * Adds one event.
   * @param key events with one key are published in the order they were added
   * @throws UndeclaredBusUse when `src/bus.ts` does not declare that the process produces the event
   */
  async add<Payload>(
    tx: EntityManager,
    event: EventDefinition<Payload, unknown>,
    key: string,
    payload: NoInfer<Payload>,
  ): Promise<void> {
    await this.addAll(tx, [eventEnvelope(event, key, payload)]);
  }

  /** Adds many events in one statement, in the order given. @throws UndeclaredBusUse as `add` does */
  async addAll(tx: EntityManager, envelopes: readonly EventEnvelope[]): Promise<void> {
    const undeclared = envelopes.find(({ name }) => !this.declared.has(name));
    if (undeclared) throw new UndeclaredBusUse(this.use, `produces ${undeclared.name}`);
    await insert(tx, [envelopes.map((made) => JSON.stringify(made))]);
  }

  /** Publishes now instead of at the relay's next poll. Call it after the commit. */
  kick(): void {
    this.relay.kick();
  }
}
