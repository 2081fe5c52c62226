import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LivePush } from '../live/live-push.js';
import type { Tx } from './data-source.js';
import { Outbox } from './outbox.js';

/** One transaction with its events, which commit with it, and its live updates, which are pushed after the commit. */
export class UnitOfWork {
  private readonly afterCommit: ((live: LivePush) => void)[] = [];
  private hasEvents = false;

  constructor(
    readonly tx: Tx,
    private readonly outbox: Outbox,
  ) {}

  /** Adds a durable event, and a live update when the event has a delivery. @param key as in `Outbox.add` */
  async record<Payload>(event: EventDefinition<Payload>, key: string, payload: Payload): Promise<void> {
    this.hasEvents = true;
    await this.outbox.add(this.tx, event, key, payload);
    if (event.deliver) this.push(event, payload);
  }

  /** Adds many durable events in one statement, in the order given. */
  async recordAll(envelopes: readonly EventEnvelope[]): Promise<void> {
    if (envelopes.length === 0) return;
    this.hasEvents = true;
    await this.outbox.addAll(this.tx, envelopes);
  }

  /** Adds a live update. */
  push<Payload>(event: EventDefinition<Payload, unknown>, payload: NoInfer<Payload>): void {
    this.afterCommit.push((live) => live.push(event, payload));
  }

  /** Runs `effect` after the commit, for example the kick of a worker; never if the transaction fails. */
  onCommit(effect: () => void): void {
    this.afterCommit.push(effect);
  }

  /** Publishes events and live updates. `Transactions` calls it after the commit. */
  announce(live: LivePush): void {
    if (this.hasEvents) this.outbox.kick();
    for (const push of this.afterCommit) push(live);
  }
}

/** Runs units of work. */
@Injectable()
export class Transactions {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  /** Runs `work` in one transaction and publishes its events and live updates after the commit. @throws what `work` threw, after a rollback */
  async run<Result>(work: (unit: UnitOfWork) => Promise<Result>): Promise<Result> {
    const { unit, result } = await this.database.transaction(async (tx) => {
      const made = new UnitOfWork(tx, this.outbox);
      return { unit: made, result: await work(made) };
    });
    unit.announce(this.live);
    return result;
  }
}
