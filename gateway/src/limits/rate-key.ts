import { createHash } from 'node:crypto';
import { networkOf } from './network-of.js';

/** A number of calls per number of seconds, counted per address, signed-in user, device or value of a body field. */
export interface Rate {
  by: 'ip' | 'user' | `field:${string}` | `ip+field:${string}` | `device+field:${string}`;
  points: number;
  seconds: number;
}

/** The properties of a call that rates count by. */
export interface Countable {
  ip: string;
  userId?: string | undefined;
  /** The token of a remembered device. */
  device?: string | undefined;
  body?: unknown;
}

/** Different spellings of an e-mail address belong to one account and must share one counter. */
const normalise = (value: string): string => value.normalize('NFKC').trim().toLowerCase();

function fieldOf(body: unknown, name: string): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' && normalise(value) !== '' ? normalise(value) : undefined;
}

function partsOf({ by }: Rate, { ip, userId, device, body }: Countable): (string | undefined)[] {
  if (by === 'ip') return [networkOf(ip)];
  if (by === 'user') return [userId];
  if (by.startsWith('ip+')) return [networkOf(ip), fieldOf(body, by.slice('ip+field:'.length))];
  if (by.startsWith('device+')) return [device, fieldOf(body, by.slice('device+field:'.length))];
  return [fieldOf(body, by.slice('field:'.length))];
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * The counter's key, or undefined if the call lacks the property. Hashed, so that Redis stores no e-mail address in clear. The
 * key of a field with something else begins with the hash of the field, so that all counters of an address can be found.
 */
export function rateKey(rate: Rate, call: Countable): string | undefined {
  const parts = partsOf(rate, call);
  if (parts.some((part) => part === undefined)) return undefined;
  const own = hashOf(parts.join('\n'));
  return rate.by.includes('+') ? `${hashOf(parts.at(-1) ?? '')}.${own}` : own;
}
