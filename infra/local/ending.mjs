/**
 * Calls back once, when somebody wants this process to end: by Ctrl-C, by a signal, or by ending the npm that runs it. A
 * signal to npm reaches npm and its shell, which die of it and pass nothing on: what is left of it is that our parent changes.
 * @param {() => void} stop
 */
export function onEnd(stop) {
  let asked = false;
  // One Ctrl-C may arrive twice, from the terminal and from npm: only the first counts.
  const once = () => {
    if (asked) return;
    asked = true;
    stop();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, once);
  // Started by hand, a parent that goes away is only somebody who left us in the background.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && once(), 250).unref();
}
