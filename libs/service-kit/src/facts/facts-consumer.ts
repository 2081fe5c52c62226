import type { EventEnvelope } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InjectDataSource } from '@nestjs/typeorm';
import type { JsMsg } from '@nats-io/jetstream';
import { Counter, Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { Health } from '../observe/health.js';
import { requestContext } from '../observe/request-context.js';
import { LOGGER, type Log, SERVICE } from '../observe/tokens.js';
import { Tracing } from '../observe/tracing.js';
import { Feed } from './feed.js';
import { factHandlersOf } from './on-fact.js';

type Handle = (payload: unknown, envelope: EventEnvelope) => Promise<void>;

const MAX_DELIVERIES = 8;

/**
 * Feeds durable facts to the methods marked with `OnFact`, through one durable consumer per service and fact. A fact
 * is acknowledged after its work is done, retried with growing pauses, and parked in `dead_letter` at last.
 */
@Injectable()
export class FactsConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly handlers = new Map<string, Handle[]>();
  private readonly parked: Counter;
  private readonly feeds: Feed[] = [];

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Bus) private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(SERVICE) private readonly service: string,
    @Inject(Tracing) private readonly tracing: Tracing,
    @Inject(Health) health: Health,
  ) {
    this.parked = new Counter({ name: 'duet_dead_letters_total', help: 'Facts that were parked', registers: [health.metrics] });
    const pending: Gauge<'consumer'> = new Gauge({
      name: 'duet_facts_pending',
      help: 'Facts of the stream that this service has not digested yet',
      labelNames: ['consumer'],
      registers: [health.metrics],
      collect: async () => {
        await Promise.all(this.feeds.map(async (feed) => pending.set({ consumer: feed.durable }, await this.pendingOf(feed))));
      },
    });
  }

  onApplicationBootstrap(): void {
    this.collectHandlers();
    for (const event of this.handlers.keys()) {
      const feed = new Feed(this.bus, this.log, `${this.service}-${event.replaceAll('.', '-')}`, event, (message) => this.digest(message));
      this.feeds.push(feed);
      feed.start();
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.feeds.map((feed) => feed.stop()));
  }

  /** Without the bus nobody knows; readiness tells that, and the other metrics must still be read. */
  private async pendingOf(feed: Feed): Promise<number> {
    return this.bus.isConnected() ? feed.pending().catch(() => Number.NaN) : Number.NaN;
  }

  private collectHandlers(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const { event, method } of factHandlersOf(instance.constructor)) {
        const handle: Handle = (payload, envelope) => instance[method](payload, envelope);
        this.handlers.set(event, [...(this.handlers.get(event) ?? []), handle]);
      }
    }
  }

  /** One fact, or several that lie together: what was digested before one that fails comes again with it. */
  private async digest(message: JsMsg): Promise<void> {
    for (const envelope of [message.json<EventEnvelope | EventEnvelope[]>()].flat()) {
      try {
        await this.handle(envelope);
      } catch (cause) {
        const pause = await this.refuse(message.info.deliveryCount, envelope, cause);
        if (pause !== null) return message.nak(pause);
      }
    }
    await message.ackAck().catch((cause: unknown) => this.log.warn({ err: cause }, 'a digested fact was not acknowledged: it comes again'));
  }

  private handle(envelope: EventEnvelope): Promise<void> {
    return requestContext.run({ requestId: envelope.requestId }, () =>
      this.tracing.step({ name: `digest ${envelope.name}`, kind: 'consumer', parent: envelope.trace }, async () => {
        for (const handle of this.handlers.get(envelope.name) ?? []) await handle(envelope.payload, envelope);
      }),
    );
  }

  /** @returns after how many milliseconds it should come again; null once it is parked. */
  private async refuse(attempt: number, envelope: EventEnvelope, cause: unknown): Promise<number | null> {
    this.log.error({ err: cause, event: envelope.name, eventId: envelope.id, attempt }, 'fact could not be digested');
    if (attempt < MAX_DELIVERIES) return Math.min(250 * 2 ** attempt, 30_000);
    const reason = cause instanceof Error ? cause.message : String(cause);
    try {
      await this.database.query('INSERT INTO dead_letter (envelope, reason) VALUES ($1, $2)', [JSON.stringify(envelope), reason]);
      this.parked.inc();
      return null;
    } catch (parkCause) {
      this.log.error({ err: parkCause, eventId: envelope.id }, 'fact could not be parked');
      return 30_000;
    }
  }
}
