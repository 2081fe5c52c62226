import { Batcher } from './batcher.js';

interface Item {
  key: string;
  name: string;
}

const POISON = new Error('poison');
const LOCKED = new Error('locked');
const LOST = new Error('lost');

/** Batches that end when the test calls `finish`. */
class Writes {
  readonly groups: string[][] = [];
  private readonly open: (() => void)[] = [];
  isPaused = false;

  readonly write = async (items: Item[]): Promise<string[]> => {
    this.groups.push(items.map(({ name }) => name));
    if (this.isPaused) await new Promise<void>((resolve) => this.open.push(resolve));
    for (const cause of [LOST, LOCKED, POISON])
      if (items.some(({ name }) => name.startsWith(cause.message))) throw cause;
    return items.map(({ name }) => `stored ${name}`);
  };

  finish(): void {
    this.open.shift()?.();
  }
}

function setUp(limits: { items?: number; weight?: number; inFlight?: number; pace?: number } = {}) {
  const writes = new Writes();
  const groups = new Batcher<Item, string>(writes.write, {
    items: 256,
    weight: 1_000,
    inFlight: 2,
    ...limits,
    weigh: ({ name }) => name.length,
    keyOf: ({ key }) => key,
    isolate: (cause) => (cause === LOST ? 'none' : cause === LOCKED ? 'keys' : 'items'),
  });
  return { writes, add: (key: string, name: string) => groups.add({ key, name }) };
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
const outcomes = async (promises: Promise<string>[]) =>
  (await Promise.allSettled(promises)).map((one) =>
    one.status === 'fulfilled' ? one.value : `refused ${one.reason.message}`,
  );

describe('Batcher', () => {
  it('puts items of one turn into one batch and starts a lone item at once', async () => {
    const { writes, add } = setUp();
    expect(await Promise.all([add('a', 'a1'), add('b', 'b1'), add('a', 'a2')])).toEqual([
      'stored a1',
      'stored b1',
      'stored a2',
    ]);
    expect(await add('a', 'a3')).toBe('stored a3');
    expect(writes.groups).toEqual([['a1', 'b1', 'a2'], ['a3']]);
  });

  it('keeps its pace between two batches, and delays no lone item', async () => {
    jest.useFakeTimers();
    try {
      const { writes, add } = setUp({ pace: 10 });
      const outcome = outcomes([add('a', 'a1'), add('b', 'b1')]);
      await jest.advanceTimersByTimeAsync(0);
      expect(writes.groups).toEqual([['a1', 'b1']]);
      const later = outcomes([add('a', 'a2')]);
      await jest.advanceTimersByTimeAsync(9);
      const last = outcomes([add('c', 'c1')]);
      expect(writes.groups).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(writes.groups.slice(1)).toEqual([['a2', 'c1']]);
      await jest.advanceTimersByTimeAsync(10);
      const lone = outcomes([add('a', 'a3')]);
      await jest.advanceTimersByTimeAsync(0);
      expect(await Promise.all([outcome, later, last, lone])).toEqual([
        ['stored a1', 'stored b1'],
        ['stored a2'],
        ['stored c1'],
        ['stored a3'],
      ]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('fills the next batch while others are in flight, and keeps each key in order', async () => {
    const { writes, add } = setUp();
    writes.isPaused = true;
    const done = [add('a', 'a1')];
    await turn();
    done.push(add('a', 'a2'), add('b', 'b1'));
    await turn();
    done.push(add('c', 'c1'), add('a', 'a3'));
    await turn();
    expect(writes.groups).toEqual([['a1'], ['b1']]);
    writes.isPaused = false;
    writes.finish();
    writes.finish();
    await Promise.all(done);
    expect(writes.groups.flat()).toHaveLength(5);
    expect(writes.groups.flat().filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  });

  it('limits a batch by count and by weight, but never refuses a heavy item', async () => {
    const counted = setUp({ items: 2 });
    await Promise.all(['1', '2', '3', '4', '5'].map((name) => counted.add(name, name)));
    expect(counted.writes.groups.map((group) => group.length)).toEqual([2, 2, 1]);
    const weighed = setUp({ weight: 10, inFlight: 1 });
    await Promise.all([
      weighed.add('a', 'x'.repeat(50)),
      weighed.add('b', 'yyyy'),
      weighed.add('c', 'zzzz'),
      weighed.add('d', 'wwww'),
    ]);
    expect(weighed.writes.groups.map((group) => group.length)).toEqual([1, 2, 1]);
  });

  it('rejects a bad item alone', async () => {
    const { writes, add } = setUp();
    const all = [add('a', 'a1'), add('b', 'b1'), add('b', 'poison'), add('b', 'b2'), add('c', 'c1')];
    expect(await outcomes(all)).toEqual(['stored a1', 'stored b1', 'refused poison', 'stored b2', 'stored c1']);
    expect(writes.groups).toEqual([
      ['a1', 'b1', 'poison', 'b2', 'c1'],
      ['a1'],
      ['b1', 'poison', 'b2'],
      ['c1'],
      ['b1'],
      ['poison'],
      ['b2'],
    ]);
  });

  it('rejects all items of a locked key, and all items when the store is lost', async () => {
    const locked = setUp();
    expect(await outcomes([locked.add('a', 'a1'), locked.add('b', 'locked 1'), locked.add('b', 'b2')])).toEqual([
      'stored a1',
      'refused locked',
      'refused locked',
    ]);
    expect(locked.writes.groups).toHaveLength(3);
    const lost = setUp();
    expect(await outcomes([lost.add('a', 'a1'), lost.add('b', 'lost')])).toEqual(['refused lost', 'refused lost']);
    expect(lost.writes.groups).toHaveLength(1);
    expect(await lost.add('a', 'a2')).toBe('stored a2');
  });
});
