import { AsyncLocalStorage } from 'node:async_hooks';
import { LIMITS } from '@duet/contracts';
import { Turns } from './turns.js';

/** Works that end when the test says so. */
function aWorkplace() {
  const turns = new Turns();
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const take = (key: string, name: string): Promise<string> => {
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return turns.take(key, () => {
      begun.push(name);
      return end.promise;
    });
  };
  const finish = async (name: string): Promise<void> => {
    ends.get(name)?.resolve(`${name} is done`);
    await settled();
  };
  return { turns, begun, ends, take, finish };
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('Turns', () => {
  it('runs the works of one key one at a time, in order of arrival, and other keys beside them', async () => {
    const { turns, begun, take, finish } = aWorkplace();
    const all = [take('a', 'a1'), take('a', 'a2'), take('b', 'b1'), take('a', 'a3')];
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    await finish('b1');
    await finish('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    await finish('a2');
    await finish('a3');
    expect(await Promise.all(all)).toEqual(['a1 is done', 'a2 is done', 'b1 is done', 'a3 is done']);
    expect(turns.size).toBe(0);
  });

  it('goes on after a work that failed, and forgets a key without works', async () => {
    const { turns, begun, ends, take, finish } = aWorkplace();
    const failed = take('a', 'a1');
    const next = take('a', 'a2');
    ends.get('a1')?.reject(new Error('it failed'));
    await expect(failed).rejects.toThrow('it failed');
    expect(turns.size).toBe(1);
    await finish('a2');
    expect([await next, turns.size]).toEqual(['a2 is done', 0]);
    const later = take('a', 'a3');
    await finish('a3');
    expect([await later, begun]).toEqual(['a3 is done', ['a1', 'a2', 'a3']]);
  });

  it('refuses a work whose turn comes too late, without running it', async () => {
    const { turns, begun, take, finish } = aWorkplace();
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const first = take('a', 'a1');
    const late = [take('a', 'a2'), take('a', 'a3')].map((one) =>
      expect(one).rejects.toMatchObject({ code: 'UNAVAILABLE' }),
    );
    await settled();
    now.mockReturnValue(LIMITS.serviceCallTimeout);
    await finish('a1');
    await Promise.all(late);
    now.mockRestore();
    expect([await first, begun, turns.size]).toEqual(['a1 is done', ['a1'], 0]);
  });

  it('runs each work in the context of its own caller', async () => {
    const turns = new Turns();
    const context = new AsyncLocalStorage<string>();
    const seen = ['first', 'second'].map((name) =>
      context.run(name, () =>
        turns.take('a', async () => {
          await settled();
          return context.getStore();
        }),
      ),
    );
    expect(await Promise.all(seen)).toEqual(['first', 'second']);
  });
});
