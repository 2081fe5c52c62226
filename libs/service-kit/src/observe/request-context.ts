import { AsyncLocalStorage } from 'node:async_hooks';

/** What follows a request through every await, into logs, calls and outbox rows. */
export interface RequestContext {
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const requestContext = {
  /** Runs `work` with this context. */
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
  /** The current request id, or an empty text outside of a request. */
  requestId: (): string => storage.getStore()?.requestId ?? '',
};
