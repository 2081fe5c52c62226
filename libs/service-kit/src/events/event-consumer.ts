import type { EventEnvelope } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InjectDataSource } from '@nestjs/typeorm';
import type { JsMsg } from '@nats-io/jetstream';
import { Counter, Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { BUS_USE, type BusUse, UndeclaredBusUse } from '../bus/bus-use.js';
import { addDeadLetter } from '../data/outbox.queries.js';
import { Health } from '../observe/health.js';
import { requestContext } from '../observe/request-context.js';
import { LOGGER, type Log, SERVICE } from '../observe/tokens.js';
import { Tracing } from '../observe/tracing.js';
import { Feed } from './feed.js';
import { eventHandlersOf } from './on-event.js';

interface Handler {
  takes: 'one' | 'many';
  handle: (envelopes: readonly EventEnvelope[]) => Promise<void>;
}

const MAX_FAILURES = 8;

/**
 * Delivers durable events to the methods marked with `OnEvent` or `OnEvents`, through one durable consumer per service and event. It
 * acknowledges an event after its handlers, retries a failed one with back-off, and stores it in `dead_letter` after eight
 * failures in one process.
 */
@Injectable()
export class EventConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly handlers = new Map<string, Handler[]>();
  /** Failed attempts in this process by event id. The server's count includes redeliveries without a failure. */
  private readonly failures = new Map<string, number>();
  private readonly parked: Counter;
  private readonly feeds: Feed[] = [];

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Bus) private readonly bus: Bus,
    @Inject(BUS_USE) private readonly use: BusUse,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(SERVICE) private readonly service: string,
    @Inject(Tracing) private readonly tracing: Tracing,
    @Inject(Health) health: Health,
  ) {
    this.parked = new Counter({
      name: 'duet_dead_letters_total',
      help: 'Events that were stored as dead letters',
      registers: [health.metrics],
    });
    const pending: Gauge<'consumer'> = new Gauge({
      name: 'duet_facts_pending',
      help: 'Events of the stream that this service has not acknowledged yet',
      labelNames: ['consumer'],
      registers: [health.metrics],
      collect: async () => {
        await Promise.all(
          this.feeds.map(async (feed) => pending.set({ consumer: feed.durable }, await this.pendingOf(feed))),
        );
      },
    });
  }

  /** @throws UndeclaredBusUse when a handler's event is not declared; Error when a declared event has no handler */
  onApplicationBootstrap(): void {
    this.collectHandlers();
    this.checkDeclaration();
    for (const event of this.handlers.keys()) {
      const feed = new Feed(this.bus, this.log, `${this.service}-${event.replaceAll('.', '-')}`, event, (message) =>
        this.consume(message),
      );
      this.feeds.push(feed);
      feed.start();
    }
  }

  /** Handles a dead letter again, also in a process that consumes nothing. @throws what a handler threw; Error without a handler */
  async handleAgain(envelope: EventEnvelope): Promise<void> {
    if (this.handlers.size === 0) this.collectHandlers();
    if (!this.handlers.has(envelope.name))
      throw new Error(`${this.service} has no handler of ${envelope.name} any more`);
    await this.handleAlone(envelope);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.feeds.map((feed) => feed.stop()));
  }

  /** Without the bus the value is NaN: the scrape must not fail, and readiness already shows the outage. */
  private async pendingOf(feed: Feed): Promise<number> {
    return this.bus.isConnected() ? feed.pending().catch(() => Number.NaN) : Number.NaN;
  }

  private collectHandlers(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const { event, method, takes } of eventHandlersOf(instance.constructor)) {
        const handle = async (envelopes: readonly EventEnvelope[]): Promise<void> => {
          if (takes === 'many') return instance[method](envelopes);
          for (const envelope of envelopes) await instance[method](envelope.payload, envelope);
        };
        this.handlers.set(event, [...(this.handlers.get(event) ?? []), { takes, handle }]);
      }
    }
  }

  private checkDeclaration(): void {
    const declared = new Set(this.use.consumes?.map(({ name }) => name));
    for (const event of this.handlers.keys())
      if (!declared.has(event)) throw new UndeclaredBusUse(this.use, `consumes ${event}`);
    for (const event of declared)
      if (!this.handlers.has(event))
        throw new Error(`${this.service} declares that it consumes ${event}, but has no handler`);
  }

  /** Handles one event or a bundle. When an event fails, the whole bundle is delivered again. */
  private async consume(message: JsMsg): Promise<void> {
    const envelopes = this.read(message);
    if (!envelopes) return message.term();
    const isDone = await this.handleTogether(envelopes);
    for (const envelope of isDone ? [] : envelopes) {
      try {
        await this.handleAlone(envelope);
        this.failures.delete(envelope.id);
      } catch (cause) {
        const pause = await this.refuse(envelope, cause);
        if (pause !== null) return message.nak(pause);
      }
    }
    await message.ackAck().catch((cause: unknown) => this.log.warn({ err: cause }, 'event acknowledgement failed'));
  }

  /** @returns null for a message that is not JSON: another delivery would be the same */
  private read(message: JsMsg): EventEnvelope[] | null {
    try {
      return [message.json<EventEnvelope | EventEnvelope[]>()].flat();
    } catch (cause) {
      this.log.error({ err: cause, subject: message.subject, sequence: message.seq }, 'event not readable');
      return null;
    }
  }

  /**
   * Handles a bundle at once if all its handlers take many events; no event has failed before.
   * @returns false when the events have to be handled one by one
   */
  private async handleTogether(envelopes: readonly EventEnvelope[]): Promise<boolean> {
    const [first] = envelopes;
    const handlers = first ? (this.handlers.get(first.name) ?? []) : [];
    const isOne = envelopes.length < 2 || envelopes.some(({ id }) => this.failures.has(id));
    if (!first || isOne || handlers.some(({ takes }) => takes === 'one')) return false;
    try {
      await this.tracing.step({ name: `consume ${first.name}`, kind: 'consumer' }, async () => {
        for (const { handle } of handlers) await handle(envelopes);
      });
      return true;
    } catch (cause) {
      this.log.warn({ err: cause, event: first.name, events: envelopes.length }, 'event bundle failed');
      return false;
    }
  }

  private handleAlone(envelope: EventEnvelope): Promise<void> {
    return requestContext.run({ requestId: envelope.requestId }, () =>
      this.tracing.step({ name: `consume ${envelope.name}`, kind: 'consumer', parent: envelope.trace }, async () => {
        for (const { handle } of this.handlers.get(envelope.name) ?? []) await handle([envelope]);
      }),
    );
  }

  /** Counts a failure. @returns milliseconds until the next attempt; null when the event is stored as a dead letter */
  private async refuse(envelope: EventEnvelope, cause: unknown): Promise<number | null> {
    const attempt = (this.failures.get(envelope.id) ?? 0) + 1;
    this.failures.set(envelope.id, attempt);
    this.log.error({ err: cause, event: envelope.name, eventId: envelope.id, attempt }, 'event handler failed');
    if (attempt < MAX_FAILURES) return Math.min(250 * 2 ** attempt, 30_000);
    const reason = cause instanceof Error ? cause.message : String(cause);
    try {
      await addDeadLetter(this.database, [JSON.stringify(envelope), reason]);
      this.failures.delete(envelope.id);
      this.parked.inc();
      return null;
    } catch (parkCause) {
      this.log.error({ err: parkCause, eventId: envelope.id }, 'dead letter not stored');
      return 30_000;
    }
  }
}
