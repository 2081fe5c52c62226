import { type EventEnvelope, deliveriesOf } from '@duet/contracts';
import { Bus, Health, LIVE_SUBJECT, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { Counter } from 'prom-client';
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

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(Sockets) private readonly sockets: Sockets,
    @Inject(ControlEffects) private readonly effects: ControlEffects,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.relayed = new Counter({ name: 'duet_relayed_events_total', help: 'Events handed to sockets', labelNames: ['event'], registers: [health.metrics] });
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
  private relay({ name, payload }: EventEnvelope<never>): void {
    try {
      this.effects.apply(name, payload);
      for (const delivery of deliveriesOf(name, payload)) {
        this.sockets.deliver(delivery);
        this.relayed.inc({ event: delivery.event });
      }
    } catch (cause) {
      this.log.error({ err: cause, event: name }, 'an event could not be relayed');
    }
  }
}
