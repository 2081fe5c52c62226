import { userRegistered } from '@duet/contracts';
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

/** Each of a kind of its own travels alone, `a1` of the key `a`. */
const facts = (...bodies: string[]): Fact[] => bodies.map((body) => ({ id: body, eventId: `event ${body}`, name: `test.${body}`, key: body.charAt(0), body }));

const alike = (name: string, ...bodies: string[]): Fact[] => facts(...bodies).map((fact) => ({ ...fact, name }));

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

  it('travel together as long as they follow each other, are of one kind and name nobody', async () => {
    const stream = new Stream();
    const told = [...alike('test.told', '1', '2'), ...alike('test.other', '3'), ...alike('test.told', '4'), ...alike(userRegistered.name, '5', '6')];
    expect((await new OrderedPublisher().publish(stream, told)).published).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(stream.held).toEqual(['[1,2]', '3', '4', '5', '6']);
  });

  it('come again together when one before them failed', async () => {
    const [stream, publisher] = [new Stream(), new OrderedPublisher()];
    stream.refused = new Set(['a1']);
    const told = [...facts('a1'), ...alike('test.told', 'b1', 'a2'), ...alike('test.other', 'c1')];
    expect((await publisher.publish(stream, told)).published).toEqual(['c1']);
    stream.refused = new Set();
    expect((await publisher.publish(stream, told.slice(0, 3))).published).toEqual(['a1', 'b1', 'a2']);
    expect(stream.held.slice(-2)).toEqual(['a1', '[b1,a2]']);
  });

  it('are dropped by the stream when they only repeat', async () => {
    const stream = new Stream();
    await new OrderedPublisher().publish(stream, facts('a1'));
    await new OrderedPublisher().publish(stream, facts('a1', 'a2'));
    expect(stream.held).toEqual(['a1', 'a2']);
  });
});
