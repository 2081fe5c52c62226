import { coupleUnlinked, userDeleted, userRegistered } from '@duet/contracts';
import { BusProbe, aPerson } from '@duet/testing';
import { DataSource } from 'typeorm';
import { openEventStream, subjectOf } from '../src/bus/event-stream.js';
import { OrderedPublisher } from '../src/data/ordered-publisher.js';
import { OutboxRelay } from '../src/data/outbox-relay.js';
import { Bus, EVENT_STREAM, EventErasure, Outbox, envelope } from '../src/index.js';
import {
  BundleConsumer,
  BundleModule,
  Consumer,
  ConsumerModule,
  EventProcesses,
  counted,
  numbersOf,
  produce,
  until,
  upTo,
  waiting,
} from './event-processes.js';

const processes = new EventProcesses();

/** Timers that stay real while the test sets the date. */
const ALL_BUT_DATE = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Stores every mark of the outbox, also one that is reset later. */
const LOG_MARKS = [
  'CREATE TABLE marks (stream text NOT NULL)',
  `CREATE FUNCTION log_mark() RETURNS trigger LANGUAGE plpgsql AS
   'BEGIN INSERT INTO marks VALUES (NEW.published_to); RETURN NEW; END'`,
  `CREATE TRIGGER log_mark AFTER UPDATE ON outbox FOR EACH ROW WHEN (NEW.published_to IS NOT NULL)
   EXECUTE FUNCTION log_mark()`,
];

beforeEach(() => processes.start());

afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  await processes.end();
});

