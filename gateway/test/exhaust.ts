import { aUser } from '@duet/testing';
import type { Limit } from '../src/limits/rate-limits.js';
import type { useAuthEdge } from './auth-edge.js';

type Answer = ReturnType<ReturnType<typeof useAuthEdge>['ask']>;

export const email = () => aUser().email;
export const pointsOf = (limit: Limit, by: string): number =>
  limit.rates.find((rate) => rate.by === by)?.points ?? Number.NaN;

/** Calls until one is refused. @returns the number of successful calls */
export async function exhaust(call: (n: number) => Answer, limit: number): Promise<number> {
  for (let n = 0; n <= limit; n += 1) {
    const { status, retryAfter, body } = await call(n);
    if (status !== 429) continue;
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(body).toMatchObject({
      success: false,
      code: 'RATE_LIMITED',
      message: 'Too many requests. Please try again later.',
    });
    return n;
  }
  return limit + 1;
}
