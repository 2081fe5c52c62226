import { LIMITS } from '@duet/contracts/plain';
import { useState } from 'react';
import { callHeaders } from './call-headers.js';
import { learnServerTime } from './server-time.js';

/** An answer or an error that `failureOf` reads, like those of the store's calls. */
type Answer<T> = { data: T; error?: undefined } | { data?: undefined; error: object };

/** A call without a session and without the store, for the pages before the sign-in. */
export async function postAnonymously<T>(path: string, body: object): Promise<Answer<T>> {
  const sent = performance.now();
  const response = await fetch(new URL(`/api${path}`, window.location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...callHeaders() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(LIMITS.apiTimeout),
  }).catch(() => null);
  if (response === null) return { error: { status: 'FETCH_ERROR' } };
  learnServerTime(response.headers, sent, performance.now());
  const data = await response.json().catch(() => undefined);
  if (data === undefined) return { error: { status: 'PARSING_ERROR', originalStatus: response.status } };
  return response.ok ? { data } : { error: { status: response.status, data } };
}

/** A call of a component, and whether it is under way. */
export function useCall<Input, T>(call: (input: Input) => Promise<T>): [(input: Input) => Promise<T>, boolean] {
  const [isBusy, setBusy] = useState(false);
  const run = async (input: Input): Promise<T> => {
    setBusy(true);
    try {
      return await call(input);
    } finally {
      setBusy(false);
    }
  };
  return [run, isBusy];
}
