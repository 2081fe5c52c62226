import { availableParallelism } from 'node:os';
import { forgotPassword, listRevokedSessions, login } from '@duet/contracts';
import type { AppError } from '@duet/service-kit';
import { aUser } from '@duet/testing';
import { RunningAuth } from './running-auth.js';
import { differenceOfFastest } from './timing.js';

let auth: RunningAuth;

beforeAll(async () => {
  auth = await RunningAuth.start();
});

afterAll(() => auth.stop());

const LOGINS = 500;

/** Two logins run on two cores and 32 are queued; the rest are refused with `retryAfter`. */
const ADMITTED = Math.min(2, availableParallelism()) + 32;

describe('five hundred simultaneous logins', () => {
  it('leave the process responsive, and are refused with retryAfter beyond the limit', async () => {
    const { typed } = await auth.person();
    const happened: ('login' | 'probe')[] = [];
    const retryAfter: unknown[] = [];
    const done: true[] = [];
    const attempt = async (): Promise<void> => {
      await auth.bus.call(login, { email: typed.email, password: typed.password }).then(
        () => happened.push('login'),
        (cause: AppError) => {
          if (cause.code === 'RATE_LIMITED') retryAfter.push(cause.retryAfter);
          // Admitted, but the caller's time ran out on a busy machine.
          else if (cause.code === 'TIMEOUT') happened.push('login');
          else throw cause;
        },
      );
      done.push(true);
    };
    const probe = async (): Promise<void> => {
      while (done.length < LOGINS) {
        await auth.bus.call(listRevokedSessions, { since: new Date().toISOString() });
        happened.push('probe');
      }
    };
    await Promise.all([...Array.from({ length: LOGINS }, attempt), probe()]);
    const [admitted, refused] = [happened.filter((what) => what === 'login').length, retryAfter.length];
    expect(admitted + refused).toBe(LOGINS);
    expect(admitted).toBeGreaterThanOrEqual(ADMITTED);
    expect(refused).toBeGreaterThan(LOGINS / 2);
    for (const seconds of retryAfter) expect(seconds).toBeGreaterThan(0);
    // A hash that blocked the event loop would delay all probes until the last login.
    const between = happened.slice(happened.indexOf('login'), happened.lastIndexOf('login'));
    expect(between.filter((what) => what === 'probe').length).toBeGreaterThanOrEqual(10);
    expect(await auth.bus.call(login, { email: typed.email, password: typed.password })).toMatchObject({
      account: { email: typed.email },
    });
  });
});

describe('a forgotten password', () => {
  it('gets the same answer, byte for byte and as fast, for an unknown address', async () => {
    const { typed } = await auth.person();
    const attempt = async (email: string): Promise<string> => {
      await auth.rows("DELETE FROM jobs WHERE queue = 'mail'");
      return JSON.stringify(await auth.bus.call(forgotPassword, { email }));
    };
    expect(await attempt(aUser().email)).toBe(await attempt(typed.email));
    expect(
      await differenceOfFastest(
        5,
        25,
        () => attempt(typed.email),
        () => attempt(aUser().email),
      ),
    ).toBeLessThan(5);
  });
});
