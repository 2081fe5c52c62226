import type { UserView } from '@duet/contracts';

export const AUTH_STORAGE = 'auth-storage';

/** What the browser keeps between visits, under `auth-storage`. */
export interface StoredSession {
  user: UserView | null;
  token: string | null;
  refreshToken: string | null;
  isAuthenticated: boolean;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The fields that screens need before the first answer of the server. */
const isUser = (value: unknown): value is UserView =>
  typeof value === 'object' &&
  value !== null &&
  ['_id', 'firstName', 'lastName', 'username'].every((key) => typeof Reflect.get(value, key) === 'string');

/** The stored session, or null when there is none or it is damaged. */
export function readStored(): StoredSession | null {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(AUTH_STORAGE) ?? 'null');
    if (typeof held !== 'object' || held === null) return null;
    const user: unknown = Reflect.get(held, 'user');
    return {
      user: isUser(user) ? user : null,
      token: textOrNull(Reflect.get(held, 'token')),
      refreshToken: textOrNull(Reflect.get(held, 'refreshToken')),
      isAuthenticated: Reflect.get(held, 'isAuthenticated') === true,
    };
  } catch {
    return null;
  }
}

/** A browser that refuses storage (private mode, full disk) still has the session of this page. */
export function writeStored({ user, token, refreshToken, isAuthenticated }: StoredSession): void {
  try {
    localStorage.setItem(AUTH_STORAGE, JSON.stringify({ user, token, refreshToken, isAuthenticated }));
  } catch {
    console.warn('The session could not be stored; it lasts as long as this page.');
  }
}

export function clearStored(): void {
  try {
    localStorage.removeItem(AUTH_STORAGE);
  } catch {
    console.warn('The stored session could not be removed.');
  }
}
