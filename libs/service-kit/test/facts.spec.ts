import 'reflect-metadata';
import { coupleUnlinked, defineEvent, userDeleted, userRegistered } from '@duet/contracts';
import { BusProbe, type FreshDatabase, type FreshServer, aPerson, freshDatabase, freshNats } from '@duet/testing';
import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { BaseConfig, DatabaseModule, FactErasure, KitModule, OnFact, Outbox, dataSourceOptions, envelope } from '../src/index.js';

interface Counted {
  chat: string;
  n: number;
}

const counted = defineEvent<Counted>()({ name: 'test.counted', durable: true });

@Injectable()
class Listener {
  readonly heard: Counted[] = [];
  refuse: (fact: Counted) => boolean = () => false;

  @OnFact(counted)
  async count(fact: Counted): Promise<void> {
    if (this.refuse(fact)) throw new Error(`refused ${fact.n}`);
    this.heard.push(fact);
  }
}

@Module({ providers: [Listener], exports: [Listener] })
class ListenerModule {}

const SETTINGS: Omit<BaseConfig, 'NATS_URL'> = { NODE_ENV: 'test', LOG_LEVEL: 'silent', OPS_PORT: 0, JWT_PUBLIC_KEYS: '{"keys":[]}' };

let database: FreshDatabase;
let nats: FreshServer;
let running: INestApplicationContext[] = [];

const options = () => dataSourceOptions({ service: 'pairing', url: database.url, entities: [], migrations: [] });

async function boot(name: string, ...more: (new () => object)[]): Promise<INestApplicationContext> {
  @Module({ imports: [KitModule.forRoot(name, { ...SETTINGS, NATS_URL: nats.url }), DatabaseModule.forRoot(options()), ...more] })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
  running.push(app);
  return app;
}

async function stop(app: INestApplicationContext): Promise<void> {
  running = running.filter((other) => other !== app);
  await app.close();
}

/** Commits facts `from`..`to` of one chat in one transaction each, as a service would. */
async function tell(app: INestApplicationContext, chat: string, from: number, to: number): Promise<void> {
  const outbox = app.get(Outbox);
  for (let n = from; n <= to; n += 1) await app.get(DataSource).transaction((tx) => outbox.add(tx, counted, chat, { chat, n }));
  outbox.kick();
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

const numbersOf = (listener: Listener, chat: string): number[] => listener.heard.filter((fact) => fact.chat === chat).map((fact) => fact.n);

const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1);

const waiting = async (app: INestApplicationContext): Promise<number> =>
  (await app.get(DataSource).query('SELECT count(*)::int AS n FROM outbox WHERE published_to IS NULL'))[0].n;

beforeEach(async () => {
  [database, nats] = await Promise.all([freshDatabase('pairing'), freshNats()]);
  const schema = await new DataSource(options()).initialize();
  await schema.synchronize();
  await schema.destroy();
});

afterEach(async () => {
  await Promise.all(running.map((app) => app.close()));
  running = [];
  await Promise.all([database.drop(), nats.stop()]);
});

