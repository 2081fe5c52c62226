import type { UserView } from '@duet/contracts';
import * as v from 'valibot';
import { storedJson } from '../storage/stored.js';

export const AUTH_STORAGE = 'auth-storage';

/** The fields that screens need before the first answer of the server. */
const userFields = v.looseObject({
  _id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  username: v.string(),
});
const isUser = (value: unknown): value is UserView => v.is(userFields, value);

const token = v.fallback(v.nullable(v.pipe(v.string(), v.nonEmpty())), null);

/** The session as the browser stores it, under `auth-storage`. A damaged field does not discard the others. */
const storedSession = v.object({
  user: v.fallback(v.nullable(v.custom<UserView>(isUser)), null),
  token,
  refreshToken: token,
  isAuthenticated: v.fallback(v.boolean(), false),
});

export type StoredSession = v.InferOutput<typeof storedSession>;

const storage = storedJson(AUTH_STORAGE, storedSession);

/** The stored session, or null when there is none or it is damaged. */
export const readStored = storage.read;

/** A browser that refuses storage (private mode, full disk) still has the session of this page. */
export function writeStored({ user, token: access, refreshToken, isAuthenticated }: StoredSession): void {
  if (!storage.write({ user, token: access, refreshToken, isAuthenticated }))
    console.warn('session not stored: it lasts as long as this page');
}

export function clearStored(): void {
  if (!storage.remove()) console.warn('stored session not removed');
}
