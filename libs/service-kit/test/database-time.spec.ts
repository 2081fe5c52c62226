import 'reflect-metadata';
import { type FreshDatabase, type FreshServer, freshDatabase, freshNats } from '@duet/testing';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { type BaseConfig, Clock, DatabaseModule, Health, KitModule, dataSourceOptions } from '../src/index.js';

const MINUTES = 60_000;
const SETTINGS: Omit<BaseConfig, 'NATS_URL'> = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  OPS_PORT: 0,
  STOP_GRACE: 0,
  JWT_PUBLIC_KEYS: '{"keys":[]}',
};

let database: FreshDatabase;
let nats: FreshServer;

beforeAll(async () => {
  [database, nats] = await Promise.all([freshDatabase('pairing'), freshNats()]);
});

afterAll(() => Promise.all([database.drop(), nats.stop()]));

it.each([10 * MINUTES, -10 * MINUTES])(
  'a process whose clock is %i ms off follows the database from its start',
  async (off) => {
    const clock = new Clock(performance.timeOrigin + off);
    const options = dataSourceOptions({ service: 'pairing', url: database.url, entities: [], migrations: [] });
    @Module({
      imports: [
        KitModule.forRoot({ process: 'pairing' }, { ...SETTINGS, NATS_URL: nats.url }, clock),
        DatabaseModule.forRoot(options),
      ],
    })
    class App {}
    const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
    try {
      const ask = async (): Promise<number> =>
        (await app.get(DataSource).query<{ at: Date }[]>('SELECT clock_timestamp() AS at'))[0]?.at.getTime() ??
        Number.NaN;
      expect(Math.abs(app.get(Clock).now().getTime() - (await ask()))).toBeLessThan(MINUTES);
      // The machine's clock is the database's here.
      expect(await app.get(Health).metrics.metrics()).toMatch(/^duet_clock_skew_seconds -?0(\.\d+)?$/m);
    } finally {
      await app.close();
    }
  },
);
