/** After this time a page counts as shown where the browser does not say it, in milliseconds. */
const QUIET = 2_000;

/** Runs once the browser has nothing else to do. @returns a function that cancels it */
export function whenQuiet(run: () => void): () => void {
  // Safari has no idle callbacks.
  const hasIdle = 'requestIdleCallback' in window;
  const handle = hasIdle ? requestIdleCallback(run) : window.setTimeout(run, QUIET);
  return () => (hasIdle ? cancelIdleCallback(handle) : clearTimeout(handle));
}
