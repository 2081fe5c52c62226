const HEARTBEAT = 10_000;

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * Prints steps and their durations. On a terminal it counts the seconds in place; elsewhere it prints a line every 10 s.
 * @param {NodeJS.WriteStream} out
 */
export function createProgress(out = process.stdout) {
  const live = out.isTTY === true;
  let current = '';

  /** Prints a line, also during a step. @param {string} line */
  function say(line) {
    if (live && current) out.write('\r\x1b[K');
    out.write(`${line}\n`);
    if (live && current) out.write(current);
  }

  /**
   * @template T
   * @param {string} title
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async function step(title, work) {
    const since = Date.now();
    const show = () => {
      current = `… ${title} (${seconds(since)})`;
      if (live) out.write(`\r\x1b[K${current}`);
      else say(current);
    };
    if (live) show();
    const timer = setInterval(show, live ? 500 : HEARTBEAT);
    try {
      const result = await work();
      finish(`✓ ${title} (${seconds(since)})`);
      return result;
    } catch (cause) {
      finish(`✗ ${title} (${seconds(since)})`);
      throw cause;
    } finally {
      clearInterval(timer);
    }
  }

  /** @param {string} line */
  function finish(line) {
    if (live) out.write('\r\x1b[K');
    current = '';
    out.write(`${line}\n`);
  }

  return { say, step };
}

/** @typedef {ReturnType<typeof createProgress>} Progress */
