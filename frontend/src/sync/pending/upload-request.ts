import { LIMITS } from '@duet/contracts/plain';
import * as v from 'valibot';
import { callHeaders } from '../../api/call-headers.js';
import { serverNow } from '../../api/server-time.js';
import { refreshTokens } from '../../platform/session/refresh.js';
import { session } from '../../platform/session/session.js';
import { errorCode } from '../../schemas/error-code.js';
import { tokenClaims } from '../../schemas/token-claims.js';
import { type Attempt, DEFAULT_WAIT } from './delivery.js';

interface Upload {
  path: string;
  body: FormData;
  signal: AbortSignal;
  /** Called with the share of the bytes sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

interface RawAnswer {
  /** 0 without an answer. */
  status: number;
  body: unknown;
  /** Seconds that the server asks to wait; null where it names none. */
  retryAfter: number | null;
}

/** The longest accepted wait, in seconds; our servers ask for less. */
const LONGEST_WAIT = 3_600;

function waitIn(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.max(seconds, 1), LONGEST_WAIT) : null;
}

/** A token that expires within this time is refreshed before the upload, in seconds: a 401 after 50 MB would waste them. */
const TOKEN_MARGIN = 60;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** XMLHttpRequest, because fetch reports no upload progress. Gives up when no byte moves for 30 s. */
function post({ path, body, signal, onProgress }: Upload): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let idle: ReturnType<typeof setTimeout> | undefined;
    const none: RawAnswer = { status: 0, body: null, retryAfter: null };
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
      done({
        status: request.status,
        body: parsed(request.responseText),
        retryAfter: waitIn(request.getResponseHeader('retry-after')),
      })();
    });
    signal.addEventListener('abort', abort);
    request.open('POST', new URL(`/api${path}`, window.location.origin).href);
    const { token } = session.get();
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    moved();
    if (signal.aborted) done(none)();
    else request.send(body);
  });
}

/** `exp`: when an access token expires, in seconds since 1970. */
const claims = v.object({ exp: v.number() });

async function renewIfNearlyOver(): Promise<void> {
  const { token } = session.get();
  const expires = token === null ? null : (tokenClaims(token, claims)?.exp ?? null);
  if (expires !== null && expires - serverNow() / 1_000 < TOKEN_MARGIN) await refreshTokens(token);
}

/** After a 401, refreshes the token (once for all callers and tabs) and sends once more, for the same user only. */
async function postWithSession(upload: Upload): Promise<RawAnswer> {
  await renewIfNearlyOver();
  const { token, user } = session.get();
  const first = await post(upload);
  if (first.status !== 401 || upload.signal.aborted) return first;
  const outcome = await refreshTokens(token);
  if (outcome === 'refused') session.signedOut();
  return outcome === 'refreshed' && session.get().user?._id === user?._id ? post(upload) : { ...first, status: 0 };
}

const failedAnswer = v.object({ code: errorCode });

/** Reads the body of a success; null where it lacks what was sent. */
type ReadStored<Stored> = (body: unknown) => Stored | null;

function attemptOf<Stored>({ status, body, retryAfter }: RawAnswer, read: ReadStored<Stored>): Attempt<Stored> {
  if (status === 429) return { kind: 'later', seconds: retryAfter ?? DEFAULT_WAIT, reason: 'limited' };
  if (status === 503 && retryAfter !== null) return { kind: 'later', seconds: retryAfter, reason: 'unavailable' };
  if (status >= 200 && status < 300) {
    const stored = read(body);
    return stored === null ? { kind: 'unknown' } : { kind: 'stored', stored };
  }
  const failed = v.safeParse(failedAnswer, body);
  const code = failed.success ? failed.output.code : null;
  if (status >= 500 || [0, 401, 408].includes(status)) return { kind: 'unknown' };
  return { kind: 'refused', code: code ?? (status === 413 ? 'FILE_TOO_LARGE' : 'BAD_REQUEST') };
}

/** Sends files as one multipart body, with progress and cancellation. Gives up when no byte moves. */
export async function upload<Stored>(request: Upload, read: ReadStored<Stored>): Promise<Attempt<Stored>> {
  const answer = await postWithSession(request);
  return request.signal.aborted ? { kind: 'cancelled' } : attemptOf(answer, read);
}
