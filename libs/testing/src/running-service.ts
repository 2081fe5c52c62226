import type { PersonSnapshot } from '@duet/contracts';
import { withClient } from '@duet/infra/postgres';
import { Health, type Readiness } from '@duet/service-kit';
import { BusProbe } from './bus-probe.js';
import { eventually } from './eventually.js';
import { aPerson } from './people.js';
import {
  type DatabaseService,
  type FreshDatabase,
  type FreshServer,
  type Migrate,
  freshDatabase,
  freshNats,
} from './stores.js';
import { TestClock } from './test-clock.js';
import { TestUser } from './test-user.js';
import { type TestKeys, testKeys } from './tokens.js';

/** The part of a Nest application that the harness uses. */
interface Application {
  get<T>(type: abstract new (...args: never[]) => T, options?: { strict: boolean }): T;
  close(): Promise<void>;
}

/** The part of a TypeORM data source that the harness uses. */
interface Database {
  query<Rows>(sql: string, values?: unknown[]): Promise<Rows>;
  driver: { createSchemaBuilder(): { log(): Promise<{ upQueries: { query: string }[] }> } };
}

/**
 * Settings that every process needs, for a test: no fixed port, silent unless `TEST_LOG_LEVEL` says otherwise, and no wait
 * when it stops.
 */
export const processSettings = (natsUrl: string, publicKeys: string) => ({
  NODE_ENV: 'test' as const,
  LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  NATS_URL: natsUrl,
  OPS_PORT: 0,
  STOP_GRACE: 0,
  JWT_PUBLIC_KEYS: publicKeys,
});

/** The stores and settings of a service, which exist before it starts. */
export interface Surroundings {
  database: FreshDatabase;
  nats: FreshServer;
  keys: TestKeys;
  /** Shared by all replicas. */
  clock: TestClock;
  /** The settings of the process and its database. */
  settings: ReturnType<typeof processSettings> & { DATABASE_URL: string };
}

/** The options of a service under test. */
export interface Recipe<App extends Application> {
  service: DatabaseService;
  migrate: Migrate;
  /** Starts one replica. */
  start: (surroundings: Surroundings) => Promise<App>;
  /** The number of replicas; 1 by default. */
  replicas?: number;
  clock?: TestClock | undefined;
  dataSource: (app: App) => Database;
}

/** The result of `startService`. */
export interface StartedService<App extends Application> extends Surroundings {
  replicas: App[];
  bus: BusProbe;
  dataSource: (app: App) => Database;
}

/** Starts a real service on a migrated schema of its own in the tests' PostgreSQL and a NATS server of its own. */
export async function startService<App extends Application>(recipe: Recipe<App>): Promise<StartedService<App>> {
  const [database, nats] = await Promise.all([freshDatabase(recipe.service, recipe.migrate), freshNats()]);
  const keys = testKeys();
  const settings = { ...processSettings(nats.url, keys.publicKeys), DATABASE_URL: database.url };
  const surroundings = { database, nats, keys, clock: recipe.clock ?? new TestClock(), settings };
  const replicas: App[] = [];
  // One after the other: the first creates the stream of events.
  while (replicas.length < (recipe.replicas ?? 1)) replicas.push(await recipe.start(surroundings));
  const bus = await BusProbe.connect(nats.url, () => emptyOutbox(database.url));
  return { ...surroundings, replicas, bus, dataSource: recipe.dataSource };
}

/** Waits until every event of the service is published. It has a connection of its own, because a test may stop any replica. */
const emptyOutbox = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const tables = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'published_to'`,
    );
    await eventually(async () => {
      for (const { name } of tables.rows) {
        const { rowCount } = await client.query(`SELECT FROM ${name} WHERE published_to IS NULL LIMIT 1`);
        if (rowCount !== 0) throw new Error(`${name} still contains events that are not published`);
      }
    });
  });

/**
 * A running service, as a test sees it from outside. Calls, live updates and published events go through `bus`, time
 * through `clock`. A service's own harness extends it by the steps that its tests share.
 */
export class RunningService<App extends Application> {
  protected constructor(protected readonly started: StartedService<App>) {}

  get bus(): BusProbe {
    return this.started.bus;
  }

  get clock(): TestClock {
    return this.started.clock;
  }

  get keys(): TestKeys {
    return this.started.keys;
  }

  get database(): FreshDatabase {
    return this.started.database;
  }

  get nats(): FreshServer {
    return this.started.nats;
  }

  get replicas(): App[] {
    return this.started.replicas;
  }

  /** The first replica. */
  get app(): App {
    const [app] = this.replicas;
    if (!app) throw new Error('no replica is running');
    return app;
  }

  /** A user with a session, whom the service does not know yet. */
  user(given: Partial<PersonSnapshot> = {}): TestUser {
    return new TestUser(aPerson(given), this.keys, this.bus);
  }

  /** Runs one statement as the service's own role. @returns its rows */
  rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.started.dataSource(this.app).query<Row[]>(sql, values);
  }

  /** The statements that would make the schema match the entities: none after all migrations. */
  async drift(): Promise<string[]> {
    const { upQueries } = await this.started.dataSource(this.app).driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query);
  }

  /** The readiness of the first replica. */
  readiness(): Promise<Readiness> {
    return this.app.get(Health, { strict: false }).readiness();
  }

  /** Stops the replicas, then removes their stores. */
  async stop(): Promise<void> {
    await this.bus.close();
    await Promise.all(this.replicas.map((replica) => replica.close()));
    await Promise.all([this.database.drop(), this.nats.stop()]);
  }

  /**
   * Runs `work` while a page of copies of this row, which sort before all other rows, refuse each change.
   * @returns the ids of the copies, which can be changed afterwards
   */
  async withBrokenCopies(table: string, id: string, work: () => Promise<void>): Promise<string[]> {
    const copies = await this.rows<{ id: string }>(
      `INSERT INTO ${table} SELECT copy.* FROM ${table} t, generate_series(1, 100) n, jsonb_populate_record(t, jsonb_build_object(
         'id', '00000000-' || substr(md5(t.id::text || n)::uuid::text, 10), 'client_id', gen_random_uuid())) copy
       WHERE t.id = $1 RETURNING id`,
      [id],
    );
    await this.rows(
      `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF OLD.id::text LIKE '00000000-%' THEN RAISE EXCEPTION 'no'; END IF; RETURN coalesce(NEW, OLD); END $$`,
    );
    await this.rows(
      `CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    );
    try {
      await work();
    } finally {
      await this.rows('DROP FUNCTION refuse_change CASCADE');
    }
    return copies.map((copy) => copy.id);
  }
}
