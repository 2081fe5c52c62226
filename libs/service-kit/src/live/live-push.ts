import { randomUUID } from 'node:crypto';
import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '../bus/bus.js';
import { requestContext } from '../observe/request-context.js';

/** Core NATS, at most once, to every realtime process. */
export const LIVE_SUBJECT = 'live';

/** A copy of what changes who may listen (events without a delivery), for edges that hold no sockets. */
export const LIVE_CONTROL_SUBJECT = 'live.control';

/**
 * Tells the sockets what has just been committed. A hint: it may be lost, and the clients heal by sync. What happens
 * in one turn of the event loop leaves as one message, without waiting for anything.
 */
@Injectable()
export class LivePush {
  private readonly batches = { [LIVE_SUBJECT]: [] as EventEnvelope[], [LIVE_CONTROL_SUBJECT]: [] as EventEnvelope[] };

  constructor(@Inject(Bus) private readonly bus: Bus) {}

  /** Call after the commit, never inside the transaction. */
  push<Payload>(event: EventDefinition<Payload, unknown>, payload: NoInfer<Payload>): void {
    const made = envelope(event, '', payload);
    this.queue(LIVE_SUBJECT, made);
    if (!event.deliver) this.queue(LIVE_CONTROL_SUBJECT, made);
  }

  private queue(subject: keyof typeof this.batches, made: EventEnvelope): void {
    const batch = this.batches[subject];
    batch.push(made);
    if (batch.length === 1) queueMicrotask(() => this.flush(subject));
  }

  private flush(subject: keyof typeof this.batches): void {
    const batch = this.batches[subject].splice(0);
    // While the connection is down a hint is worthless: sockets ask for everything they missed once it is back.
    if (this.bus.isConnected()) this.bus.connection.publish(subject, JSON.stringify(batch));
  }
}

/** Wraps a payload for its journey. */
export function envelope<Payload>(event: Pick<EventDefinition<Payload, unknown>, 'name' | 'type'>, key: string, payload: NoInfer<Payload>): EventEnvelope<Payload> {
  const { requestId, trace } = requestContext.current();
  return { id: randomUUID(), name: event.name, key, at: new Date().toISOString(), requestId, ...(trace && { trace }), payload };
}

/** Wraps what other services get to know of an event. */
export function factEnvelope<Payload, Fact>(event: EventDefinition<Payload, Fact>, key: string, payload: NoInfer<Payload>): EventEnvelope {
  return event.fact ? envelope({ name: event.name }, key, event.fact(payload)) : envelope(event, key, payload);
}
