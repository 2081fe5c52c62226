import { PeriodicJob } from './periodic-job.js';

/** A job that the test ends. */
function aJob() {
  const ends: PromiseWithResolvers<void>[] = [];
  const job = (): Promise<void> => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  return { ends, job };
}

const failTest = (cause: unknown): void => {
  throw cause;
};

describe('PeriodicJob', () => {
  it('runs once at a time: a second caller gets the current run', async () => {
    const { ends, job } = aJob();
    const periodic = new PeriodicJob(60_000, job, failTest);
    const both = [periodic.run(), periodic.run()];
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await Promise.all(both);
    void periodic.run();
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await periodic.stop();
  });

  it('reports a failure and runs again', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const done = Promise.withResolvers<void>();
    const periodic = new PeriodicJob(
      1,
      async () => {
        runs += 1;
        if (runs === 2) done.resolve();
        throw new Error(`run ${runs}`);
      },
      (cause) => failures.push(cause),
    );
    periodic.start();
    await done.promise;
    await periodic.stop();
    expect(failures[0]).toEqual(new Error('run 1'));
    await expect(periodic.run()).rejects.toThrow('run');
  });

  it('begins no further step of a run once it is stopped', async () => {
    const { ends, job } = aJob();
    const periodic = new PeriodicJob(60_000, () => periodic.repeat(() => job().then(() => true)), failTest);
    const run = periodic.run();
    ends[0]?.resolve();
    await new Promise(setImmediate);
    expect(ends).toHaveLength(2);
    const stopped = periodic.stop();
    ends[1]?.resolve();
    await Promise.all([run, stopped]);
    expect(ends).toHaveLength(2);
  });

  it('stops after the current run, also when that run fails', async () => {
    const { ends, job } = aJob();
    const periodic = new PeriodicJob(60_000, job, failTest);
    const run = periodic.run();
    const stopped = periodic.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, Promise.resolve('waits')])).toBe('waits');
    ends[0]?.reject(new Error('late'));
    await expect(run).rejects.toThrow('late');
    expect(await stopped).toBe('stopped');
  });
});
