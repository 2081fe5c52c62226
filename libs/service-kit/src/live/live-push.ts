import { randomUUID } from 'node:crypto';
import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '../bus/bus.js';
import { requestContext } from '../observe/request-context.js';

/** Core NATS, at most once, to every realtime process. */
export const LIVE_SUBJECT = 'live';

/**
 * Tells the sockets what has just been committed. A hint: it may be lost, and the clients heal by sync. What happens
 * in one turn of the event loop leaves as one message, without waiting for anything.
 */
@Injectable()
export class LivePush {
  private pending: EventEnvelope[] = [];

  constructor(@Inject(Bus) private readonly bus: Bus) {}

  /** Call after the commit, never inside the transaction. */
  push<Payload>(event: EventDefinition<Payload>, payload: Payload): void {
    this.pushEnvelope(envelope(event, '', payload));
  }

  private pushEnvelope(made: EventEnvelope): void {
    this.pending.push(made);
    if (this.pending.length === 1) queueMicrotask(() => this.flush());
  }

  private flush(): void {
    const batch = this.pending;
    this.pending = [];
    // While the connection is down a hint is worthless: sockets ask for everything they missed once it is back.
    if (this.bus.isConnected()) this.bus.connection.publish(LIVE_SUBJECT, JSON.stringify(batch));
  }
}

/** Wraps a payload for its journey. */
export function envelope<Payload>(event: EventDefinition<Payload>, key: string, payload: Payload): EventEnvelope<Payload> {
  return { id: randomUUID(), name: event.name, key, at: new Date().toISOString(), requestId: requestContext.requestId(), payload };
}
