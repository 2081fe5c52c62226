/**
 * Calls back once when this process should end: on Ctrl-C, on a signal, or when the npm that runs it ends. A signal to npm
 * kills npm and its shell without reaching this process; a changed parent is the only trace.
 * @param {() => void} stop
 */
export function onEnd(stop) {
  let asked = false;
  // One Ctrl-C may arrive twice, from the terminal and from npm.
  const once = () => {
    if (asked) return;
    asked = true;
    stop();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, once);
  // Without npm, an ended parent means that a person left this process in the background.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && once(), 250).unref();
}
