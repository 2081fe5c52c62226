import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ClientToServerEvents, ServerToClientEvents } from '@duet/contracts';
import { Bus } from '@duet/service-kit';
import { type FreshServer, eventually, freshNats, freshRedis, processSettings } from '@duet/testing';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ManagerOptions, type Socket, io } from 'socket.io-client';
import { RealtimeConfig } from '../src/config.js';
import { createRealtime } from '../src/create-realtime.js';
import { type Peers, startPeers } from './peers.js';
import { type Session, publicKeys } from './tokens.js';

export const ORIGIN = 'https://duet.example';

type Name = keyof ServerToClientEvents;
type Data<N extends Name> = Parameters<ServerToClientEvents[N]>[0];

/** A socket client that records its events, so that a test can also wait for an event that has arrived before. */
export class Client {
  readonly events: { name: string; data: unknown }[] = [];
  private readonly waiting = new Set<() => void>();

  constructor(readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>) {
    socket.onAny((name: string, data: unknown) => {
      this.events.push({ name, data });
      for (const look of this.waiting) look();
    });
    socket.on('disconnect', (reason) => {
      this.events.push({ name: 'disconnect', data: reason });
      for (const look of this.waiting) look();
    });
  }

  all<N extends Name>(name: N): Data<N>[] {
    return this.events.filter((event) => event.name === name).map((event) => event.data as Data<N>);
  }

  /** Waits for the first event of this name that fits, recorded or future. */
  until<N extends Name>(name: N, fits: (data: Data<N>) => boolean = () => true): Promise<Data<N>> {
    return this.find(() => this.all(name).filter(fits));
  }

  gone(): Promise<string> {
    return this.find(() => this.events.filter(({ name }) => name === 'disconnect').map(({ data }) => String(data)));
  }

  private find<T>(matches: () => T[]): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const [match] = matches();
        if (match === undefined) return;
        this.waiting.delete(look);
        resolve(match);
      };
      this.waiting.add(look);
      look();
    });
  }
}

/** The partner's presence as a client shows it after all received events. */
export function sees(client: Client, partner: string): boolean {
  let online = false;
  for (const { name, data } of client.events) {
    if (name === 'online_users') online = Array.isArray(data) && data.includes(partner);
    if (name === 'user_online' || name === 'user_offline') online = name === 'user_online';
  }
  return online;
}

export interface Replica {
  app: NestFastifyApplication;
  url: string;
}

export interface World {
  peers: Peers;
  nats: FreshServer;
  redis: FreshServer;
  replicas: [Replica, Replica];
  connect: (session: Session, replica?: number, options?: Partial<ManagerOptions>) => Promise<Client>;
  open: (auth: object, replica?: number, options?: Partial<ManagerOptions>) => Client;
  openAt: (url: string, auth: object, options?: Partial<ManagerOptions>) => Client;
  /** Waits until live updates reach every replica again. */
  liveAgain: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startReplica(
  world: { nats: FreshServer; redis: FreshServer },
  settings: Partial<RealtimeConfig> = {},
): Promise<Replica> {
  const config = Object.assign(new RealtimeConfig(), {
    ...processSettings(world.nats.url, publicKeys),
    REDIS_URL: world.redis.url,
    PORT: 0,
    APP_ORIGIN: ORIGIN,
    DRAIN_TIME: 100,
    ...settings,
  });
  const app = await createRealtime(config);
  await app.listen(0, '127.0.0.1');
  await listens(app);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, url: `http://127.0.0.1:${port}` };
}

/**
 * Waits until a process is subscribed to live updates. Calls have a connection of their own, so an answered call does not
 * show that this one is up, and an update that is published earlier is lost.
 */
async function listens(app: INestApplicationContext): Promise<void> {
  const bus = app.get(Bus);
  await eventually(() => {
    if (!bus.isConnected()) throw new Error('the bus is not connected');
  });
  await bus.connection.flush();
}

/** Starts NATS, Redis, the peers on the bus, and two replicas of realtime. */
export async function startWorld(settings: Partial<RealtimeConfig> = {}): Promise<World> {
  const [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  const peers = await startPeers(nats.url);
  const replicas: [Replica, Replica] = [
    await startReplica({ nats, redis }, settings),
    await startReplica({ nats, redis }, settings),
  ];
  const clients: Client[] = [];
  const openAt: World['openAt'] = (url, auth, options = {}) => {
    const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false, ...options });
    const client = new Client(socket);
    clients.push(client);
    return client;
  };
  const open: World['open'] = (auth, replica = 0, options = {}) =>
    openAt(replicas[replica === 0 ? 0 : 1].url, auth, options);
  return {
    openAt,
    peers,
    nats,
    redis,
    replicas,
    open,
    connect: async ({ token }, replica = 0, options = {}) => {
      const client = open({ token }, replica, options);
      await client.until('online_users');
      return client;
    },
    liveAgain: async () => {
      await Promise.all([peers.app, ...replicas.map(({ app }) => app)].map(listens));
    },
    stop: async () => {
      for (const { socket } of clients) socket.disconnect();
      await Promise.all(replicas.map(({ app }) => app.close()));
      await peers.app.close();
      await Promise.all([nats.stop(), redis.stop()]);
    },
  };
}

/** Waits for the next event of a plain emitter. */
export const next = async (emitter: NodeJS.EventEmitter, name: string): Promise<unknown[]> => once(emitter, name);
