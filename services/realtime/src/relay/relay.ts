import { type EventEnvelope, deliveriesOf } from '@duet/contracts';
import { Bus, Clock, Health, LIVE_SUBJECT, LOGGER, type Log, Tracing } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Subscription } from '@nats-io/transport-node';
import { Counter, Histogram } from 'prom-client';
import { Sockets } from '../sockets/sockets.js';
import { ControlEffects } from './control-effects.js';

/**
 * Relays live updates to the sockets of this process. Every replica receives all of them, so replicas forward none to each
 * other. Clients repair lost updates by sync.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private subscription: Subscription | undefined;
  private readonly relayed: Counter<'event'>;
  private readonly deliveryTime: Histogram;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(ControlEffects) private readonly effects: ControlEffects,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Tracing) private readonly tracing: Tracing,
    @Inject(Health) health: Health,
  ) {
    this.relayed = new Counter({
      name: 'duet_relayed_events_total',
      help: 'Events relayed to sockets',
      labelNames: ['event'],
      registers: [health.metrics],
    });
    this.deliveryTime = new Histogram({
      name: 'duet_delivery_seconds',
      help: 'Time from the publication of a change, by the clock of its machine, to its relay, by domain time',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [health.metrics],
    });
  }

  onApplicationBootstrap(): void {
    this.subscription = this.bus.listen(LIVE_SUBJECT, (batch) => {
      for (const event of batch) this.relay(event);
    });
  }

  onApplicationShutdown(): void {
    this.subscription?.unsubscribe();
  }

  /** Changes rooms before it delivers: new members get the event, former ones do not. */
  private relay({ name, payload, at, trace }: EventEnvelope<never>): void {
    const span =
      trace === undefined ? null : this.tracing.begin({ name: `relay ${name}`, kind: 'consumer', parent: trace });
    try {
      this.effects.apply(name, payload);
      for (const delivery of deliveriesOf(name, payload)) {
        this.sockets.deliver(delivery);
        this.relayed.inc({ event: delivery.event });
      }
      this.deliveryTime.observe(Math.max(this.clock.now().getTime() - Date.parse(at), 0) / 1000);
    } catch (cause) {
      this.log.error({ err: cause, event: name }, 'live relay failed');
    } finally {
      span?.end();
    }
  }
}
