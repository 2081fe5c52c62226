import type { Log } from '@duet/service-kit';
import { RealtimeConfig } from '../config.js';
import type { LocalUser, Sockets } from './sockets.js';
import { Sweep } from './sweep.js';

const INTERVAL = 15_000;
const PEOPLE = 100;

const log = { warn: jest.fn() };
let people: LocalUser[];
let sweep: Sweep;

beforeEach(() => {
  jest.useFakeTimers();
  log.warn.mockClear();
  people = Array.from({ length: PEOPLE }, (_, arrival) => ({ userId: `person ${arrival}`, arrival }) as LocalUser);
  const sockets: Pick<Sockets, 'allUsers'> = { allUsers: () => people };
  const config = Object.assign(new RealtimeConfig(), { SWEEP_INTERVAL: INTERVAL });
  sweep = new Sweep(config, sockets as Sockets, log as unknown as Log);
  sweep.onApplicationBootstrap();
});

afterEach(() => {
  sweep.onModuleDestroy();
  jest.useRealTimers();
});

describe('Sweep', () => {
  it('visits each person once per interval, few at a time, also when others come and go', () => {
    const parts: string[][] = [];
    sweep.add((users) => {
      parts.push(users.map(({ userId }) => userId));
      return Promise.resolve();
    });
    jest.advanceTimersByTime(INTERVAL);
    expect(parts.flat().toSorted()).toEqual(people.map(({ userId }) => userId).toSorted());
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(4);
    const last = people.at(-1)?.userId;
    people = people.filter(({ arrival }) => arrival % 2 === 1);
    parts.length = 0;
    jest.advanceTimersByTime(INTERVAL);
    expect(parts.flat().filter((userId) => userId === last)).toHaveLength(1);
  });

  it('goes on after work that failed, and does nothing for nobody', async () => {
    const done = jest.fn(() => Promise.resolve());
    sweep.add(() => Promise.reject(new Error('no')));
    sweep.add(done);
    await jest.advanceTimersByTimeAsync(INTERVAL);
    expect(done).toHaveBeenCalledTimes(30);
    expect(log.warn).toHaveBeenCalledTimes(30);
    people = [];
    await jest.advanceTimersByTimeAsync(INTERVAL);
    expect(done).toHaveBeenCalledTimes(30);
  });
});
