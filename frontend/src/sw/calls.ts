import { pushNotes } from '../platform/push/push-notes.js';

const FETCH_TIMEOUT = 5_000;

interface Call {
  method?: 'POST';
  /** Of a push: good for its message and some minutes. */
  token?: string;
  body?: object;
}

/** Calls the API in the language of the last page. @throws without an answer within five seconds */
export async function callApi(path: string, { method, token, body }: Call = {}): Promise<Response> {
  return fetch(path, {
    ...(method && { method }),
    headers: {
      'accept-language': (await pushNotes.language()) ?? 'en',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(FETCH_TIMEOUT),
  });
}
