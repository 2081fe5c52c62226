import type { FieldError } from '@duet/contracts';

/** More levels than any valid input has. Later code recurses over the input and must not exhaust the stack. */
const DEEPEST = 16;

/** More names than any DTO, map or story has. class-transformer compares each name of an object with all others. */
const MOST_NAMES = 100;

/** Entries of the longest list: the users whose conversations realtime asks for. `ArrayUnique` compares each with all others. */
const MOST_ENTRIES = 1_000;

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

interface Place {
  value: unknown;
  /** The top-level field that contains it. */
  field: string;
  depth: number;
}

function childrenOf({ value, field, depth }: Place): (Place & { name: string })[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, inner]) => ({
    name,
    value: inner,
    field: depth === 0 ? name : field,
    depth: depth + 1,
  }));
}

/** Returns the field of an object with too many names or a list with too many entries, else undefined. */
function overfull({ value, field, depth }: Place): string | undefined {
  if (Array.isArray(value)) return value.length > MOST_ENTRIES ? field : undefined;
  const extra = typeof value === 'object' && value !== null ? Object.keys(value)[MOST_NAMES] : undefined;
  return depth === 0 || extra === undefined ? extra : field;
}

/**
 * Checks untrusted input at every level, without recursion, for what no DTO rule covers: excessive nesting, names and entries
 * without number, names that reach a prototype, bytes instead of text, and characters that PostgreSQL cannot store.
 * @returns the first error, or null
 */
export function findUnstorable(input: object): FieldError | null {
  const places: Place[] = [{ value: input, field: '', depth: 0 }];
  for (let place = places.pop(); place; place = places.pop()) {
    const over = overfull(place);
    if (over !== undefined) return { field: over, code: 'TOO_MANY', message: `${over} exceeds the number of entries` };
    for (const child of childrenOf(place)) {
      const { name, value, field, depth } = child;
      if (depth > DEEPEST) return { field, code: 'TOO_DEEP', message: `${field} is nested too deeply` };
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
        return { field, code: 'IS_STRING', message: `${field} must be text` };
      if (FORBIDDEN.has(name) || !isStorable(name) || (typeof value === 'string' && !isStorable(value)))
        return { field, code: 'NOT_STORABLE', message: `${field} contains characters that cannot be stored` };
      if (typeof value === 'object') places.push(child);
    }
  }
  return null;
}
