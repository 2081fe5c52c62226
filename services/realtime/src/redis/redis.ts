import { type Log, currentAddress } from '@duet/service-kit';
import { Cluster, Redis } from 'ioredis';

/** The connection that runs the presence scripts. */
export const PRESENCE_REDIS = Symbol('PRESENCE_REDIS');

/** A connection to one Redis, or to the nodes of a Redis Cluster. */
export type SharedRedis = Redis | Cluster;

/** Milliseconds that a command may take; it fails then and ends its connection, so that later ones do not wait for it. */
const COMMAND_TIMEOUT = 1_000;

/** Milliseconds after which a connection learns which node of a cluster has which slots, and connects to those that are back. */
const SLOTS_REFRESH = 2_000;

const pauseAfter = (attempt: number): number => Math.min(attempt * 100, 1_000);

/**
 * Opens a connection that reconnects by itself, with the password that its file has then. While Redis is down, every command
 * fails at once.
 * @param url `redis://` or `rediss://` of one Redis, or `redis+cluster://` or `rediss+cluster://` of any node of a cluster
 */
export function connectRedis(url: string, name: string, log: Log): SharedRedis {
  const password = (): string => decodeURIComponent(new URL(currentAddress('REDIS_URL', url)).password);
  const redis = /^rediss?\+cluster:/.test(url) ? openCluster(url, name, password) : openOne(url, name, password);
  let reported = false;
  // Without a listener a lost connection would end the process. One line per outage.
  redis.on('error', (cause: unknown) => {
    if (!reported) log.warn({ err: cause, connection: name }, 'redis connection lost');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) log.info({ connection: name }, 'redis connection restored');
    reported = false;
  });
  return redis;
}

const optionsOf = (name: string) => ({
  connectionName: `realtime-${name}`,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT,
  socketTimeout: COMMAND_TIMEOUT,
  connectTimeout: 2_000,
});

function openOne(url: string, name: string, password: () => string): Redis {
  const redis = new Redis(url, {
    ...optionsOf(name),
    enableOfflineQueue: false,
    // One write for the commands of a turn, of which a sweep has one for each person. In a cluster they would wait for its slots.
    enableAutoPipelining: true,
    autoPipeliningIgnoredCommands: ['ssubscribe', 'sunsubscribe'],
    retryStrategy(attempt) {
      redis.options.password = password();
      return pauseAfter(attempt);
    },
  });
  return redis;
}

function openCluster(url: string, name: string, password: () => string): Cluster {
  const { hostname, port, username, protocol } = new URL(url);
  const cluster = new Cluster([{ host: hostname, port: Number(port || 6379) }], {
    enableOfflineQueue: false,
    // A connection for each node that has channels; ioredis subscribes again when slots move or a node is back.
    shardedSubscribers: true,
    slotsRefreshInterval: SLOTS_REFRESH,
    clusterRetryStrategy: pauseAfter,
    redisOptions: {
      ...optionsOf(name),
      ...(protocol.startsWith('rediss') && { tls: {} }),
      ...(username !== '' && { username: decodeURIComponent(username) }),
    },
  });
  // ioredis copies its options when it begins. A node connects later, and its connections for channels and slots copy its own.
  cluster.on('+node', ({ options }: Redis) => {
    Object.defineProperty(options, 'password', { get: password, enumerable: true });
  });
  return cluster;
}