describe('events through the outbox', () => {
  it('arrive once and in order per key with two relays', async () => {
    const consumer = (await processes.boot('consumer', ConsumerModule)).get(Consumer);
    const [first, second] = [await processes.boot('producer'), await processes.boot('producer')];
    await Promise.all([produce(first, 'a', 1, 40), produce(second, 'b', 1, 40)]);
    await until(() => consumer.received.length >= 80);
    expect(numbersOf(consumer, 'a')).toEqual(upTo(40));
    expect(numbersOf(consumer, 'b')).toEqual(upTo(40));
    await until(async () => (await waiting(first)) === 0);
  });

  it('reach a consumer that was down when they were published', async () => {
    await processes.stop(await processes.boot('consumer', ConsumerModule));
    const producer = await processes.boot('producer');
    await produce(producer, 'a', 1, 5);
    await until(async () => (await waiting(producer)) === 0);
    const consumer = (await processes.boot('consumer', ConsumerModule)).get(Consumer);
    await until(() => consumer.received.length === 5);
    expect(numbersOf(consumer, 'a')).toEqual(upTo(5));
  });

  it('are published before their process ends, also during the rest of the relay', async () => {
    const [producer, other] = [await processes.boot('producer'), await processes.boot('consumer', ConsumerModule)];
    await other.get(OutboxRelay).onModuleDestroy();
    await produce(producer, 'a', 1, 1);
    await until(async () => (await waiting(other)) === 0);
    await produce(producer, 'a', 2, 2);
    await processes.stop(producer);
    expect(await waiting(other)).toBe(0);
  });

  it('are published while the clock is set back, ten minutes at a time', async () => {
    const consumer = (await processes.boot('consumer', ConsumerModule)).get(Consumer);
    const producer = await processes.boot('producer');
    const now = Date.now();
    for (const n of upTo(6)) {
      // The relay pauses between two runs, so an event soon after another one waits for its timer.
      await produce(producer, 'a', n, n);
      await until(async () => consumer.received.length === n && (await waiting(producer)) === 0);
      jest.useFakeTimers({ now: now - n * 600_000, doNotFake: [...ALL_BUT_DATE] });
    }
    expect(numbersOf(consumer, 'a')).toEqual(upTo(6));
  });

  it('survive an outage of the bus, and do not fail their transaction', async () => {
    const consumer = (await processes.boot('consumer', ConsumerModule)).get(Consumer);
    const producer = await processes.boot('producer');
    await processes.nats.down();
    await produce(producer, 'a', 1, 3);
    expect(await waiting(producer)).toBe(3);
    await processes.nats.restart();
    await until(() => consumer.received.length >= 3);
    expect([...new Set(numbersOf(consumer, 'a'))]).toEqual(upTo(3));
  });

  it('are published again into a stream whose store was wiped', async () => {
    const producer = await processes.boot('producer');
    await produce(producer, 'a', 1, 4);
    await until(async () => (await waiting(producer)) === 0);
    await processes.stop(producer);
    await processes.replaceNats();
    const consumer = (await processes.boot('consumer', ConsumerModule)).get(Consumer);
    await processes.boot('producer');
    await until(() => consumer.received.length >= 4);
    expect(numbersOf(consumer, 'a')).toEqual(upTo(4));
  });

  it('are not marked when their stream was wiped before the mark', async () => {
    const producer = await processes.boot('producer');
    const database = producer.get(DataSource);
    for (const sql of LOG_MARKS) await database.query(sql);
    const { publish } = OrderedPublisher.prototype;
    let wiped = false;
    jest.spyOn(OrderedPublisher.prototype, 'publish').mockImplementation(async function (
      this: OrderedPublisher,
      client,
      events,
    ) {
      const outcome = await publish.call(this, client, events);
      if (wiped || events.length === 0) return outcome;
      wiped = true;
      await processes.wipeStream(producer.get(Bus));
      return outcome;
    });
    await produce(producer, 'a', 1, 1);
    const consumer = (await processes.boot('consumer', ConsumerModule)).get(Consumer);
    await until(() => consumer.received.length > 0);
    await until(async () => (await waiting(producer)) === 0);
    const { created } = await openEventStream(producer.get(Bus).connection);
    expect(await database.query('SELECT DISTINCT stream FROM marks')).toEqual([{ stream: created }]);
  });

  it('keep their order in a burst of one key, also when the bus restarts in the middle', async () => {
    const consumer = (await processes.boot('consumer', ConsumerModule)).get(Consumer);
    const producer = await processes.boot('producer');
    await producer.get(DataSource).transaction((tx) =>
      producer.get(Outbox).addAll(
        tx,
        upTo(3_000).map((n) => envelope(counted, 'a', { chat: 'a', n })),
      ),
    );
    producer.get(Outbox).kick();
    await until(() => consumer.received.length > 0);
    await processes.nats.kill();
    await processes.nats.ready();
    await until(() => numbersOf(consumer, 'a').includes(3_000));
    // Repeats are allowed, a number before its predecessor is not.
    const first = [...new Set(numbersOf(consumer, 'a'))];
    expect(first).toEqual(upTo(3_000));
    await until(async () => (await waiting(producer)) === 0);
  }, 30_000);

  it('are handled although a message before them is not readable, which the server then drops', async () => {
    const app = await processes.boot('mixed', ConsumerModule);
    const { client, manager } = await openEventStream(app.get(Bus).connection);
    await client.publish(subjectOf(counted.name, 'mixed'), 'no JSON');
    await produce(app, 'mixed', 1, 3);
    await until(() => numbersOf(app.get(Consumer), 'mixed').length === 3);
    await until(async () => {
      const { num_pending: waiting, num_ack_pending: inHand } = await manager.consumers.info(
        EVENT_STREAM,
        'mixed-test-counted',
      );
      return waiting + inHand === 0;
    });
  });

  it('are retried after a failure', async () => {
    const consumer = (await processes.boot('consumer', ConsumerModule)).get(Consumer);
    let failures = 2;
    consumer.refuse = (event) => event.chat === 'a' && failures-- > 0;
    await produce(await processes.boot('producer'), 'a', 1, 1);
    await until(() => consumer.received.length === 1);
    expect(failures).toBeLessThan(0);
  });

  it('are handled together when they arrive together', async () => {
    const consumer = (await processes.boot('consumer', BundleModule)).get(BundleConsumer);
    const producer = await processes.boot('producer');
    await producer.get(DataSource).transaction((tx) =>
      producer.get(Outbox).addAll(
        tx,
        upTo(100).map((n) => envelope(counted, `${n % 2}`, { chat: `${n % 2}`, n })),
      ),
    );
    producer.get(Outbox).kick();
    await until(() => consumer.calls.flat().length >= 100);
    expect(consumer.calls).toEqual([upTo(64), upTo(100).slice(64)]);
  });

  it('are handled one by one when one of them fails, until it succeeds', async () => {
    const consumer = (await processes.boot('consumer', BundleModule)).get(BundleConsumer);
    consumer.refused = 3;
    const producer = await processes.boot('producer');
    await producer.get(DataSource).transaction((tx) =>
      producer.get(Outbox).addAll(
        tx,
        upTo(5).map((n) => envelope(counted, 'a', { chat: 'a', n })),
      ),
    );
    producer.get(Outbox).kick();
    // The third one fails, and the bundle is delivered again.
    await until(() => consumer.calls.length >= 4);
    consumer.refused = null;
    await until(() => consumer.calls.flat().includes(5));
    expect(consumer.calls.every((numbers) => numbers.length === 1)).toBe(true);
    expect([...new Set(consumer.calls.flat())]).toEqual(upTo(5));
  });

  it('are not stored when the transaction is rolled back', async () => {
    const producer = await processes.boot('producer');
    const lost = producer.get(DataSource).transaction(async (tx) => {
      await producer.get(Outbox).add(tx, counted, 'a', { chat: 'a', n: 1 });
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    expect(await waiting(producer)).toBe(0);
  });
});

describe('events about a deleted user', () => {
  it('are erased from outbox, dead letters and stream when they contain personal data; others remain', async () => {
    const producer = await processes.boot('producer');
    const [gone, kept] = [aPerson({ firstName: 'Canary' }), aPerson()];
    const database = producer.get(DataSource);
    const outbox = producer.get(Outbox);
    await database.transaction(async (tx) => {
      for (const person of [gone, kept])
        for (let n = 0; n < 100; n += 1) await outbox.add(tx, userRegistered, person._id, person);
      await outbox.add(tx, coupleUnlinked, gone._id, {
        coupleId: gone._id,
        members: [gone._id, kept._id],
        endedAt: '',
        version: 2,
      });
      await outbox.add(tx, userDeleted, gone._id, { userId: gone._id });
      await tx.query(
        `INSERT INTO dead_letter (envelope, reason) SELECT envelope, '' FROM outbox WHERE envelope->>'key' = $1 LIMIT 3`,
        [gone._id],
      );
    });
    outbox.kick();
    await until(async () => (await waiting(producer)) === 0);
    const bus = await BusProbe.connect(processes.nats.url);
    expect(await bus.events(userRegistered)).toHaveLength(200);
    // An event that is not published yet, and two services that erase at the same time.
    await database.transaction((tx) => outbox.add(tx, userRegistered, gone._id, gone));
    const other = await processes.boot('other');
    await Promise.all([producer, other].map((app) => app.get(EventErasure).erase([gone._id])));
    await producer.get(EventErasure).erase([gone._id]);
    const events = await bus.events(userRegistered);
    expect(events).toHaveLength(100);
    expect(JSON.stringify(events)).not.toContain('Canary');
    expect(await bus.events(userDeleted)).toEqual([{ userId: gone._id }]);
    expect(await bus.events(coupleUnlinked)).toHaveLength(1);
    const names = await database.query<{ name: string; n: number }[]>(
      `SELECT envelope->>'name' AS name, count(*)::int AS n FROM outbox GROUP BY 1 ORDER BY 1`,
    );
    expect(names).toEqual([
      { name: 'couple.unlinked', n: 1 },
      { name: 'user.deleted', n: 1 },
      { name: 'user.registered', n: 100 },
    ]);
    expect(await database.query('SELECT 1 FROM dead_letter')).toEqual([]);
    await bus.close();
  });
});
