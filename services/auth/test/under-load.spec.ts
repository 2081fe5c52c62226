import { availableParallelism } from 'node:os';
import { forgotPassword, listRevokedSessions, login } from '@duet/contracts';
import type { AppError } from '@duet/service-kit';
import { aUser } from '@duet/testing';
import { RunningAuth } from './running-auth.js';

let auth: RunningAuth;

beforeAll(async () => {
  auth = await RunningAuth.start();
});

afterAll(() => auth.stop());

const LOGINS = 500;

/** Two at a time on two cores, and 32 that wait: the rest is told to come back. */
const ADMITTED = Math.min(2, availableParallelism()) + 32;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('five hundred logins at once', () => {
  it('leave the process answering everything else between their answers; what is too much is refused with a time to come back', async () => {
    const { typed } = await auth.person();
    const happened: ('login' | 'probe')[] = [];
    const retryAfter: unknown[] = [];
    const done: true[] = [];
    const attempt = async (): Promise<void> => {
      await auth.bus.call(login, { email: typed.email, password: typed.password }).then(
        () => happened.push('login'),
        (cause: AppError) => {
          if (cause.code === 'RATE_LIMITED') retryAfter.push(cause.retryAfter);
          // Taken in, and given up on by whoever asked: a machine with hardly any time for us.
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
    // A hash that kept the event loop busy would let nothing through until the last of them was done.
    const between = happened.slice(happened.indexOf('login'), happened.lastIndexOf('login'));
    expect(between.filter((what) => what === 'probe').length).toBeGreaterThanOrEqual(10);
    expect(await auth.bus.call(login, { email: typed.email, password: typed.password })).toMatchObject({ account: { email: typed.email } });
  });
});

describe('a forgotten password', () => {
  it('is answered byte for byte the same, and as fast, for an address that nobody has', async () => {
    const { typed } = await auth.person();
    const attempt = async (email: string): Promise<{ answer: string; took: number }> => {
      await auth.rows('DELETE FROM mail_outbox');
      const start = performance.now();
      const answer = await auth.bus.call(forgotPassword, { email });
      return { answer: JSON.stringify(answer), took: performance.now() - start };
    };
    const difference = async (): Promise<number> => {
      const known: number[] = [];
      const unknown: number[] = [];
      for (let round = 0; round < 25; round += 1) {
        const [somebody, nobody] = [await attempt(typed.email), await attempt(aUser().email)];
        expect(nobody.answer).toBe(somebody.answer);
        known.push(somebody.took);
        unknown.push(nobody.took);
      }
      return Math.abs(median(known) - median(unknown));
    };
    // As for logins: a busy machine is noise and passes, a look-up or a mail sent on the way shows every time.
    let smallest = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 4 && smallest >= 5; run += 1) smallest = Math.min(smallest, await difference());
    expect(smallest).toBeLessThan(5);
  });
});
