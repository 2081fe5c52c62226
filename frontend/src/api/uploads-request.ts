import type { MessageView } from '@duet/contracts';
import { ERRORS, type ErrorCode, LIMITS, isErrorCode } from '@duet/contracts/plain';
import { refreshTokens } from './refresh.js';
import { session } from './session.js';

/** What became of one attempt. `broken` may have been stored: the next attempt with the same id finds out. */
export type UploadOutcome =
  | { kind: 'stored'; messages: MessageView[] }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'later'; seconds: number }
  | { kind: 'broken' }
  | { kind: 'cancelled' };

interface Upload {
  path: string;
  body: FormData;
  signal: AbortSignal;
  /** The share of the bytes that left, from 0 to 1. */
  onProgress: (share: number) => void;
}

interface RawAnswer {
  /** 0: none came. */
  status: number;
  body: unknown;
  retryAfter: number;
}

const DEFAULT_WAIT = 5;

/** A token that dies before the body is through is renewed first: nobody should send 50 MB for a 401. Seconds. */
const TOKEN_MARGIN = 60;

const read = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** XMLHttpRequest, because fetch does not tell how much of a body has left. No answer when no byte moves for 30 s. */
function post({ path, body, signal, onProgress }: Upload): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let idle: ReturnType<typeof setTimeout> | undefined;
    const none: RawAnswer = { status: 0, body: null, retryAfter: DEFAULT_WAIT };
    const moved = (): void => {
      clearTimeout(idle);
      idle = setTimeout(() => request.abort(), LIMITS.uploadIdle);
    };
    const abort = (): void => request.abort();
    const done = (answer: RawAnswer) => (): void => {
      clearTimeout(idle);
      signal.removeEventListener('abort', abort);
      resolve(answer);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved();
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('progress', moved);
    request.addEventListener('error', done(none));
    request.addEventListener('abort', done(none));
    request.addEventListener('load', () => {
      const retryAfter = Number(request.getResponseHeader('retry-after') ?? DEFAULT_WAIT) || DEFAULT_WAIT;
      done({ status: request.status, body: parsed(request.responseText), retryAfter })();
    });
    signal.addEventListener('abort', abort);
    request.open('POST', new URL(`/api${path}`, window.location.origin).href);
    const { token } = session.get();
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('x-request-id', crypto.randomUUID());
    moved();
    if (signal.aborted) done(none)();
    else request.send(body);
  });
}

/** When an access token ends, in seconds; unknown for what is no JWT. */
function expiryOf(token: string): number | null {
  const [, payload] = token.split('.');
  if (payload === undefined) return null;
  try {
    const expires: unknown = Reflect.get(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))), 'exp');
    return typeof expires === 'number' ? expires : null;
  } catch {
    return null;
  }
}

async function renewIfNearlyOver(): Promise<void> {
  const { token } = session.get();
  const expires = token === null ? null : expiryOf(token);
  if (expires !== null && expires - Date.now() / 1_000 < TOKEN_MARGIN) await refreshTokens(token);
}

/** A 401 renews the token, once for all callers and tabs, and sends again, once, and only in the same person's name. */
async function postWithSession(upload: Upload): Promise<RawAnswer> {
  await renewIfNearlyOver();
  const { token, user } = session.get();
  const first = await post(upload);
  if (first.status !== 401 || upload.signal.aborted) return first;
  const outcome = await refreshTokens(token);
  if (outcome === 'refused') session.signedOut();
  return outcome === 'refreshed' && session.get().user?._id === user?._id ? post(upload) : { ...first, status: 0 };
}

const isMessages = (value: unknown): value is MessageView[] =>
  Array.isArray(value) && value.every((one) => typeof read(one, '_id') === 'string' && typeof read(one, 'seq') === 'number');

function storedMessages(body: unknown): MessageView[] | null {
  const data = read(body, 'data');
  const found = read(data, 'messages') ?? [read(data, 'message')];
  return isMessages(found) ? found : null;
}

function verdict({ status, body, retryAfter }: RawAnswer): UploadOutcome {
  if (status === 429) return { kind: 'later', seconds: retryAfter };
  if (status >= 200 && status < 300) {
    const messages = storedMessages(body);
    return messages ? { kind: 'stored', messages } : { kind: 'broken' };
  }
  const code = read(body, 'code');
  const known = isErrorCode(code) ? code : null;
  if (status >= 500 || [0, 401, 408].includes(known ? ERRORS[known].status : status)) return { kind: 'broken' };
  return { kind: 'refused', code: known ?? (status === 413 ? 'FILE_TOO_LARGE' : 'BAD_REQUEST') };
}

/** Sends files as one multipart body: shows how far it is, can be cancelled, and gives up when nothing moves any more. */
export async function upload(request: Upload): Promise<UploadOutcome> {
  const answer = await postWithSession(request);
  return request.signal.aborted ? { kind: 'cancelled' } : verdict(answer);
}
