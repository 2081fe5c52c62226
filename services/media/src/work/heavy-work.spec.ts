import { randomUUID } from 'node:crypto';
import { HeavyWork } from './heavy-work.js';

let work: HeavyWork;
let ends: PromiseWithResolvers<void>[];

beforeEach(() => {
  work = new HeavyWork();
  ends = [];
});

const { signal } = new AbortController();

/** Queues work of a person that lasts until its entry in `ends`, in the order of their starts, is resolved. */
const begin = (userId: string, given = signal): Promise<void> =>
  work.run({ userId, signal: given }, () => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function finish(): Promise<void> {
  for (let done = 0; done < ends.length; done += 1) {
    ends[done]?.resolve();
    await settled();
  }
}

describe('heavy work', () => {
  it('of one person takes every slot that nobody else waits for, and one while others do', async () => {
    const [many, one] = [randomUUID(), randomUUID()];
    const all = Array.from({ length: 10 }, () => begin(many));
    await settled();
    expect(ends).toHaveLength(2);
    const ofOther = [begin(one), begin(one)];
    await settled();
    expect(ends).toHaveLength(2);
    // The other person's first piece overtakes eight, and the second waits until the first is done.
    ends[0]?.resolve();
    await settled();
    expect(ends).toHaveLength(3);
    ends[2]?.resolve();
    await ofOther[0];
    expect(ends).toHaveLength(4);
    ends[3]?.resolve();
    await ofOther[1];
    await finish();
    await Promise.all(all);
    expect(ends).toHaveLength(12);
  });

  it('is refused to a person who has ten pieces of it, and to nobody else', async () => {
    const [many, one] = [randomUUID(), randomUUID()];
    const all = Array.from({ length: 10 }, () => begin(many));
    await expect(begin(many)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 5 });
    all.push(begin(one));
    await settled();
    await finish();
    await Promise.all(all);
    const again = begin(many);
    await settled();
    await finish();
    await again;
  });

  it('runs twice at a time, and is refused once thirty wait', async () => {
    const all = Array.from({ length: 32 }, () => begin(randomUUID()));
    await settled();
    expect(ends).toHaveLength(2);
    await expect(begin(randomUUID())).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
    await finish();
    await Promise.all(all);
    expect(ends).toHaveLength(32);
  });

  it('that nobody needs any more does not start, and failed work makes room', async () => {
    const [userId, gone] = [randomUUID(), new AbortController()];
    const first = begin(userId);
    const second = begin(userId, gone.signal);
    const third = begin(userId);
    gone.abort();
    await settled();
    ends[0]?.reject(new Error('unreadable'));
    await expect(first).rejects.toThrow('unreadable');
    await expect(second).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await settled();
    expect(ends).toHaveLength(2);
    await finish();
    await third;
  });
});
