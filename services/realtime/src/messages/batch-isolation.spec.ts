import { AppError, Batcher } from '@duet/service-kit';
import { isolationOf } from './batch-isolation.js';

/** Doubles numbers in batches; a batch with a bad number fails as a whole. */
function aBatcher(bad: ReadonlySet<number>, cause: Error = new AppError('INTERNAL')) {
  const requests: number[][] = [];
  const request = async (items: number[]): Promise<number[]> => {
    requests.push(items);
    if (items.some((item) => bad.has(item))) throw cause;
    return items.map((item) => item * 2);
  };
  const batcher = new Batcher(request, {
    items: 64,
    weight: 1_000,
    inFlight: 1,
    weigh: () => 1,
    keyOf: () => 'one',
    isolate: isolationOf,
  });
  return { batcher, requests };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a failed batch', () => {
  it.each([[[5]], [[0, 63]], [[20, 21, 40]]])('is split until only %j fail', async (bad) => {
    const { batcher, requests } = aBatcher(new Set(bad));
    const outcomes = await Promise.allSettled(upTo(64).map((item) => batcher.add(item)));
    expect(outcomes.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual(bad);
    expect(
      outcomes.flatMap((outcome, item) => (outcome.status === 'fulfilled' && outcome.value !== item * 2 ? [item] : [])),
    ).toEqual([]);
    // A bad item costs two requests per halving, not one per neighbour.
    expect(requests.length).toBeLessThanOrEqual(1 + bad.length * 12);
  });

  it('keeps the order of its items when it is split', async () => {
    const { batcher, requests } = aBatcher(new Set([7]));
    await Promise.allSettled(upTo(16).map((item) => batcher.add(item)));
    const done = requests.filter((items) => !items.includes(7)).flat();
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  });

  it.each(['TIMEOUT', 'UNAVAILABLE'] as const)('is not repeated after %s', async (code) => {
    const { batcher, requests } = aBatcher(new Set([1]), new AppError(code));
    const outcomes = await Promise.allSettled(upTo(8).map((item) => batcher.add(item)));
    expect(
      outcomes.map((outcome) =>
        outcome.status === 'rejected' && outcome.reason instanceof AppError ? outcome.reason.code : 'done',
      ),
    ).toEqual(upTo(8).map(() => code));
    expect(requests).toHaveLength(1);
  });
});
