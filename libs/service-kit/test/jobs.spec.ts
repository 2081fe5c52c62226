import 'reflect-metadata';
import { type FreshDatabase, eventually, freshDatabase } from '@duet/testing';
import { DataSource } from 'typeorm';
import {
  Clock,
  Health,
  type Job,
  type JobPool,
  type JobQueue,
  Jobs,
  createLogger,
  dataSourceOptions,
} from '../src/index.js';

interface Mail {
  to: string;
}

const LEASE = 60_000;
const log = createLogger('test', 'silent');

let database: FreshDatabase;
let source: DataSource;
let clock: Clock;
let pools: JobPool<Mail>[] = [];

beforeEach(async () => {
  database = await freshDatabase('pairing');
  source = await new DataSource(
    dataSourceOptions({ service: 'pairing', url: database.url, entities: [], migrations: [] }),
  ).initialize();
  await source.synchronize();
  clock = new Clock();
});

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.stop()));
  pools = [];
  await source.destroy();
  await database.drop();
});

/** The jobs of one replica. */
function aReplica() {
  const health = new Health('test');
  const jobs = new Jobs(source, clock, log, health);
  const queue = jobs.queue<Mail>({ name: 'mail', lease: LEASE, backoff: (attempts) => attempts * 1_000 });
  return { jobs, queue, health };
}

function startPool(
  replica: ReturnType<typeof aReplica>,
  work: (job: Job<Mail>, signal: AbortSignal) => Promise<unknown>,
  attempts = 3,
): JobPool<Mail> {
  const pool = replica.jobs.pool<Mail>({
    queue: replica.queue,
    atOnce: 4,
    pollEvery: 20,
    work,
    attemptsAfter: () => attempts,
  });
  pools.push(pool);
  pool.start();
  return pool;
}

const add = (queue: JobQueue<Mail>, ...keys: string[]): Promise<void> =>
  queue.add(
    source.manager,
    keys.map((key) => ({ key, subject: 'ada', payload: { to: key } })),
  );

const rows = () => source.query<{ key: string; attempts: number }[]>('SELECT key, attempts FROM jobs ORDER BY key');
const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `job-${n}`);

describe('JobQueue', () => {
  it('lets two replicas run each job once', async () => {
    const [one, two] = [aReplica(), aReplica()];
    const done: string[] = [];
    for (const replica of [one, two]) startPool(replica, async ({ payload }) => void done.push(payload.to));
    await add(one.queue, ...names(40));
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(done.toSorted()).toEqual(names(40).toSorted());
  });

  it('stores a job only when its transaction commits, and one per key', async () => {
    const { queue } = aReplica();
    const lost = source.transaction(async (tx) => {
      await queue.add(tx, [{ key: 'lost', payload: { to: '' } }]);
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    await add(queue, 'kept');
    await add(queue, 'kept');
    expect(await rows()).toEqual([{ key: 'kept', attempts: 0 }]);
  });

  it('lets another worker claim a job after its lease, and refuses the late result', async () => {
    const { queue } = aReplica();
    await add(queue, 'one');
    const [dead] = await queue.claim(5);
    if (!dead) throw new Error('no job');
    expect(await queue.claim(5)).toEqual([]);
    clock.follow(clock.in(LEASE + 1).getTime(), performance.now(), performance.now());
    const [next] = await queue.claim(5);
    expect(next).toMatchObject({ key: 'one', attempts: 2 });
    expect([await queue.renew(dead), await queue.complete(dead)]).toEqual([false, false]);
    expect(await queue.complete(dead)).toBe(false);
    expect(next && (await queue.complete(next))).toBe(true);
  });

  it('retries a failed job with back-off, then gives it up and counts it', async () => {
    const replica = aReplica();
    const attempts: number[] = [];
    startPool(replica, async (job) => {
      attempts.push(job.attempts);
      throw new Error('no');
    });
    await add(replica.queue, 'bad');
    await eventually(async () => {
      clock.follow(clock.in(5_000).getTime(), performance.now(), performance.now());
      expect(await rows()).toEqual([]);
    });
    expect(attempts).toEqual([1, 2, 3]);
    await eventually(async () =>
      expect(await replica.health.metrics.metrics()).toContain('duet_jobs_dead_total{queue="mail"} 1'),
    );
  });

  it('gives a job up that ended its process at each attempt, without another one', async () => {
    const replica = aReplica();
    await add(replica.queue, 'deadly');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await replica.queue.claim(1)).toHaveLength(1);
      clock.follow(clock.in(LEASE + 1).getTime(), performance.now(), performance.now());
    }
    let hasRun = false;
    startPool(replica, async () => void (hasRun = true));
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(hasRun).toBe(false);
  });

  it('puts a job back when the process stops: another replica begins at once, and the job counts as started', async () => {
    const [one, two] = [aReplica(), aReplica()];
    await add(one.queue, 'long');
    const begun = Promise.withResolvers<void>();
    const pool = startPool(one, async (_job, signal) => {
      begun.resolve();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('interrupted'))));
    });
    await begun.promise;
    await pool.stop();
    expect(await rows()).toEqual([{ key: 'long', attempts: 1 }]);
    expect(await two.queue.cancelUnstarted(source.manager, ['long'])).toBe(0);
    const [again] = await two.queue.claim(1);
    expect(again).toMatchObject({ key: 'long', attempts: 2 });
    if (again) await two.queue.putBack(again);
    expect(await rows()).toEqual([{ key: 'long', attempts: 1 }]);
  });

  it('restarts jobs, and cancels them by subject, by prefix and while unstarted', async () => {
    const { queue } = aReplica();
    await add(queue, 'a 1', 'a 2', 'b 1');
    await queue.cancelPrefix(source.manager, 'a ');
    expect(await rows()).toEqual([{ key: 'b 1', attempts: 0 }]);
    const [claimed] = await queue.claim(1);
    expect(await queue.cancelUnstarted(source.manager, ['b 1'])).toBe(0);
    // What is taken away from a worker costs no attempt.
    await queue.restart(source.manager, ['b 1']);
    expect(claimed && (await queue.complete(claimed))).toBe(false);
    expect(await rows()).toEqual([{ key: 'b 1', attempts: 0 }]);
    const [again] = await queue.claim(1);
    expect(again?.attempts).toBe(1);
    await queue.add(source.manager, [{ key: 'b 1', subject: 'ada', payload: { to: 'again' } }], 'restart');
    expect(again && (await queue.complete(again))).toBe(false);
    expect(await rows()).toEqual([{ key: 'b 1', attempts: 0 }]);
    await queue.cancelSubject(source.manager, 'ada');
    expect(await rows()).toEqual([]);
  });
});

describe('a periodic job of two replicas', () => {
  it('runs once per period', async () => {
    const runs: string[] = [];
    const periods = ['one', 'two'].map((name) =>
      aReplica().jobs.periodic('sweep', 60_000, async () => void runs.push(name)),
    );
    const turns = await Promise.all(periods.map((period) => period.tick()));
    expect(turns).toHaveLength(2);
    expect(runs).toHaveLength(1);
    await source.query(`UPDATE jobs SET due_at = now() WHERE queue = 'periodic'`);
    await Promise.all(periods.map((period) => period.tick()));
    expect(runs).toHaveLength(2);
  });
});
