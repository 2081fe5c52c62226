import { ERRORS, TEXTS } from '@duet/contracts/plain';
import * as v from 'valibot';
import { validItems } from '../schemas/valid-items.js';
import { said } from '../texts/index.js';

/** A failed call with the sentences to show. */
export interface Failure {
  /** The status, or null when no answer came. */
  status: number | null;
  code: string | null;
  /** The sentences to show, one per line, in the page's language. */
  messages: string[];
  /** Error messages by form field. */
  fields: Record<string, string>;
  /** Shows nothing: the session is being refreshed. */
  silent: boolean;
}

const text = v.fallback(v.nullable(v.pipe(v.string(), v.nonEmpty())), null);

const complaint = v.pipe(
  v.object({ msg: text, message: text, field: text, path: text, code: text }),
  v.transform(({ msg, message, field, path, code }) => ({ field: field ?? path, message: msg ?? message ?? '', code })),
  v.check(({ message }) => message !== ''),
);

/** The body of a failed answer. Any field may be missing: a proxy answers too. */
const failureBody = v.object({
  code: text,
  message: text,
  errors: v.fallback(validItems(complaint), []),
  params: v.optional(v.unknown()),
});

type FailureBody = v.InferOutput<typeof failureBody>;

function readBody(body: unknown): FailureBody {
  const { success, output } = v.safeParse(failureBody, body);
  return success ? output : { code: null, message: null, errors: [] };
}

/** A sentence in English, and the code and the values by which it is said in another language. */
type Sentence = Pick<FailureBody, 'code'> & { message: string; params?: unknown };

type Sentences = (body: FailureBody, fallback: string | undefined) => readonly Sentence[];

const otherStatus: Sentences = ({ message, code, params }, fallback) => [
  { message: message ?? fallback ?? TEXTS.unexpectedError, code, params },
];

/** The sentences of the specification, by status. */
const BY_STATUS: Record<number, Sentences> = {
  400: (body, fallback) => (body.errors.length > 0 ? body.errors : otherStatus(body, fallback)),
  401: ({ message, code }) => [{ message: message ?? ERRORS.UNAUTHENTICATED.message, code }],
  403: ({ message, code }) => [{ message: message ?? ERRORS.ACCESS_DENIED.message, code }],
  404: ({ code }) => [{ message: ERRORS.NOT_FOUND.message, code }],
  429: ({ code }) => [{ message: ERRORS.RATE_LIMITED.message, code }],
  500: ({ code }) => [{ message: ERRORS.INTERNAL.message, code }],
};

/** An error of fetchBaseQuery: without an HTTP status its name; the status is apart when the body was no JSON. */
const queryError = v.object({
  status: v.union([v.number(), v.string()]),
  originalStatus: v.optional(v.number()),
  data: v.optional(v.unknown()),
});

/** Whether no answer came: neither the call nor the server is to blame, and it works with a connection. */
export const needsConnection = (error: unknown): boolean => error !== undefined && failureOf(error).status === null;

/** A malformed id, a thing of others, and one that does not exist (any more): to its page all of them are the same. */
const MISSING: readonly (number | null)[] = [400, 403, 404];

/** Whether a page's thing is not there for this user. Anything else that fails may work at the next attempt. */
export const isMissing = (error: unknown): boolean => error !== undefined && MISSING.includes(failureOf(error).status);

/**
 * Turns an error of a call into sentences; no other code does.
 * @param fallback the sentence for this act ('Login failed') where the server sent none
 */
export function failureOf(error: unknown, fallback?: string): Failure {
  const { success, output } = v.safeParse(queryError, error);
  const status = success ? (typeof output.status === 'number' ? output.status : (output.originalStatus ?? null)) : null;
  if (!success || status === null) {
    const message = success ? TEXTS.networkError : (fallback ?? TEXTS.unexpectedError);
    return { status: null, code: null, messages: [said(message)], fields: {}, silent: false };
  }
  const body = readBody(output.data);
  return {
    status,
    code: body.code,
    messages: (BY_STATUS[status] ?? otherStatus)(body, fallback).map(({ message, code, params }) =>
      said(message, code, params),
    ),
    fields: Object.fromEntries(
      body.errors.flatMap(({ field, message, code }) => (field === null ? [] : [[field, said(message, code)]])),
    ),
    silent: status === 401 && body.code === 'TOKEN_EXPIRED',
  };
}
