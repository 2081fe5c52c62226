import type { INestMicroservice } from '@nestjs/common';
import { type RegisterDto, type SignedIn, login, registerAccount } from '@duet/contracts';
import { createService, migrate } from '@duet/service-kit';
import { BusProbe, type Caller, type FreshDatabase, type FreshServer, type TestKeys, aUser, freshDatabase, freshNats, testKeys } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { Clock } from '../src/clock.js';
import { AuthConfig } from '../src/config.js';
import { options } from '../src/data-source.js';

/** A clock that a test puts forward instead of waiting. */
export class TestClock extends Clock {
  private ahead = 0;
  private stoodAt: number | null = null;

  override now(): Date {
    return new Date((this.stoodAt ?? Date.now()) + this.ahead);
  }

  /** From here on it moves only when it is put forward. */
  stop(): void {
    this.stoodAt ??= Date.now();
  }

  forward(milliseconds: number): void {
    this.ahead += milliseconds;
  }
}

export interface Person extends SignedIn {
  typed: RegisterDto;
  caller: Caller;
}

/** The real service on real stores, and a caller on its bus. */
export class RunningAuth {
  private constructor(
    readonly app: INestMicroservice,
    readonly bus: BusProbe,
    readonly clock: TestClock,
    readonly keys: TestKeys,
    readonly stores: { database: FreshDatabase; nats: FreshServer },
  ) {}

  static async start(overrides: Partial<AuthConfig> = {}): Promise<RunningAuth> {
    const [database, nats] = await Promise.all([freshDatabase('auth'), freshNats()]);
    await migrate(options(database.url));
    const keys = testKeys();
    const clock = new TestClock();
    const config: AuthConfig = Object.assign(new AuthConfig(), {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      NATS_URL: nats.url,
      OPS_PORT: 0,
      DATABASE_URL: database.url,
      JWT_PRIVATE_KEY: keys.privatePem,
      JWT_PUBLIC_KEYS: keys.publicKeys,
      APP_ORIGIN: 'https://duet.example',
      SECOND_FACTOR_KEY: 'a key of this test, thirty-two long',
      ...overrides,
    });
    const app = await createService(AppModule.forRoot(config, clock), 'auth', config);
    await app.listen();
    return new RunningAuth(app, await BusProbe.connect(nats.url), clock, keys, { database, nats });
  }

  async stop(): Promise<void> {
    await this.bus.close();
    await this.app.close();
    await Promise.all([this.stores.database.drop(), this.stores.nats.stop()]);
  }

  rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.app.get<DataSource>(getDataSourceToken()).query<Row[]>(text, values);
  }

  /** Somebody who has just registered. */
  async person(given: Partial<RegisterDto> = {}): Promise<Person> {
    const typed = aUser(given);
    return this.asCaller(typed, await this.bus.call(registerAccount, typed));
  }

  /** The same person on another device. */
  async again({ typed }: Person, userAgent = ''): Promise<Person> {
    return this.asCaller(typed, await this.bus.call(login, { email: typed.email, password: typed.password }, { userAgent }));
  }

  private asCaller(typed: RegisterDto, signedIn: SignedIn): Person {
    return { ...signedIn, typed, caller: { token: signedIn.token } };
  }
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
