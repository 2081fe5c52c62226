import { closeSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints new lines of the logs in a folder, prefixed with the name of the file.
 * @param {string} folder
 * @param {(line: string) => void} say
 * @returns {() => void} ends it
 */
export function followLogs(folder, say) {
  /** @type {Map<string, {offset: number, rest: string}>} */
  const seen = new Map();

  /** @param {string} name */
  function read(name) {
    const path = join(folder, name);
    const state = seen.get(name) ?? { offset: 0, rest: '' };
    const { size } = statSync(path);
    // A file that shrank was started again.
    if (size < state.offset) state.offset = 0;
    const file = openSync(path, 'r');
    const chunk = Buffer.alloc(size - state.offset);
    const length = readSync(file, chunk, 0, chunk.length, state.offset);
    closeSync(file);
    const lines = (state.rest + chunk.toString('utf8', 0, length)).split('\n');
    seen.set(name, { offset: state.offset + length, rest: lines.pop() ?? '' });
    for (const line of lines) say(`${name.replace(/\.log$/, '').padEnd(10)} │ ${line}`);
  }

  function look() {
    try {
      for (const name of readdirSync(folder)) if (name.endsWith('.log') && !name.endsWith('.previous.log')) read(name);
    } catch {
      // The folder or a file that is being renamed exists at the next check.
    }
  }
  const timer = setInterval(look, 200);
  return () => {
    clearInterval(timer);
    look();
  };
}
