import { HashPool } from './hash-pool.js';

/** A job that the test finishes. */
function job(): { run: () => Promise<string>; finish: (result: string) => void; started: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<string>();
  let started = false;
  return { run: () => ((started = true), promise), finish: resolve, started: () => started };
}

describe('HashPool', () => {
  it('runs a bounded number of jobs, queues a bounded number and refuses the rest with retryAfter', async () => {
    const pool = new HashPool(1, 1);
    const [first, second, third] = [job(), job(), job()];
    const running = pool.run(first.run);
    const waiting = pool.run(second.run);
    await expect(pool.run(third.run)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 2 });
    expect([first, second, third].map((one) => one.started())).toEqual([true, false, false]);
    first.finish('one');
    expect(await running).toBe('one');
    second.finish('two');
    expect(await waiting).toBe('two');
  });

  it('releases its slot after a failure', async () => {
    const pool = new HashPool(1, 0);
    await expect(pool.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await pool.run(async () => 'next')).toBe('next');
  });
});
