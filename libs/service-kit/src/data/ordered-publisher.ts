import { createHash } from 'node:crypto';
import { EVENTS } from '@duet/contracts';
import type { JetStreamClient } from '@nats-io/jetstream';
import { MANY, subjectOf } from '../bus/event-stream.js';

/** An event as it is published. `id` is its row's, which may have several events, `body` the envelope's JSON. */
export interface OutboxEvent {
  id: string;
  eventId: string;
  name: string;
  key: string;
  body: string;
}

interface Outcome {
  /** Ids of the rows that have to be published again. */
  unpublished: ReadonlySet<string>;
  failures: unknown[];
}

/** The largest bundle, in events and characters. A consumer that fails at one event receives its whole bundle again. */
const BUNDLE = { events: 64, length: 256 * 1024 };

/** Personal events are never bundled: erasure finds them by the key in their subject. */
const PERSONAL = new Set<string>(EVENTS.filter(({ personal }) => personal).map(({ name }) => name));

/** Bundles consecutive events of one kind into one message of the stream, in their order. */
function bundled(events: readonly OutboxEvent[]): OutboxEvent[][] {
  const bundles: OutboxEvent[][] = [];
  let length = 0;
  for (const event of events) {
    const last = bundles.at(-1);
    const joins =
      last !== undefined &&
      last[0]?.name === event.name &&
      !PERSONAL.has(event.name) &&
      last.length < BUNDLE.events &&
      length + event.body.length <= BUNDLE.length;
    if (joins) last.push(event);
    else bundles.push([event]);
    length = (joins ? length : 0) + event.body.length;
  }
  return bundles;
}

/**
 * The id by which the stream recognises a repeat. All event ids of a bundle determine it: after a lost acknowledgement, an
 * event of a transaction that committed late may take the place of the last one.
 */
function messageIdOf(bundle: readonly OutboxEvent[]): string {
  const eventIds = bundle.map(({ eventId }) => eventId).join(' ');
  return bundle.length === 1 ? eventIds : createHash('sha256').update(eventIds).digest('base64url');
}

/**
 * Publishes events in order without waiting for each acknowledgement. One connection carries them, so a broken connection
 * loses the end of a batch, never its middle.
 *
 * A cluster that elects a leader may still refuse an event and store a later one of the same key. Such later events count as
 * not published and are published again after the refused one. They get another message id, or JetStream would drop them
 * as duplicates.
 */
export class OrderedPublisher {
  /** By row id: how often the stream stored the row although an earlier event of its key had failed. */
  private readonly overtook = new Map<string, number>();

  /** @param events in outbox order @returns the rows that must not be marked as published, and the causes */
  async publish(client: Pick<JetStreamClient, 'publish'>, events: readonly OutboxEvent[]): Promise<Outcome> {
    const bundles = bundled(events);
    const outcomes = await Promise.allSettled(bundles.map((bundle) => this.send(client, bundle)));
    const failures: unknown[] = [];
    const stuck = new Set<string>();
    const unpublished = new Set<string>();
    for (const [index, bundle] of bundles.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'rejected') failures.push(outcome.reason);
      else if (!bundle.some(({ key }) => stuck.has(key))) continue;
      for (const { id, key } of bundle) {
        stuck.add(key);
        unpublished.add(id);
        if (outcome?.status === 'fulfilled') this.overtook.set(id, (this.overtook.get(id) ?? 0) + 1);
      }
    }
    for (const { id } of events) if (!unpublished.has(id)) this.overtook.delete(id);
    return { unpublished, failures };
  }

  private send(client: Pick<JetStreamClient, 'publish'>, bundle: OutboxEvent[]): Promise<unknown> {
    const [first, ...others] = bundle;
    if (!first) throw new TypeError('nothing to publish');
    const times = bundle.reduce((sum, { id }) => sum + (this.overtook.get(id) ?? 0), 0);
    const msgID = [messageIdOf(bundle), ...(times > 0 ? [`again ${times}`] : [])].join(' ');
    const [key, body] =
      others.length > 0 ? [MANY, `[${bundle.map((event) => event.body).join(',')}]`] : [first.key, first.body];
    return client.publish(subjectOf(first.name, key), body, { msgID });
  }
}
