import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of a request. It follows every await, and appears in logs, calls and outbox rows. */
export interface RequestContext {
  requestId: string;
  /** The W3C `traceparent` of the current step, when it is traced. */
  trace?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const requestContext = {
  /** Runs `work` with this context. */
  run: <T>(context: RequestContext, work: () => T): T => storage.run(context, work),
  /** The current context; outside of a request its id is empty. */
  current: (): RequestContext => storage.getStore() ?? { requestId: '' },
  /** The current request id; empty outside of a request. */
  requestId: (): string => storage.getStore()?.requestId ?? '',
};
