import { EVENTS } from '@duet/contracts';
import type { JetStreamClient } from '@nats-io/jetstream';
import { MANY, subjectOf } from '../bus/event-stream.js';

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

/** So much travels together at most: a listener that fails at one of them hears all of them again. */
const BUNDLE = { facts: 64, length: 256 * 1024 };

/** What may have to be taken back lies under its own key, one by one. */
const PERSONAL = new Set<string>(EVENTS.filter(({ personal }) => personal).map(({ name }) => name));

/** Facts that follow each other and are of one kind travel as one message of the stream, which stays in their order. */
function bundled(facts: readonly Fact[]): Fact[][] {
  const bundles: Fact[][] = [];
  let length = 0;
  for (const fact of facts) {
    const last = bundles.at(-1);
    const joins = last !== undefined && last[0]?.name === fact.name && !PERSONAL.has(fact.name) && last.length < BUNDLE.facts && length + fact.body.length <= BUNDLE.length;
    if (joins) last.push(fact);
    else bundles.push([fact]);
    length = (joins ? length : 0) + fact.body.length;
  }
  return bundles;
}

/**
 * Publishes without waiting for one acknowledgement before the next facts leave. All of a call leave in one turn on one
 * connection, which the server reads in order; a connection that breaks loses the tail of what left, never the middle.
 * Where facts fail all the same and later ones of their keys were stored (a cluster between two leaders), those count as
 * not published: they come once more behind them, under another id, because the stream would drop the same one as a repeat.
 */
export class OrderedPublisher {
  private readonly overtook = new Map<string, number>();

  async publish(client: Pick<JetStreamClient, 'publish'>, facts: readonly Fact[]): Promise<Outcome> {
    const bundles = bundled(facts);
    const outcomes = await Promise.allSettled(bundles.map((bundle) => this.send(client, bundle)));
    const published: string[] = [];
    const failures: unknown[] = [];
    const stuck = new Set<string>();
    for (const [index, bundle] of bundles.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'rejected') failures.push(outcome.reason);
      else if (!bundle.some(({ key }) => stuck.has(key))) {
        for (const { id } of bundle) {
          published.push(id);
          this.overtook.delete(id);
        }
        continue;
      }
      for (const { id, key } of bundle) {
        stuck.add(key);
        if (outcome?.status === 'fulfilled') this.overtook.set(id, (this.overtook.get(id) ?? 0) + 1);
      }
    }
    return { published, failures };
  }

  private send(client: Pick<JetStreamClient, 'publish'>, bundle: Fact[]): Promise<unknown> {
    const [first, ...others] = bundle;
    if (!first) throw new TypeError('nothing to publish');
    const times = bundle.reduce((sum, { id }) => sum + (this.overtook.get(id) ?? 0), 0);
    const msgID = [first.eventId, ...(others.length > 0 ? [`and ${others.length}`] : []), ...(times > 0 ? [`again ${times}`] : [])].join(' ');
    const [key, body] = others.length > 0 ? [MANY, `[${bundle.map((fact) => fact.body).join(',')}]`] : [first.key, first.body];
    return client.publish(subjectOf(first.name, key), body, { msgID });
  }
}
