import { defineEvent } from '@duet/contracts';
import { type FreshServer, freshNats } from '@duet/testing';
import { AckPolicy, type JsMsg, jetstream } from '@nats-io/jetstream';
import { Bus } from '../src/bus/bus.js';
import { EVENT_STREAM, openEventStream, subjectOf } from '../src/bus/event-stream.js';
import { Feed } from '../src/events/feed.js';
import { createLogger } from '../src/observe/logger.js';

const tick = defineEvent<{ n: number }>()({ name: 'test.tick', durable: true });
const log = createLogger('test', 'silent');

/** Milliseconds. No assertion depends on it: the test asks the server for its redeliveries. */
const ACK_WAIT = 300;
const EVENTS = 6;

let nats: FreshServer;
let bus: Bus;

beforeEach(async () => {
  nats = await freshNats();
  bus = await Bus.connect(nats.url, { process: 'test' }, log);
  await openEventStream(bus.connection);
  for (let n = 0; n < EVENTS; n += 1)
    await jetstream(bus.connection).publish(subjectOf(tick.name, 'a'), JSON.stringify({ n }));
});

afterEach(async () => {
  await bus.onApplicationShutdown();
  await nats.stop();
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when the server has delivered an event three times to a consumer that neither acknowledges nor renews it. */
async function threeDeliveries(): Promise<void> {
  const { client, manager } = await openEventStream(bus.connection);
  await manager.consumers.add(EVENT_STREAM, {
    durable_name: 'control',
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT * 1_000_000,
    filter_subject: subjectOf(tick.name),
  });
  const messages = await (await client.consumers.get(EVENT_STREAM, 'control')).consume();
  for await (const message of messages) if (message.info.deliveryCount >= 3) break;
}

describe('Feed with a slow handler', () => {
  it('handles each event once, also those behind the slow one', async () => {
    const slow = Promise.withResolvers<void>();
    const handled: number[] = [];
    const deliveries: number[] = [];
    const feed = new Feed(
      bus,
      log,
      'test-slow',
      tick.name,
      async (message: JsMsg) => {
        const { n } = message.json<{ n: number }>();
        handled.push(n);
        deliveries.push(message.info.deliveryCount);
        if (n === 0) await slow.promise;
        await message.ackAck();
      },
      ACK_WAIT,
    );
    feed.start();
    await until(() => handled.length === 1);
    await threeDeliveries();
    slow.resolve();
    await until(async () => (await feed.pending()) === 0);
    await feed.stop();
    expect(handled).toEqual(Array.from({ length: EVENTS }, (_, n) => n));
    expect(deliveries).toEqual(handled.map(() => 1));
  });

  it('leaves the remaining events to the next feed when it stops', async () => {
    const slow = Promise.withResolvers<void>();
    const handled: number[] = [];
    const take = async (message: JsMsg): Promise<void> => {
      const { n } = message.json<{ n: number }>();
      handled.push(n);
      if (handled.length === 1) await slow.promise;
      await message.ackAck();
    };
    const first = new Feed(bus, log, 'test-slow', tick.name, take, ACK_WAIT);
    first.start();
    await until(() => handled.length === 1);
    const stopped = first.stop();
    const second = new Feed(bus, log, 'test-slow', tick.name, take, ACK_WAIT);
    second.start();
    await until(() => new Set(handled).size === EVENTS);
    slow.resolve();
    await stopped;
    await until(async () => (await second.pending()) === 0);
    await second.stop();
    expect([...new Set(handled)].toSorted()).toEqual(Array.from({ length: EVENTS }, (_, n) => n));
  });
});
