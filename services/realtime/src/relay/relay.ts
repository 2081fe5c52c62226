import { type EventEnvelope, deliveriesOf } from '@duet/contracts';
import { Bus, Health, LIVE_SUBJECT, LOGGER, type Log, Tracing } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { Counter, Histogram } from 'prom-client';
import { Sockets } from '../sockets/sockets.js';
import { ControlEffects } from './control-effects.js';

/**
 * Hands what services have committed to the sockets of this process. Every replica hears everything, so nothing has
 * to be passed on between replicas. What is lost here heals by sync.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private subscription: Subscription | undefined;
  private readonly relayed: Counter<'event'>;
  private readonly journey: Histogram;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(ControlEffects) private readonly effects: ControlEffects,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Tracing) private readonly tracing: Tracing,
    @Inject(Health) health: Health,
  ) {
    this.relayed = new Counter({ name: 'duet_relayed_events_total', help: 'Events handed to sockets', labelNames: ['event'], registers: [health.metrics] });
    this.journey = new Histogram({
      name: 'duet_delivery_seconds',
      help: 'From the commit of a change to handing it to the sockets, by the clocks of both machines',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [health.metrics],
    });
  }

  onApplicationBootstrap(): void {
    this.subscription = this.bus.connection.subscribe(LIVE_SUBJECT, {
      callback: (error, message) => {
        if (error) this.log.warn({ err: error }, 'the live subject failed');
        else this.relayAll(message);
      },
    });
  }

  onApplicationShutdown(): void {
    this.subscription?.unsubscribe();
  }

  private relayAll(message: Msg): void {
    try {
      // An envelope's payload is what its definition says: only our own services may publish here.
      for (const event of message.json<EventEnvelope<never>[]>()) this.relay(event);
    } catch (cause) {
      this.log.error({ err: cause }, 'what arrived on the live subject is no list of events');
    }
  }

  /** Rooms change first, so that who comes hears the event and who goes does not. */
  private relay({ name, payload, at, trace }: EventEnvelope<never>): void {
    const span = trace === undefined ? null : this.tracing.begin({ name: `relay ${name}`, kind: 'consumer', parent: trace });
    try {
      this.effects.apply(name, payload);
      for (const delivery of deliveriesOf(name, payload)) {
        this.sockets.deliver(delivery);
        this.relayed.inc({ event: delivery.event });
      }
      this.journey.observe(Math.max(Date.now() - Date.parse(at), 0) / 1000);
    } catch (cause) {
      this.log.error({ err: cause, event: name }, 'an event could not be relayed');
    } finally {
      span?.end();
    }
  }
}
