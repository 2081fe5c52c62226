import { Recurring } from './recurring.js';

/** A job that ends when it is told to. */
function aJob() {
  const ends: PromiseWithResolvers<void>[] = [];
  const job = (): Promise<void> => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  return { ends, job };
}

const nobody = (cause: unknown): void => {
  throw cause;
};

describe('what recurs', () => {
  it('runs once at a time: whoever asks meanwhile joins', async () => {
    const { ends, job } = aJob();
    const recurring = new Recurring(60_000, job, nobody);
    const both = [recurring.run(), recurring.run()];
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await Promise.all(both);
    void recurring.run();
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await recurring.stop();
  });

  it('tells of a failure and goes on', async () => {
    const told: unknown[] = [];
    let runs = 0;
    const done = Promise.withResolvers<void>();
    const recurring = new Recurring(
      1,
      async () => {
        runs += 1;
        if (runs === 2) done.resolve();
        throw new Error(`run ${runs}`);
      },
      (cause) => told.push(cause),
    );
    recurring.start();
    await done.promise;
    await recurring.stop();
    expect(told[0]).toEqual(new Error('run 1'));
    await expect(recurring.run()).rejects.toThrow('run');
  });

  it('ends when the run under way has ended, however that ends', async () => {
    const { ends, job } = aJob();
    const recurring = new Recurring(60_000, job, nobody);
    const run = recurring.run();
    const stopped = recurring.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, Promise.resolve('waits')])).toBe('waits');
    ends[0]?.reject(new Error('late'));
    await expect(run).rejects.toThrow('late');
    expect(await stopped).toBe('stopped');
  });
});
