import { AsyncLocalStorage } from 'node:async_hooks';

/** What follows a request through every await, into logs, calls and outbox rows. */
export interface RequestContext {
  requestId: string;
  /** The W3C `traceparent` of the step that is being done, where it is traced. */
  trace?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const requestContext = {
  /** Runs `work` with this context. */
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
  /** All of it, to go on with later; an empty request id outside of a request. */
  current: (): RequestContext => storage.getStore() ?? { requestId: '' },
  /** The current request id, or an empty text outside of a request. */
  requestId: (): string => storage.getStore()?.requestId ?? '',
};
