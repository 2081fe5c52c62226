import type { EventEnvelope } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InjectDataSource } from '@nestjs/typeorm';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { EVENT_STREAM, openEventStream, subjectOf } from '../bus/event-stream.js';
import { Health } from '../observe/health.js';
import { requestContext } from '../observe/request-context.js';
import { LOGGER, type Log, SERVICE } from '../observe/tokens.js';
import { factHandlersOf } from './on-fact.js';

type Handle = (payload: unknown, envelope: EventEnvelope) => Promise<void>;

const MAX_DELIVERIES = 8;
const RETRY_OPENING = 500;
const NANOS = 1_000_000;
const ACK_WAIT = 15_000;

/**
 * Feeds durable facts to the methods marked with `OnFact`, through one durable consumer per service. A fact is
 * acknowledged after its work is done, retried with growing pauses, and parked in `dead_letter` at last.
 */
@Injectable()
export class FactsConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly handlers = new Map<string, Handle[]>();
  private readonly parked: Counter;
  private messages: ConsumerMessages | null = null;
  private work: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Bus) private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(SERVICE) private readonly service: string,
    @Inject(Health) health: Health,
  ) {
    this.parked = new Counter({ name: 'duet_dead_letters_total', help: 'Facts that were parked', registers: [health.metrics] });
  }

  onApplicationBootstrap(): void {
    this.collectHandlers();
    if (this.handlers.size > 0) this.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.messages?.close();
    await this.work;
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

  private start(): void {
    if (this.stopped) return;
    this.work = this.consume()
      .catch((cause: unknown) => this.log.warn({ err: cause }, 'facts cannot be read right now'))
      .then(() => {
        if (!this.stopped) this.retry = setTimeout(() => this.start(), RETRY_OPENING);
      });
  }

  /** Ends when the stream or the consumer is gone; then both are opened anew. */
  private async consume(): Promise<void> {
    const { client, manager } = await openEventStream(this.bus.connection);
    await manager.consumers.add(EVENT_STREAM, {
      durable_name: this.service,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: ACK_WAIT * NANOS,
      max_ack_pending: 64,
      filter_subjects: [...this.handlers.keys()].map(subjectOf),
    });
    const consumer = await client.consumers.get(EVENT_STREAM, this.service);
    this.messages = await consumer.consume({ max_messages: 64, abort_on_missing_resource: true });
    for await (const message of this.messages) await this.digest(message);
  }

  private async digest(message: JsMsg): Promise<void> {
    const envelope = message.json<EventEnvelope>();
    try {
      await requestContext.run({ requestId: envelope.requestId }, async () => {
        for (const handle of this.handlers.get(envelope.name) ?? []) await handle(envelope.payload, envelope);
      });
      await message.ackAck();
    } catch (cause) {
      await this.refuse(message, envelope, cause);
    }
  }

  private async refuse(message: JsMsg, envelope: EventEnvelope, cause: unknown): Promise<void> {
    this.log.error({ err: cause, event: envelope.name, eventId: envelope.id, attempt: message.info.deliveryCount }, 'fact could not be digested');
    if (message.info.deliveryCount < MAX_DELIVERIES) {
      message.nak(Math.min(250 * 2 ** message.info.deliveryCount, 30_000));
      return;
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    await this.database
      .query('INSERT INTO dead_letter (envelope, reason) VALUES ($1, $2)', [JSON.stringify(envelope), reason])
      .then(() => {
        this.parked.inc();
        message.term(reason);
      })
      .catch((parkCause: unknown) => {
        this.log.error({ err: parkCause, eventId: envelope.id }, 'fact could not be parked');
        message.nak(30_000);
      });
  }
}
