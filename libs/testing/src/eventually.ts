import { ASSERTION_TIMEOUT } from '@duet/infra/test-timeouts';

const PAUSE = 10;

/** Repeats `check` until it does not throw. @param within milliseconds @returns its result @throws its last error after that time */
export async function eventually<T>(check: () => T | Promise<T>, within = ASSERTION_TIMEOUT): Promise<T> {
  const deadline = performance.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (cause) {
      if (performance.now() > deadline) throw cause;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
