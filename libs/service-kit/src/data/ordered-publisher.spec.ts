import { userRegistered } from '@duet/contracts';
import type { JetStreamClient } from '@nats-io/jetstream';
import { type OutboxEvent, OrderedPublisher } from './ordered-publisher.js';

/** A stream that refuses the bodies in `refused`, and drops duplicates by message id. */
class Stream implements Pick<JetStreamClient, 'publish'> {
  readonly stored: string[] = [];
  private readonly seen = new Set<string>();
  refused = new Set<string>();

  publish: JetStreamClient['publish'] = async (_subject, payload, options) => {
    const [body, id] = [String(payload), options?.msgID ?? ''];
    if (this.refused.has(body)) throw new Error(`refused ${body}`);
    const duplicate = this.seen.has(id);
    if (!duplicate) this.stored.push(body);
    this.seen.add(id);
    return { stream: 'EVENTS', domain: '', seq: this.stored.length, duplicate };
  };
}

/** Events of different kinds, which are not bundled. `a1` has the key `a`. */
const events = (...bodies: string[]): OutboxEvent[] =>
  bodies.map((body) => ({ id: body, eventId: `event ${body}`, name: `test.${body}`, key: body.charAt(0), body }));

const alike = (name: string, ...bodies: string[]): OutboxEvent[] =>
  events(...bodies).map((event) => ({ ...event, name }));

describe('OrderedPublisher', () => {
  it('publishes all events in order', async () => {
    const stream = new Stream();
    expect(await new OrderedPublisher().publish(stream, events('a1', 'b1', 'a2'))).toEqual({
      unpublished: new Set(),
      failures: [],
    });
    expect(stream.stored).toEqual(['a1', 'b1', 'a2']);
  });

  it('publishes later events of a key again behind one that failed, and does not delay other keys', async () => {
    const [stream, publisher] = [new Stream(), new OrderedPublisher()];
    stream.refused = new Set(['a2']);
    const first = await publisher.publish(stream, events('a1', 'a2', 'b1', 'a3'));
    expect(first).toEqual({ unpublished: new Set(['a2', 'a3']), failures: [new Error('refused a2')] });
    expect(await publisher.publish(stream, events('a2', 'a3'))).toMatchObject({
      unpublished: new Set(['a2', 'a3']),
    });
    stream.refused = new Set();
    expect(await publisher.publish(stream, events('a2', 'a3'))).toEqual({ unpublished: new Set(), failures: [] });
    expect(stream.stored.slice(-2)).toEqual(['a2', 'a3']);
  });

  it('bundles consecutive events of one kind unless they are personal', async () => {
    const stream = new Stream();
    const given = [
      ...alike('test.alike', '1', '2'),
      ...alike('test.other', '3'),
      ...alike('test.alike', '4'),
      ...alike(userRegistered.name, '5', '6'),
    ];
    expect((await new OrderedPublisher().publish(stream, given)).unpublished).toEqual(new Set());
    expect(stream.stored).toEqual(['[1,2]', '3', '4', '5', '6']);
  });

  it('publishes a bundle again when an earlier event of one of its keys failed', async () => {
    const [stream, publisher] = [new Stream(), new OrderedPublisher()];
    stream.refused = new Set(['a1']);
    const given = [...events('a1'), ...alike('test.alike', 'b1', 'a2'), ...alike('test.other', 'c1')];
    expect((await publisher.publish(stream, given)).unpublished).toEqual(new Set(['a1', 'b1', 'a2']));
    stream.refused = new Set();
    expect((await publisher.publish(stream, given.slice(0, 3))).unpublished).toEqual(new Set());
    expect(stream.stored.slice(-2)).toEqual(['a1', '[b1,a2]']);
  });

  it('publishes a row with many events again when one of them failed', async () => {
    const [stream, publisher] = [new Stream(), new OrderedPublisher()];
    stream.refused = new Set(['b1']);
    const given = events('a1', 'b1', 'c1').map((event, index) => ({ ...event, id: index < 2 ? 'both' : 'last' }));
    expect((await publisher.publish(stream, given)).unpublished).toEqual(new Set(['both']));
    stream.refused = new Set();
    expect((await publisher.publish(stream, given.slice(0, 2))).unpublished).toEqual(new Set());
    expect(stream.stored).toEqual(['a1', 'c1', 'b1']);
  });

  it('publishes repeats under the same message id, so that the stream drops them', async () => {
    const stream = new Stream();
    await new OrderedPublisher().publish(stream, events('a1'));
    await new OrderedPublisher().publish(stream, events('a1', 'a2'));
    expect(stream.stored).toEqual(['a1', 'a2']);
  });

  it('recognises a repeated bundle by all of its events', async () => {
    const stream = new Stream();
    const publish = (...bodies: string[]) => new OrderedPublisher().publish(stream, alike('test.alike', ...bodies));
    await publish('a1', 'a3');
    await publish('a1', 'a3');
    // After a lost acknowledgement: the row of a2 has the lower id and was committed late.
    await publish('a1', 'a2');
    await publish('a3');
    expect(stream.stored).toEqual(['[a1,a3]', '[a1,a2]', 'a3']);
  });
});
