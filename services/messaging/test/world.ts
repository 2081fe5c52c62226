import { randomUUID } from 'node:crypto';
import {
  type CoupleLinked,
  type CoupleUnlinked,
  type MessageView,
  type PersonSnapshot,
  coupleLinked,
  coupleSettled,
  coupleUnlinked,
  sendMessage,
} from '@duet/contracts';
import { createService, migrate } from '@duet/service-kit';
import { RunningService, type StartedService, type TestUser, eventually, startService } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { MessagingConfig } from '../src/config.js';
import { options } from '../src/data-source.js';
import { SeveringProxy } from './severing-proxy.js';

export type Someone = Pick<TestUser, 'id' | 'snapshot' | 'caller' | 'reading'>;

export interface Couple {
  chatId: string;
  ada: Someone;
  ben: Someone;
  version: number;
}

async function connectAdmin(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET search_path TO messaging');
  return client;
}

/** Two replicas of messaging on real stores. They reach PostgreSQL through `proxy`, which can cut their connections. */
export class World extends RunningService<INestMicroservice> {
  private constructor(
    started: StartedService<INestMicroservice>,
    readonly admin: pg.Client,
    readonly proxy: SeveringProxy,
  ) {
    super(started);
  }

  static async start(): Promise<World> {
    let proxy: SeveringProxy | undefined;
    const started = await startService({
      service: 'messaging',
      migrate: (url) => migrate(options(url)),
      start: async ({ settings, clock }) => {
        proxy ??= await SeveringProxy.before(settings.DATABASE_URL);
        const config = Object.assign(new MessagingConfig(), settings, { DATABASE_URL: proxy.url });
        const replica = await createService(AppModule.forRoot(config, clock), 'messaging', config);
        await replica.listen();
        return replica;
      },
      replicas: 2,
      dataSource: (app) => app.get(DataSource),
    });
    if (!proxy) throw new Error('no replica was started');
    return new World(started, await connectAdmin(started.database.adminUrl), proxy);
  }

  override async stop(): Promise<void> {
    await this.admin.end();
    await super.stop();
    await this.proxy.stop();
  }

  /** The messages of a conversation as their rows have them, in order. */
  stored(chatId: string): Promise<{ id: string; seq: number; rev: number; content: string }[]> {
    return this.rows('SELECT id, seq, rev, content FROM messages WHERE conversation_id = $1 ORDER BY seq', [chatId]);
  }

  /** The same person with another session. */
  again({ snapshot }: Someone): Someone {
    return this.user(snapshot);
  }

  /** A user with a session, who is in no couple yet. */
  someone(given: Partial<PersonSnapshot> = {}): Someone {
    return this.user(given);
  }

  async couple(ada = this.someone({ firstName: 'Ada' }), ben = this.someone({ firstName: 'Ben' })): Promise<Couple> {
    return this.link({ chatId: randomUUID(), ada, ben, version: 0 });
  }

  async link(couple: Couple): Promise<Couple> {
    const linked = { ...couple, version: couple.version + 1 };
    // The replicas create the stream while they start; before that a publish fails.
    await eventually(() => this.bus.publish(coupleLinked, couple.chatId, linkedEvent(linked)));
    await this.settled(linked);
    return linked;
  }

  async unlink(couple: Couple): Promise<Couple> {
    const unlinked = { ...couple, version: couple.version + 1 };
    await this.bus.publish(coupleUnlinked, couple.chatId, unlinkedEvent(unlinked));
    await this.settled(unlinked);
    return unlinked;
  }

  async settled({ chatId, version }: Couple): Promise<void> {
    await eventually(() => this.bus.call(coupleSettled, { coupleId: chatId, version }));
  }

  /** Sends a text. @returns the stored message */
  async say(
    who: Someone,
    content = 'hi',
    more: { replyTo?: string; clientMessageId?: string } = {},
  ): Promise<MessageView> {
    return (await this.bus.call(sendMessage, { content, ...more }, who.caller)).message;
  }

  /** A second connection of the administrator, for locks that block other transactions. */
  another(): Promise<pg.Client> {
    return connectAdmin(this.database.adminUrl);
  }

  /** Runs one statement as the administrator, past the proxy. @returns its rows */
  override async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.admin.query(sql, values)).rows as Row[];
  }
}

export const linkedEvent = ({ chatId, ada, ben, version }: Couple): CoupleLinked => ({
  coupleId: chatId,
  members: [ada.snapshot, ben.snapshot],
  linkedAt: new Date().toISOString(),
  timezone: 'Europe/Berlin',
  version,
});

export const unlinkedEvent = ({ chatId, ada, ben, version }: Couple): CoupleUnlinked => ({
  coupleId: chatId,
  members: [ada.id, ben.id],
  endedAt: new Date().toISOString(),
  version,
});
