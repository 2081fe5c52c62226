import type { JetStreamClient } from '@nats-io/jetstream';
import { subjectOf } from '../bus/event-stream.js';

/** A fact as it leaves: the envelope's own text, and what of it the stream must know. `id` is its outbox row. */
export interface Fact {
  id: string;
  eventId: string;
  name: string;
  key: string;
  body: string;
}

interface Outcome {
  /** The rows that need not be published again. */
  published: string[];
  failures: unknown[];
}

/**
 * Publishes without waiting for one acknowledgement before the next fact leaves. All of a call leave in one turn on one
 * connection, which the server reads in order; a connection that breaks loses the tail of what left, never the middle.
 * Where a fact fails all the same and later ones of its key were stored (a cluster between two leaders), those count as
 * not published: they come once more behind it, under another id, because the stream would drop the same one as a repeat.
 */
export class OrderedPublisher {
  private readonly overtook = new Map<string, number>();

  async publish(client: Pick<JetStreamClient, 'publish'>, facts: readonly Fact[]): Promise<Outcome> {
    const acks = facts.map(({ id, eventId, name, key, body }) => {
      const times = this.overtook.get(id);
      return client.publish(subjectOf(name, key), body, { msgID: times === undefined ? eventId : `${eventId}.${times}` });
    });
    const outcomes = await Promise.allSettled(acks);
    const published: string[] = [];
    const failures: unknown[] = [];
    const stuck = new Set<string>();
    for (const [index, { id, key }] of facts.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'rejected') {
        failures.push(outcome.reason);
        stuck.add(key);
      } else if (stuck.has(key)) {
        this.overtook.set(id, (this.overtook.get(id) ?? 0) + 1);
      } else {
        published.push(id);
        this.overtook.delete(id);
      }
    }
    return { published, failures };
  }
}
