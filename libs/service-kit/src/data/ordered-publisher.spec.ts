import type { JetStreamClient } from '@nats-io/jetstream';
import { type Fact, OrderedPublisher } from './ordered-publisher.js';

/** A stream that refuses what it is told to, and drops what it has seen by its id. */
class Stream implements Pick<JetStreamClient, 'publish'> {
  readonly held: string[] = [];
  private readonly seen = new Set<string>();
  refused = new Set<string>();

  publish: JetStreamClient['publish'] = async (_subject, payload, options) => {
    const [body, id] = [String(payload), options?.msgID ?? ''];
    if (this.refused.has(body)) throw new Error(`refused ${body}`);
    const duplicate = this.seen.has(id);
    if (!duplicate) this.held.push(body);
    this.seen.add(id);
    return { stream: 'EVENTS', domain: '', seq: this.held.length, duplicate };
  };
}

const facts = (...bodies: string[]): Fact[] => bodies.map((body) => ({ id: body, eventId: `event ${body}`, name: 'test.told', key: body.charAt(0), body }));

describe('facts that leave without waiting for each other', () => {
  it('are all published in order', async () => {
    const stream = new Stream();
    expect(await new OrderedPublisher().publish(stream, facts('a1', 'b1', 'a2'))).toEqual({ published: ['a1', 'b1', 'a2'], failures: [] });
    expect(stream.held).toEqual(['a1', 'b1', 'a2']);
  });

  it('come again behind one of their key that failed, however often it does; other keys are not held up', async () => {
    const [stream, publisher] = [new Stream(), new OrderedPublisher()];
    stream.refused = new Set(['a2']);
    const first = await publisher.publish(stream, facts('a1', 'a2', 'b1', 'a3'));
    expect(first).toEqual({ published: ['a1', 'b1'], failures: [new Error('refused a2')] });
    expect(await publisher.publish(stream, facts('a2', 'a3'))).toMatchObject({ published: [] });
    stream.refused = new Set();
    expect(await publisher.publish(stream, facts('a2', 'a3'))).toEqual({ published: ['a2', 'a3'], failures: [] });
    expect(stream.held.slice(-2)).toEqual(['a2', 'a3']);
  });

  it('are dropped by the stream when they only repeat', async () => {
    const stream = new Stream();
    await new OrderedPublisher().publish(stream, facts('a1'));
    await new OrderedPublisher().publish(stream, facts('a1', 'a2'));
    expect(stream.held).toEqual(['a1', 'a2']);
  });
});
