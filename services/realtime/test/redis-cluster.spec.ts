import 'reflect-metadata';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@duet/testing';
import { Redis } from 'ioredis';
import { signIn } from './tokens.js';
import { type Client, type World, sees, startWorld } from './world.js';

const SLOTS = 16_384;
const NODES = 3;
/** So many that each node has some. */
const COUPLES = 24;

/** Those of infra/deploy/compose/redis-users.mjs, and the two that a cluster takes. */
const RIGHTS = [
  ...['~presence:*', '&socket.io*', '+@connection', '+@read', '+@write', '+@scripting', '+@pubsub', '-@dangerous'],
  ...['+info', '+time', '+cluster|slots', '+cluster|info'],
];

/** A node of the cluster, which keeps its slots when it starts again. */
class ClusterNode {
  private process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly busPort: number,
    private readonly dir: string,
  ) {}

  static async start(): Promise<ClusterNode> {
    const dir = mkdtempSync(join(process.env['TEST_STORES_DIR'] ?? tmpdir(), 'redis-node-'));
    const node = new ClusterNode(await freePort(), await freePort(), dir);
    await node.run();
    return node;
  }

  async run(): Promise<void> {
    this.process = spawn(
      'redis-server',
      [
        ...['--port', String(this.port), '--cluster-port', String(this.busPort), '--bind', '127.0.0.1'],
        ...['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000', '--save', '', '--dir', this.dir],
      ],
      { stdio: 'ignore' },
    );
    await eventually(() => this.ask((redis) => redis.ping()));
  }

  async kill(): Promise<void> {
    if (!this.process) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.port, '127.0.0.1', { retryStrategy: () => null, lazyConnect: true });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  meet({ port, busPort }: ClusterNode): Promise<unknown> {
    return this.ask((redis) => redis.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort));
  }
}

async function startCluster(): Promise<ClusterNode[]> {
  const nodes = await Promise.all(Array.from({ length: NODES }, () => ClusterNode.start()));
  const share = Math.ceil(SLOTS / NODES);
  await Promise.all(
    nodes.map((node, index) =>
      node.ask((redis) =>
        redis.call('CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min(SLOTS, (index + 1) * share) - 1),
      ),
    ),
  );
  for (const node of nodes.slice(1)) await nodes[0]?.meet(node);
  await isWhole(nodes);
  return nodes;
}

/** Waits until every node knows who has which slots. */
const isWhole = (nodes: ClusterNode[]): Promise<void[]> =>
  Promise.all(
    nodes.map((node) =>
      eventually(async () =>
        expect(await node.ask((redis) => redis.cluster('INFO'))).toMatch(/cluster_state:ok[^]*cluster_known_nodes:3/),
      ),
    ),
  );

/** Gives the processes' user this password alone, on every node, and writes the address into their file. @returns it */
async function login(password: string): Promise<string> {
  await Promise.all(
    nodes.map((node) =>
      node.ask((redis) => redis.call('ACL', 'SETUSER', 'realtime', 'reset', 'on', `>${password}`, ...RIGHTS)),
    ),
  );
  const url = `redis+cluster://realtime:${password}@127.0.0.1:${nodes[0]?.port}`;
  writeFileSync(file, url);
  return url;
}

interface Couple {
  chatId: string;
  ada: Client;
  bob: Client;
  bobId: string;
}

const file = join(mkdtempSync(join(tmpdir(), 'duet-redis-')), 'url');
let nodes: ClusterNode[];
let world: World;
let couples: Couple[];

beforeAll(async () => {
  nodes = await startCluster();
  // The tests' own Redis.
  delete process.env['REDIS_URL'];
  process.env['REDIS_URL_FILE'] = file;
  world = await startWorld({ REDIS_URL: await login('before'), SWEEP_INTERVAL: 500 });
  couples = await Promise.all(Array.from({ length: COUPLES }, meet));
}, 60_000);

afterAll(async () => {
  delete process.env['REDIS_URL_FILE'];
  await world.stop();
  await Promise.all(nodes.map((node) => node.kill()));
});

async function meet(): Promise<Couple> {
  const [ada, bob] = [signIn(), signIn()];
  const chatId = world.peers.known.couple(ada.userId, bob.userId);
  return { chatId, ada: await world.connect(ada, 0), bob: await world.connect(bob, 1), bobId: bob.userId };
}

/** Milliseconds between two tries, far below the limit of events. */
const TRY_EVERY = 250;

/** Bob types until Ada sees it: what Redis carries is best effort, for example before a subscription is there. */
const seesTyping = ({ chatId, ada, bob, bobId }: Couple): Promise<void> => {
  const seen = ada.all('user_typing').length;
  let tryAt = 0;
  return eventually(() => {
    if (performance.now() >= tryAt) {
      bob.socket.emit('typing', { chatId, isTyping: true });
      tryAt = performance.now() + TRY_EVERY;
    }
    expect(ada.all('user_typing').slice(seen)).toContainEqual(expect.objectContaining({ userId: bobId }));
  });
};

it('carries presence and typing of couples on every node between replicas', async () => {
  await Promise.all(couples.map(({ ada, bobId }) => eventually(() => expect(sees(ada, bobId)).toBe(true))));
  await Promise.all(couples.map(seesTyping));
  const sizes = await Promise.all(nodes.map((node) => node.ask((redis) => redis.dbsize())));
  expect(sizes).not.toContain(0);
}, 60_000);

it('goes on when a node is back, and with the password that the file has then', async () => {
  await nodes[1]?.kill();
  await nodes[1]?.run();
  await isWhole(nodes);
  await login('before');
  await Promise.all(couples.map(seesTyping));

  await login('after');
  await Promise.all(nodes.map((node) => node.ask((redis) => redis.client('KILL', 'USER', 'realtime'))));
  await Promise.all(couples.map(seesTyping));
}, 60_000);
