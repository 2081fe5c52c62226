import { ERRORS, TEXTS } from '@duet/contracts/plain';

/** A failed call in the words that a person reads. */
export interface Failure {
  /** The status, or null when no answer came. */
  status: number | null;
  code: string | null;
  /** One sentence per line to show. */
  messages: string[];
  /** Complaints that belong to a field of the form. */
  fields: Record<string, string>;
  /** Nothing to show: the session is being renewed. */
  silent: boolean;
}

interface Words {
  code: string | null;
  message: string | null;
  items: { field: string | null; message: string }[];
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const textAt = (value: unknown, key: string): string | null => {
  const text = read(value, key);
  return typeof text === 'string' && text !== '' ? text : null;
};

function wordsOf(body: unknown): Words {
  const list = read(body, 'errors');
  const items = (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const message = textAt(item, 'msg') ?? textAt(item, 'message');
    return message === null ? [] : [{ field: textAt(item, 'field') ?? textAt(item, 'path'), message }];
  });
  return { code: textAt(body, 'code'), message: textAt(body, 'message'), items };
}

type Speak = (words: Words, fallback: string | undefined) => string[];

/** The sentences of the specification, by status. */
const BY_STATUS: Record<number, Speak> = {
  400: ({ items, message }, fallback) =>
    items.length > 0 ? items.map((item) => item.message) : [message ?? fallback ?? TEXTS.unexpectedError],
  401: ({ message }) => [message ?? ERRORS.UNAUTHENTICATED.message],
  403: ({ message }) => [message ?? ERRORS.ACCESS_DENIED.message],
  404: () => [ERRORS.NOT_FOUND.message],
  429: () => [ERRORS.RATE_LIMITED.message],
  500: () => [ERRORS.INTERNAL.message],
};

const other: Speak = ({ message }, fallback) => [message ?? fallback ?? TEXTS.unexpectedError];

/** Where fetchBaseQuery puts the status when the body was no JSON. */
function statusOf(error: unknown): number | null {
  const status = read(error, 'status');
  if (typeof status === 'number') return status;
  const original = read(error, 'originalStatus');
  return typeof original === 'number' ? original : null;
}

/**
 * Every failed call becomes words here and nowhere else. `fallback` is the act's own sentence ('Login failed'), used
 * when the server said nothing readable.
 */
export function failureOf(error: unknown, fallback?: string): Failure {
  const status = statusOf(error);
  if (status === null) {
    const unreached = typeof read(error, 'status') === 'string';
    const message = unreached ? TEXTS.networkError : (fallback ?? TEXTS.unexpectedError);
    return { status, code: null, messages: [message], fields: {}, silent: false };
  }
  const words = wordsOf(read(error, 'data'));
  const fields = Object.fromEntries(words.items.flatMap((item) => (item.field === null ? [] : [[item.field, item.message]])));
  return {
    status,
    code: words.code,
    messages: (BY_STATUS[status] ?? other)(words, fallback),
    fields,
    silent: status === 401 && words.code === 'TOKEN_EXPIRED',
  };
}
