import 'reflect-metadata';
import { type EventEnvelope, coupleUnlinked, defineEvent, userDeleted, userRegistered } from '@duet/contracts';
import { type FreshDatabase, type FreshServer, freshDatabase, freshNats } from '@duet/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import {
  BaseConfig,
  Bus,
  DatabaseModule,
  EVENT_STREAM,
  KitModule,
  OnEvent,
  OnEvents,
  Outbox,
  dataSourceOptions,
} from '../src/index.js';

interface Counted {
  chat: string;
  n: number;
}

export const counted = defineEvent<Counted>()({ name: 'test.counted', durable: true });

@Injectable()
export class Consumer {
  readonly received: Counted[] = [];
  refuse: (event: Counted) => boolean = () => false;

  @OnEvent(counted)
  async count(event: Counted): Promise<void> {
    if (this.refuse(event)) throw new Error(`refused ${event.n}`);
    this.received.push(event);
  }
}

@Module({ providers: [Consumer], exports: [Consumer] })
export class ConsumerModule {}

@Injectable()
export class BundleConsumer {
  /** The numbers of each call that was not refused. */
  readonly calls: number[][] = [];
  refused: number | null = null;

  @OnEvents(counted)
  async count(envelopes: readonly EventEnvelope<Counted>[]): Promise<void> {
    const numbers = envelopes.map(({ payload }) => payload.n);
    if (this.refused !== null && numbers.includes(this.refused)) throw new Error(`refused ${this.refused}`);
    this.calls.push(numbers);
  }
}

@Module({ providers: [BundleConsumer], exports: [BundleConsumer] })
export class BundleModule {}

const SETTINGS: Omit<BaseConfig, 'NATS_URL'> = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  OPS_PORT: 0,
  STOP_GRACE: 0,
  JWT_PUBLIC_KEYS: '{"keys":[]}',
};

/** Processes that produce and consume events, with the database and the bus that they share. */
export class EventProcesses {
  private database!: FreshDatabase;
  private running: INestApplicationContext[] = [];
  nats!: FreshServer;

  /** Starts fresh stores. */
  async start(): Promise<void> {
    [this.database, this.nats] = await Promise.all([freshDatabase('pairing'), freshNats()]);
    const schema = await new DataSource(this.options()).initialize();
    await schema.synchronize();
    await schema.destroy();
  }

  async end(): Promise<void> {
    await Promise.all(this.running.map((app) => app.close()));
    this.running = [];
    await Promise.all([this.database.drop(), this.nats.stop()]);
  }

  /** Starts a process. @param more modules that consume events */
  async boot(name: string, ...more: (new () => object)[]): Promise<INestApplicationContext> {
    const produces = [counted, userRegistered, coupleUnlinked, userDeleted];
    const use = { process: name, produces, consumes: more.length > 0 ? [counted] : [] };
    const config = { ...SETTINGS, NATS_URL: this.nats.url };
    @Module({ imports: [KitModule.forRoot(use, config), DatabaseModule.forRoot(this.options()), ...more] })
    class App {}
    const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
    this.running.push(app);
    return app;
  }

  async stop(app: INestApplicationContext): Promise<void> {
    this.running = this.running.filter((other) => other !== app);
    await app.close();
  }

  /** Replaces the bus by one without a stream. */
  async replaceNats(): Promise<void> {
    await this.nats.stop();
    this.nats = await freshNats();
  }

  /** Deletes the stream, restarts NATS and waits until the process is connected again. */
  async wipeStream(bus: Bus): Promise<void> {
    const back = new Promise<void>((resolve) => bus.onReconnect(resolve));
    const manager = await jetstreamManager(bus.connection);
    await manager.streams.delete(EVENT_STREAM);
    await this.nats.restart();
    await back;
  }

  private options() {
    return dataSourceOptions({ service: 'pairing', url: this.database.url, entities: [], migrations: [] });
  }
}

/** Commits the events `from`..`to` of one chat, each in a transaction of its own. */
export async function produce(app: INestApplicationContext, chat: string, from: number, to: number): Promise<void> {
  const outbox = app.get(Outbox);
  for (let n = from; n <= to; n += 1)
    await app.get(DataSource).transaction((tx) => outbox.add(tx, counted, chat, { chat, n }));
  outbox.kick();
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

export const numbersOf = (consumer: Consumer, chat: string): number[] =>
  consumer.received.filter((event) => event.chat === chat).map((event) => event.n);

export const upTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1);

export const waiting = async (app: INestApplicationContext): Promise<number> =>
  (await app.get(DataSource).query('SELECT count(*)::int AS n FROM outbox WHERE published_to IS NULL'))[0].n;
