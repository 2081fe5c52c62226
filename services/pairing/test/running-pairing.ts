import { randomUUID } from 'node:crypto';
import { type PersonFact, type RpcDefinition, personSettled, respondToRequest, sendPartnerRequest, userRegistered } from '@duet/contracts';
import { type AppError, createService, migrate } from '@duet/service-kit';
import { BusProbe, type FreshDatabase, type FreshServer, type TestKeys, aPerson, accessToken, eventually, freshDatabase, freshNats, testKeys } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { Clock } from '../src/clock/clock.js';
import { PairingConfig } from '../src/config.js';
import { options } from '../src/data-source.js';
import { DailyReminders } from '../src/daily-questions/daily-reminders.js';
import { Reminders } from '../src/dates/reminders.js';
import { Sweeper } from '../src/sweeper.js';

interface Parts {
  database: FreshDatabase;
  nats: FreshServer;
  bus: BusProbe;
  keys: TestKeys;
  replicas: [INestMicroservice, INestMicroservice];
}

/** Somebody with an account and a session. */
export class Somebody {
  readonly token: string;

  constructor(
    readonly fact: PersonFact,
    keys: TestKeys,
    private readonly bus: BusProbe,
  ) {
    this.token = accessToken(keys, { userId: fact._id, sessionId: randomUUID() });
  }

  get id(): string {
    return this.fact._id;
  }

  call<Request extends object, Response>(definition: RpcDefinition<Request, Response>, input: Request): Promise<Response> {
    return this.bus.call(definition, input, { token: this.token });
  }

  refusal<Request extends object>(definition: RpcDefinition<Request, unknown>, input: Request): Promise<AppError> {
    return this.bus.refusal(definition, input, { token: this.token });
  }
}

/** Two replicas of the real service on a real PostgreSQL and a real NATS, and what a test asks of them. */
export class RunningPairing {
  private constructor(private readonly parts: Parts) {}

  static async start(): Promise<RunningPairing> {
    const [database, nats] = await Promise.all([freshDatabase('pairing'), freshNats()]);
    await migrate(options(database.url));
    const keys = testKeys();
    const config = Object.assign(new PairingConfig(), {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      NATS_URL: nats.url,
      OPS_PORT: 0,
      JWT_PUBLIC_KEYS: keys.publicKeys,
      DATABASE_URL: database.url,
    });
    const replica = async (): Promise<INestMicroservice> => {
      const app = await createService(AppModule.forRoot(config), 'pairing', config);
      await app.listen();
      return app;
    };
    const replicas: [INestMicroservice, INestMicroservice] = [await replica(), await replica()];
    return new RunningPairing({ database, nats, keys, replicas, bus: await BusProbe.connect(nats.url) });
  }

  get bus(): BusProbe {
    return this.parts.bus;
  }

  async stop(): Promise<void> {
    const { bus, replicas, database, nats } = this.parts;
    await bus.close();
    await Promise.all(replicas.map((app) => app.close()));
    await Promise.all([database.drop(), nats.stop()]);
  }

  /** Somebody who has just registered, and whom pairing knows. */
  async person(given: Partial<PersonFact> = {}): Promise<Somebody> {
    const somebody = this.stranger(given);
    // A process that has just started may not have opened the stream of facts yet.
    await eventually(() => this.bus.tell(userRegistered, somebody.id, somebody.fact));
    await this.bus.call(personSettled, { userId: somebody.id, version: somebody.fact.version });
    return somebody;
  }

  people(count: number, given: Partial<PersonFact> = {}): Promise<Somebody[]> {
    return Promise.all(Array.from({ length: count }, () => this.person(given)));
  }

  /** Somebody with a session of whom pairing has not heard. */
  stranger(given: Partial<PersonFact> = {}): Somebody {
    return new Somebody(aPerson(given), this.parts.keys, this.bus);
  }

  rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.parts.replicas[0].get<DataSource>(getDataSourceToken()).query<Row[]>(text, values);
  }

  /** What would have to change for the schema to be what the entities say. */
  async drift(): Promise<string[]> {
    const { upQueries } = await this.parts.replicas[0].get<DataSource>(getDataSourceToken()).driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  }

  /** Two people who are a couple, in this place. */
  async couple(timezone = 'UTC', names: [string, string] = ['Ada', 'Bob']): Promise<[Somebody, Somebody]> {
    const [ada, bob] = [await this.person({ firstName: names[0] }), await this.person({ firstName: names[1] })];
    await this.link(ada, bob, timezone);
    return [ada, bob];
  }

  /** The one asks and the other says yes. @returns the couple's id */
  async link(ada: Somebody, bob: Somebody, timezone = 'UTC'): Promise<string> {
    const { request } = await ada.call(sendPartnerRequest, { receiverId: bob.id });
    if (!request) throw new Error('no request was made');
    const { couple } = await bob.call(respondToRequest, { id: request.id, action: 'accept', timezone });
    if (!couple) throw new Error('no couple was made');
    return couple._id;
  }

  /** What time it is for both replicas from now on; the database keeps its own. */
  itIs(now: string): void {
    for (const clock of this.clocks()) jest.spyOn(clock, 'now').mockImplementation(() => new Date(now));
  }

  private clocks(): Clock[] {
    return this.parts.replicas.map((app) => app.get(Clock, { strict: false }));
  }

  /** What each replica does every half minute, on both at once. */
  async remind(): Promise<void> {
    await Promise.all(this.parts.replicas.map((app) => app.get(Reminders, { strict: false }).look()));
  }

  /** What each replica does about daily questions every half minute, on both at once. */
  async remindOfQuestions(): Promise<void> {
    await Promise.all(this.parts.replicas.map((app) => app.get(DailyReminders, { strict: false }).look()));
  }

  /** How many active couples a person is in. */
  async activeCouples(...people: Somebody[]): Promise<number> {
    const [row] = await this.rows<{ count: number }>(
      'SELECT count(DISTINCT couple_id)::int AS count FROM couple_members WHERE active AND user_id = ANY($1)',
      [people.map(({ id }) => id)],
    );
    return row?.count ?? 0;
  }

  /** What the clock does once a minute, on both replicas at once. */
  async sweep(): Promise<void> {
    await Promise.all(this.parts.replicas.map((app) => app.get(Sweeper).sweep()));
  }
}
