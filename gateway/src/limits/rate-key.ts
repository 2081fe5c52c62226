import { createHash } from 'node:crypto';

/** So many calls in so many seconds, counted per address, per signed-in user, or per value of a body field. */
export interface Rate {
  by: 'ip' | 'user' | `field:${string}` | `ip+field:${string}`;
  points: number;
  seconds: number;
}

/** What a call is counted by. */
export interface Countable {
  ip: string;
  userId?: string | undefined;
  body?: unknown;
}

/** Look-alike spellings of one address are one account, so they must be one counter. */
const normal = (value: string): string => value.normalize('NFKC').trim().toLowerCase();

function fieldOf(body: unknown, name: string): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' && normal(value) !== '' ? normal(value) : undefined;
}

function partsOf({ by }: Rate, { ip, userId, body }: Countable): (string | undefined)[] {
  if (by === 'ip') return [ip];
  if (by === 'user') return [userId];
  if (by.startsWith('ip+')) return [ip, fieldOf(body, by.slice('ip+field:'.length))];
  return [fieldOf(body, by.slice('field:'.length))];
}

/** The counter's key, or undefined when the call has nothing to count by. A hash: no address is kept in clear. */
export function rateKey(rate: Rate, call: Countable): string | undefined {
  const parts = partsOf(rate, call);
  if (parts.some((part) => part === undefined)) return undefined;
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
