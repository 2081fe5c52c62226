import { performance } from 'node:perf_hooks';

/** The longest time of a call, in milliseconds. The gateway's own deadline is 8 s. */
export const CALL_LIMIT = 10_000;

/**
 * The successful answer of each path, as far as the checks read it.
 * @template {string} Path
 * @typedef {Path extends `/api/messages/conversation${string}` ? import('@duet/contracts').ConversationPage
 *   : Path extends `/api/messages/search${string}` ? import('@duet/contracts').MessageHits
 *   : Path extends `/api/messages/sync${string}` ? import('@duet/contracts').SyncPage
 *   : Path extends '/api/messages/upload' ? import('@duet/contracts').UploadedMessages
 *   : Path extends '/api/messages' ? import('@duet/contracts').MessageView
 *   : Path extends '/api/partners/status' ? import('@duet/contracts').PartnerStatus
 *   : Path extends '/api/partners/requests' ? import('@duet/contracts').PartnerRequestView[]
 *   : Path extends `/api/auth/${string}` ? import('@duet/contracts').AuthResponse
 *   : unknown} BodyOf
 */

/**
 * The result of a call: `ok` is done, `no` is refused and not done, `unknown` may or may not be done.
 * @template [Body=unknown]
 * @typedef {{status: number, code: string, took: number} & ({outcome: 'ok', body: Body} | {outcome: 'no' | 'unknown', body: unknown})} Answer
 */

/**
 * One HTTP call as a client makes it. It never throws.
 * @template {string} Path
 * @param {string} origin @param {string} method @param {Path} path
 * @param {{token?: string, body?: unknown, from?: string}} [options] `from`: the address that the caller comes from
 * @returns {Promise<Answer<BodyOf<Path>>>}
 */
export async function call(origin, method, path, { token, body, from = '198.51.100.1' } = {}) {
  const headers = {
    'x-forwarded-for': from,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    // A form brings its own content type.
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  };
  const since = performance.now();
  const took = () => performance.now() - since;
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(CALL_LIMIT + 2_000),
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed = text.startsWith('{') ? JSON.parse(text) : {};
    const outcome = answer.ok ? 'ok' : answer.status >= 500 ? 'unknown' : 'no';
    return {
      outcome,
      status: answer.status,
      code: String(parsed.code ?? ''),
      body: parsed.data ?? parsed,
      took: took(),
    };
  } catch (cause) {
    return {
      outcome: 'unknown',
      status: 0,
      code: cause instanceof Error ? cause.name : 'unknown',
      body: {},
      took: took(),
    };
  }
}
