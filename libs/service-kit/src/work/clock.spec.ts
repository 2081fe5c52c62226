import { Clock, monotonicNow } from './clock.js';

const MINUTES = 60_000;

afterEach(() => jest.useRealTimers());

describe('Clock', () => {
  it("ignores changes of the machine's clock", () => {
    const clock = new Clock();
    const before = clock.now().getTime();
    jest.useFakeTimers({ now: before - 10 * MINUTES, doNotFake: ['performance'] });
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
  });

  it('is not corrected when the clocks agree within the round trip', () => {
    const clock = new Clock();
    const sent = monotonicNow();
    const reading = clock.now().getTime();
    expect(clock.follow(reading, sent - 5, monotonicNow() + 5)).toBe(0);
  });

  it.each([10 * MINUTES, -10 * MINUTES])('is corrected when it is %i ms off', (off) => {
    const [right, wrong] = [new Clock(), new Clock(performance.timeOrigin + off)];
    const sent = monotonicNow();
    const reading = right.now().getTime();
    expect(Math.round(wrong.follow(reading, sent, monotonicNow()) / MINUTES)).toBe(-off / MINUTES);
    expect(Math.abs(wrong.now().getTime() - right.now().getTime())).toBeLessThan(MINUTES);
  });
});
