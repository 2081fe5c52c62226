import 'reflect-metadata';
import { defineEvent, getProfile, login, userDeleted } from '@duet/contracts';
import { type FreshDatabase, type FreshServer, freshDatabase, freshNats } from '@duet/testing';
import { Injectable } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import {
  type BusUse,
  Bus,
  DatabaseModule,
  KitModule,
  OnEvent,
  Outbox,
  RpcClient,
  RpcClientModule,
  UndeclaredBusUse,
  dataSourceOptions,
} from '../src/index.js';

const counted = defineEvent<{ n: number }>()({ name: 'test.counted', durable: true });

@Injectable()
class Handlers {
  @OnEvent(counted)
  async count(): Promise<void> {}
}

let database: FreshDatabase;
let nats: FreshServer;
let running: TestingModule[] = [];

/** Starts a process that has a handler of `counted`, with this declaration. */
async function start(use: Omit<BusUse, 'process'>): Promise<TestingModule> {
  const options = dataSourceOptions({ service: 'pairing', url: database.url, entities: [], migrations: [] });
  const config = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    OPS_PORT: 0,
    STOP_GRACE: 0,
    JWT_PUBLIC_KEYS: '{"keys":[]}',
    NATS_URL: nats.url,
  } as const;
  const app = await Test.createTestingModule({
    imports: [
      KitModule.forRoot({ process: 'pairing', ...use }, config),
      DatabaseModule.forRoot(options),
      RpcClientModule,
    ],
    providers: [Handlers],
  }).compile();
  running.push(app);
  return app.init();
}

beforeAll(async () => {
  [database, nats] = await Promise.all([freshDatabase('pairing'), freshNats()]);
});

afterEach(async () => {
  await Promise.all(running.map((app) => app.close()));
  running = [];
});

afterAll(() => Promise.all([database.drop(), nats.stop()]));

describe('a process that declares its use of the bus', () => {
  it('does not start with a handler of an event that it does not declare', async () => {
    await expect(start({})).rejects.toThrow('pairing consumes test.counted, which its src/bus.ts does not declare');
  });

  it('does not start when a declared event has no handler', async () => {
    await expect(start({ consumes: [counted, userDeleted] })).rejects.toThrow('user.deleted, but has no handler');
  });

  it('refuses a call that it does not declare before it sends anything', async () => {
    const rpc = (await start({ consumes: [counted], calls: [login] })).get(RpcClient);
    await expect(rpc.call(getProfile, { requestId: 'test' }, {})).rejects.toThrow(UndeclaredBusUse);
    const input = { emailOrUsername: 'alice', password: 'a' };
    // Declared: it reaches the bus, where no process serves it.
    await expect(rpc.call(login, { requestId: 'test' }, Object.assign(new login.request(), input))).rejects.toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE' }),
    );
  });

  it('adds no event to its outbox that it does not declare', async () => {
    const app = await start({ consumes: [counted] });
    const adding = app.get(DataSource).transaction((tx) => app.get(Outbox).add(tx, counted, 'a', { n: 1 }));
    await expect(adding).rejects.toThrow(UndeclaredBusUse);
  });

  it('listens to no live subject that it does not declare', async () => {
    const bus = (await start({ consumes: [counted], listensTo: ['live.control'] })).get(Bus);
    expect(() => bus.listen('live', () => undefined)).toThrow(UndeclaredBusUse);
    bus.listen('live.control', () => undefined).unsubscribe();
  });
});
