import { randomUUID } from 'node:crypto';
import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '../bus/bus.js';
import type { LiveSubject } from '../bus/bus-use.js';
import { requestContext } from '../observe/request-context.js';
import { LOGGER, type Log } from '../observe/tokens.js';

/** Subject of all live updates: core NATS, at most once, to every realtime process. */
export const LIVE_SUBJECT = 'live' satisfies LiveSubject;

/** Subject of the live updates without a delivery, which change the audience of others. The gateway reads only these. */
export const LIVE_CONTROL_SUBJECT = 'live.control' satisfies LiveSubject;

/** Characters of one bus message: UTF-8 needs up to three bytes each, and NATS accepts a megabyte. */
const LONGEST_PART = 300_000;

/** Splits the updates of a turn into messages that the bus accepts. A longer update gets a message of its own. */
function partsOf(events: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = 0;
  for (const event of events) {
    const last = parts.at(-1);
    const fits = last !== undefined && length + event.length <= LONGEST_PART;
    if (fits) last.push(event);
    else parts.push([event]);
    length = (fits ? length : 0) + event.length;
  }
  return parts;
}

/**
 * Publishes live updates after a commit. An update may be lost; clients then catch up by sync. The updates of one
 * event-loop turn are published as one message.
 */
@Injectable()
export class LivePush {
  private readonly batches = { [LIVE_SUBJECT]: [] as EventEnvelope[], [LIVE_CONTROL_SUBJECT]: [] as EventEnvelope[] };

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /** Publishes an update. Call it after the commit, never inside the transaction. */
  push<Payload>(event: EventDefinition<Payload, unknown>, payload: NoInfer<Payload>): void {
    const made = envelope(event, '', payload);
    this.queue(LIVE_SUBJECT, made);
    if (!event.deliver) this.queue(LIVE_CONTROL_SUBJECT, made);
  }

  private queue(subject: keyof typeof this.batches, made: EventEnvelope): void {
    const batch = this.batches[subject];
    batch.push(made);
    // Answers to calls leave in the next tick too: with them one write.
    if (batch.length === 1) process.nextTick(() => this.flush(subject));
  }

  private flush(subject: keyof typeof this.batches): void {
    const batch = this.batches[subject].splice(0);
    // Without a connection the update is dropped: clients catch up after the reconnect.
    if (!this.bus.isConnected()) return;
    for (const part of partsOf(batch.map((made) => JSON.stringify(made)))) this.publish(subject, part);
  }

  /** Loses a message that the bus refuses; the other messages of the turn are still published. */
  private publish(subject: string, part: string[]): void {
    try {
      this.bus.connection.publish(subject, `[${part.join(',')}]`);
    } catch (cause) {
      this.log.error({ err: cause, subject, events: part.length }, 'live updates not published');
    }
  }
}

/** Wraps a payload with a new id, the time, the request id and the trace. @param key orders durable events */
export function envelope<Payload>(
  event: Pick<EventDefinition<Payload, unknown>, 'name' | 'type'>,
  key: string,
  payload: NoInfer<Payload>,
): EventEnvelope<Payload> {
  const { requestId, trace } = requestContext.current();
  return {
    id: randomUUID(),
    name: event.name,
    key,
    at: new Date().toISOString(),
    requestId,
    ...(trace && { trace }),
    payload,
  };
}

/** Wraps the part of an event that other services receive. @param key orders events, as in `Outbox.add` */
export function eventEnvelope<Payload, Published>(
  event: EventDefinition<Payload, Published>,
  key: string,
  payload: NoInfer<Payload>,
): EventEnvelope {
  return event.published
    ? envelope({ name: event.name }, key, event.published(payload))
    : envelope(event, key, payload);
}
