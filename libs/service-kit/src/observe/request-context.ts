import { AsyncLocalStorage } from 'node:async_hooks';
import type { TextLanguage } from '@duet/contracts';

/** The context of a request. It follows every await, and appears in logs, calls and outbox rows. */
export interface RequestContext {
  requestId: string;
  /** The W3C `traceparent` of the current step, when it is traced. */
  trace?: string;
  /** The language of the person who reads the answer; English where none is known. */
  language?: TextLanguage;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const requestContext = {
  /** Runs `work` with this context. */
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
  /** The current context; outside of a request its id is empty. */
  current: (): RequestContext => storage.getStore() ?? { requestId: '' },
  /** The current request id; empty outside of a request. */
  requestId: (): string => storage.getStore()?.requestId ?? '',
  /** The language in which shipped texts are written into the answer. */
  language: (): TextLanguage => storage.getStore()?.language ?? 'en',
};
