import { randomUUID } from 'node:crypto';
import { type CoupleLinked, type CoupleUnlinked, type MessageView, type PersonFact, coupleLinked, coupleSettled, coupleUnlinked, sendMessage } from '@duet/contracts';
import { createService, migrate } from '@duet/service-kit';
import { BusProbe, type Caller, type FreshDatabase, type FreshServer, type TestKeys, aPerson, accessToken, eventually, freshDatabase, freshNats, testKeys } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import pg from 'pg';
import { AppModule } from '../src/app.module.js';
import { MessagingConfig } from '../src/config.js';
import { options } from '../src/data-source.js';
import { SeveringProxy } from './severing-proxy.js';

/** One of a couple as a test uses them: what others know of them, and what they call with. */
export interface Someone {
  id: string;
  fact: PersonFact;
  caller: Caller & { token: string };
}

export interface Couple {
  chatId: string;
  ada: Someone;
  ben: Someone;
  version: number;
}

/** Two replicas of the service on stores of their own, and everything a test does to them from outside. */
export class World {
  private constructor(
    readonly database: FreshDatabase,
    readonly nats: FreshServer,
    readonly keys: TestKeys,
    readonly replicas: INestMicroservice[],
    readonly bus: BusProbe,
    readonly admin: pg.Client,
    readonly proxy: SeveringProxy,
  ) {}

  static async start(): Promise<World> {
    const [database, nats, keys] = [await freshDatabase('messaging'), await freshNats(), testKeys()];
    await migrate(options(database.url));
    const proxy = await SeveringProxy.before(database.url);
    const config = Object.assign(new MessagingConfig(), {
      NODE_ENV: 'test',
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      NATS_URL: nats.url,
      OPS_PORT: 0,
      JWT_PUBLIC_KEYS: keys.publicKeys,
      DATABASE_URL: proxy.url,
    });
    const replicas: INestMicroservice[] = [];
    for (let count = 0; count < 2; count += 1) {
      const replica = await createService(AppModule.forRoot(config), 'messaging', config);
      await replica.listen();
      replicas.push(replica);
    }
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query('SET search_path TO messaging');
    return new World(database, nats, keys, replicas, await BusProbe.connect(nats.url), admin, proxy);
  }

  async stop(): Promise<void> {
    await this.bus.close();
    await Promise.all(this.replicas.map((replica) => replica.close()));
    await this.admin.end();
    await this.proxy.stop();
    await this.nats.stop();
    await this.database.drop();
  }

  someone(given: Partial<PersonFact> = {}): Someone {
    const fact = aPerson(given);
    return { id: fact._id, fact, caller: { token: accessToken(this.keys, { userId: fact._id, sessionId: randomUUID() }) } };
  }

  async couple(ada = this.someone({ firstName: 'Ada' }), ben = this.someone({ firstName: 'Ben' })): Promise<Couple> {
    return this.link({ chatId: randomUUID(), ada, ben, version: 0 });
  }

  async link(couple: Couple): Promise<Couple> {
    const linked = { ...couple, version: couple.version + 1 };
    // The replicas open the stream while they start; until then nobody takes a fact.
    await eventually(() => this.bus.tell(coupleLinked, couple.chatId, linkedFact(linked)));
    await this.settled(linked);
    return linked;
  }

  async unlink(couple: Couple): Promise<Couple> {
    const unlinked = { ...couple, version: couple.version + 1 };
    await this.bus.tell(coupleUnlinked, couple.chatId, unlinkedFact(unlinked));
    await this.settled(unlinked);
    return unlinked;
  }

  async settled({ chatId, version }: Couple): Promise<void> {
    await this.bus.call(coupleSettled, { coupleId: chatId, version });
  }

  /** A text of somebody's, as it is stored. */
  async say(who: Someone, content = 'hi', more: { replyTo?: string; clientMessageId?: string } = {}): Promise<MessageView> {
    return (await this.bus.call(sendMessage, { content, ...more }, who.caller)).message;
  }

  /** A second connection of the administrator, for locks that are held while others wait. */
  async another(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.database.adminUrl });
    await client.connect();
    await client.query('SET search_path TO messaging');
    return client;
  }

  /** Rows as the administrator sees them. */
  async rows<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.admin.query<Row>(sql, parameters)).rows;
  }
}

export const linkedFact = ({ chatId, ada, ben, version }: Couple): CoupleLinked => ({
  coupleId: chatId,
  members: [ada.fact, ben.fact],
  linkedAt: new Date().toISOString(),
  timezone: 'Europe/Berlin',
  version,
});

export const unlinkedFact = ({ chatId, ada, ben, version }: Couple): CoupleUnlinked => ({
  coupleId: chatId,
  members: [ada.id, ben.id],
  endedAt: new Date().toISOString(),
  version,
});
