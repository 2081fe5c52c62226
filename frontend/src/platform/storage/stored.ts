import * as v from 'valibot';

/** One key of this browser's storage, shared by all tabs. */
export interface Stored<T> {
  readonly key: string;
  /** Null when nothing is stored, when it is damaged, and when the browser refuses storage. */
  read: () => T | null;
  /** @returns whether it is stored: a browser may refuse (private mode, full disk). */
  write: (value: T) => boolean;
  /** @returns whether it was removed */
  remove: () => boolean;
}

interface Codec<T> {
  decode: (text: string) => unknown;
  encode: (value: T) => string;
}

function stored<T>(key: string, schema: v.GenericSchema<unknown, T>, { decode, encode }: Codec<T>): Stored<T> {
  const works = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  };
  return {
    key,
    read() {
      try {
        const text = localStorage.getItem(key);
        const { success, output } = v.safeParse(schema, text === null ? undefined : decode(text));
        return success ? output : null;
      } catch {
        return null;
      }
    },
    write: (value) => works(() => localStorage.setItem(key, encode(value))),
    remove: () => works(() => localStorage.removeItem(key)),
  };
}

/** The keys with this prefix; none when the browser refuses storage. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Removes every key with this prefix. @returns whether they were removed */
export function removeStoredByPrefix(prefix: string): boolean {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** A value as JSON. */
export const storedJson = <T>(key: string, schema: v.GenericSchema<unknown, T>): Stored<T> =>
  stored(key, schema, { decode: (text): unknown => JSON.parse(text), encode: (value) => JSON.stringify(value) });

/** A text, stored as it is. */
export const storedText = <T extends string>(key: string, schema: v.GenericSchema<unknown, T>): Stored<T> =>
  stored(key, schema, { decode: (text) => text, encode: (value) => value });
