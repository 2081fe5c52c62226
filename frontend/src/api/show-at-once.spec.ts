import { provideCallSession } from './call-session.js';
import { showAtOnce } from './show-at-once.js';

interface Values {
  theme?: string;
  size?: string;
  sound?: string;
}

let userId: string | null;

beforeEach(() => {
  userId = 'ada';
  provideCallSession({
    token: () => 't',
    userId: () => userId,
    opened: async () => true,
    refresh: async () => 'refreshed',
    end: () => undefined,
  });
});

/** A cached answer, whose calls the test answers. */
function aPlace(cached: Values | undefined) {
  const show = showAtOnce<Values, Values>((state, change) => ({ ...state, ...change }));
  const place = {
    cached,
    press: (change: Values) => {
      let resolve = (_made: Values): void => undefined;
      let reject = (_cause: Error): void => undefined;
      const promise = new Promise<Values>((stored, failed) => ([resolve, reject] = [stored, failed]));
      const done = show(
        { read: () => place.cached, write: (state) => void (place.cached = { ...state }) },
        change,
        promise,
      );
      const answered = (): Promise<void> => done;
      return {
        store: (made = change) => (resolve(made), answered()),
        fail: () => (reject(new Error('no answer')), answered()),
      };
    },
  };
  return place;
}

const BEFORE = { theme: 'system', size: 'medium', sound: 'on' };

describe('a change that fails', () => {
  it.each(['first', 'last'])('takes back its own fields alone, answered %s', async (when) => {
    const place = aPlace(BEFORE);
    const failing = place.press({ theme: 'dark' });
    const other = place.press({ size: 'large' });
    expect(place.cached).toEqual({ ...BEFORE, theme: 'dark', size: 'large' });
    if (when === 'last') await other.store();
    await failing.fail();
    expect(place.cached).toEqual({ ...BEFORE, size: 'large' });
    if (when === 'first') await other.store();
    expect(place.cached).toEqual({ ...BEFORE, size: 'large' });
  });

  it.each(['first', 'last'])('leaves a later change of the same field, answered %s', async (when) => {
    const place = aPlace(BEFORE);
    const failing = place.press({ theme: 'dark' });
    const later = place.press({ theme: 'light' });
    if (when === 'last') await later.store();
    await failing.fail();
    expect(place.cached?.theme).toBe('light');
    if (when === 'first') await later.store();
    expect(place.cached?.theme).toBe('light');
  });

  it.each([
    ['in their order', [0, 1]],
    ['the other way round', [1, 0]],
  ])('brings back no value of another that failed, %s', async (_order, order) => {
    const place = aPlace(BEFORE);
    const presses = [place.press({ theme: 'dark' }), place.press({ theme: 'light' })];
    for (const at of order) await presses[at]?.fail();
    expect(place.cached).toEqual(BEFORE);
  });

  it('leaves what a query has answered meanwhile', async () => {
    const place = aPlace(BEFORE);
    const failing = place.press({ theme: 'dark' });
    const other = place.press({ size: 'large' });
    place.cached = { theme: 'light', size: 'small', sound: 'off' };
    await failing.fail();
    expect(place.cached).toEqual({ theme: 'light', size: 'large', sound: 'off' });
    await other.fail();
    expect(place.cached).toEqual({ theme: 'light', size: 'small', sound: 'off' });
  });
});

describe('a change that is stored', () => {
  it('while nothing is loaded is not shown over what is loaded later', async () => {
    const place = aPlace(undefined);
    await place.press({ theme: 'dark' }).store();
    place.cached = BEFORE;
    const failing = place.press({ size: 'large' });
    expect(place.cached).toEqual({ ...BEFORE, size: 'large' });
    await failing.fail();
    expect(place.cached).toEqual(BEFORE);
  });

  it('brings what the server made of it, where no other was under way', async () => {
    const place = aPlace(BEFORE);
    await place.press({ theme: 'dark' }).store({ theme: 'dark', sound: 'off' });
    expect(place.cached).toEqual({ ...BEFORE, theme: 'dark', sound: 'off' });
    const first = place.press({ theme: 'light' });
    const second = place.press({ size: 'large' });
    await second.store({ theme: 'dark', size: 'large', sound: 'off' });
    await first.store({ theme: 'light', size: 'medium', sound: 'off' });
    expect(place.cached).toEqual({ theme: 'light', size: 'large', sound: 'off' });
  });

  it('shows nothing to the next person of this browser, nor before an answer is loaded', async () => {
    const place = aPlace(undefined);
    const early = place.press({ theme: 'dark' });
    expect(place.cached).toBeUndefined();
    userId = 'bob';
    place.cached = BEFORE;
    await early.store();
    expect(place.cached).toEqual(BEFORE);
    await place.press({ size: 'large' }).store();
    expect(place.cached).toEqual({ ...BEFORE, size: 'large' });
  });
});