describe('facts through the outbox', () => {
  it('arrive once and in order per key, with two relays at work', async () => {
    const listener = (await boot('listener', ListenerModule)).get(Listener);
    const [first, second] = [await boot('teller'), await boot('teller')];
    await Promise.all([tell(first, 'a', 1, 40), tell(second, 'b', 1, 40)]);
    await until(() => listener.heard.length >= 80);
    expect(numbersOf(listener, 'a')).toEqual(upTo(40));
    expect(numbersOf(listener, 'b')).toEqual(upTo(40));
    await until(async () => (await waiting(first)) === 0);
  });

  it('wait for a listener that is away and reach it when it is back', async () => {
    await stop(await boot('listener', ListenerModule));
    const teller = await boot('teller');
    await tell(teller, 'a', 1, 5);
    await until(async () => (await waiting(teller)) === 0);
    const listener = (await boot('listener', ListenerModule)).get(Listener);
    await until(() => listener.heard.length === 5);
    expect(numbersOf(listener, 'a')).toEqual(upTo(5));
  });

  it('survive a bus that is away, without failing who tells them', async () => {
    const listener = (await boot('listener', ListenerModule)).get(Listener);
    const teller = await boot('teller');
    await nats.down();
    await tell(teller, 'a', 1, 3);
    expect(await waiting(teller)).toBe(3);
    await nats.restart();
    await until(() => listener.heard.length >= 3);
    expect([...new Set(numbersOf(listener, 'a'))]).toEqual(upTo(3));
  });

  it('are published again into a stream whose store was wiped', async () => {
    const teller = await boot('teller');
    await tell(teller, 'a', 1, 4);
    await until(async () => (await waiting(teller)) === 0);
    await stop(teller);
    await nats.stop();
    nats = await freshNats();
    const listener = (await boot('listener', ListenerModule)).get(Listener);
    await boot('teller');
    await until(() => listener.heard.length >= 4);
    expect(numbersOf(listener, 'a')).toEqual(upTo(4));
  });

  it('keep their order in a burst of one key, also when the bus is cut in the middle', async () => {
    const listener = (await boot('listener', ListenerModule)).get(Listener);
    const teller = await boot('teller');
    await teller.get(DataSource).transaction((tx) => teller.get(Outbox).addAll(tx, upTo(3_000).map((n) => envelope(counted, 'a', { chat: 'a', n }))));
    teller.get(Outbox).kick();
    await until(() => listener.heard.length > 0);
    await nats.kill();
    await nats.ready();
    await until(() => numbersOf(listener, 'a').includes(3_000));
    // Repeats are allowed, a number before its predecessor is not.
    const first = [...new Set(numbersOf(listener, 'a'))];
    expect(first).toEqual(upTo(3_000));
    await until(async () => (await waiting(teller)) === 0);
  }, 30_000);

  it('are tried again after a failure, and do not hold up others', async () => {
    const listener = (await boot('listener', ListenerModule)).get(Listener);
    let failures = 2;
    listener.refuse = (fact) => fact.chat === 'a' && failures-- > 0;
    await tell(await boot('teller'), 'a', 1, 1);
    await until(() => listener.heard.length === 1);
    expect(failures).toBeLessThan(0);
  });

  it('are not recorded when the change is rolled back', async () => {
    const teller = await boot('teller');
    const lost = teller.get(DataSource).transaction(async (tx) => {
      await teller.get(Outbox).add(tx, counted, 'a', { chat: 'a', n: 1 });
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    expect(await waiting(teller)).toBe(0);
  });
});

describe('facts about somebody who is gone', () => {
  it('leave outbox, dead letters and stream when they hold personal data; the others stay', async () => {
    const teller = await boot('teller');
    const [gone, kept] = [aPerson({ firstName: 'Canary' }), aPerson()];
    const database = teller.get(DataSource);
    const outbox = teller.get(Outbox);
    await database.transaction(async (tx) => {
      for (const person of [gone, kept]) for (let n = 0; n < 100; n += 1) await outbox.add(tx, userRegistered, person._id, person);
      await outbox.add(tx, coupleUnlinked, gone._id, { coupleId: gone._id, members: [gone._id, kept._id], endedAt: '', version: 2 });
      await outbox.add(tx, userDeleted, gone._id, { userId: gone._id });
      await tx.query(`INSERT INTO dead_letter (envelope, reason) SELECT envelope, '' FROM outbox WHERE envelope->>'key' = $1 LIMIT 3`, [gone._id]);
    });
    outbox.kick();
    await until(async () => (await waiting(teller)) === 0);
    const bus = await BusProbe.connect(nats.url);
    expect(await bus.facts(userRegistered)).toHaveLength(200);
    // One that nobody has published yet, and two who clear up at the same time.
    await database.transaction((tx) => outbox.add(tx, userRegistered, gone._id, gone));
    const other = await boot('other');
    await Promise.all([teller, other].map((app) => app.get(FactErasure).erase([gone._id])));
    await teller.get(FactErasure).erase([gone._id]);
    const facts = await bus.facts(userRegistered);
    expect(facts).toHaveLength(100);
    expect(JSON.stringify(facts)).not.toContain('Canary');
    expect(await bus.facts(userDeleted)).toEqual([{ userId: gone._id }]);
    expect(await bus.facts(coupleUnlinked)).toHaveLength(1);
    const names = await database.query<{ name: string; n: number }[]>(`SELECT envelope->>'name' AS name, count(*)::int AS n FROM outbox GROUP BY 1 ORDER BY 1`);
    expect(names).toEqual([{ name: 'couple.unlinked', n: 1 }, { name: 'user.deleted', n: 1 }, { name: 'user.registered', n: 100 }]);
    expect(await database.query('SELECT 1 FROM dead_letter')).toEqual([]);
    await bus.close();
  });
});
