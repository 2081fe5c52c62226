import pg from 'pg';

/** @typedef {import('./switches.mjs').Switches} Switches */
/** @typedef {{query: (...call: unknown[]) => unknown}} Client */

const MESSAGES = /INSERT INTO messages\b/;
const MARK = /^\s*UPDATE outbox SET published_to = \$2/;

/** How long the rows of the control `late-rows` stay out of sight, in seconds. */
const LATE = 0.4;

/** No last words, no clean-up. */
function die() {
  process.kill(process.pid, 'SIGKILL');
}

/** @param {unknown} query */
function textOf(query) {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/**
 * Rows that are seen later than the counter that numbered them, as under a BIGSERIAL, which is handed out before the
 * commit: they travel over a connection of their own, and the transaction goes on without them.
 * @param {unknown[]} call @param {import('pg').ClientConfig} config @param {Client['query']} original
 */
async function insertLate(call, config, original) {
  const other = new pg.Client(config);
  await other.connect();
  try {
    await other.query(`SELECT pg_sleep(${LATE})`);
    await original.apply(other, call);
  } finally {
    await other.end();
  }
}

/** Lets a process die at a chosen statement. @param {Switches} switches */
export function wrapStatements(switches) {
  const { prototype } = pg.Client;
  const original = /** @type {Client['query']} */ (prototype.query);
  /** What the transaction that a connection is in has done. @type {WeakMap<object, {late?: Promise<void>}>} */
  const writing = new WeakMap();

  /** @this {Client & {connectionParameters: import('pg').ClientConfig & {password: string}}} @param {unknown[]} call */
  function query(...call) {
    const text = textOf(call[0]);
    if (MARK.test(text) && switches.claim('kill-before-mark')) die();
    if (MESSAGES.test(text)) {
      const state = /** @type {{late?: Promise<void>}} */ ({});
      writing.set(this, state);
      if (switches.isOn('late-rows')) {
        const { host, port, database, user } = this.connectionParameters;
        const { password } = /** @type {{password: string}} */ (/** @type {unknown} */ (this));
        state.late = insertLate(call, { host, port, database, user, password, options: '-c search_path=messaging' }, original);
        state.late.catch(() => undefined);
        return Promise.resolve({ rows: [], rowCount: 0, command: 'INSERT' });
      }
    }
    if (text !== 'COMMIT' || !writing.has(this)) return original.apply(this, call);
    const { late } = writing.get(this) ?? {};
    writing.delete(this);
    if (switches.claim('kill-before-commit')) die();
    return Promise.resolve(original.apply(this, call)).then(async (result) => {
      if (switches.claim('kill-after-commit')) die();
      await late;
      return result;
    });
  }
  Object.assign(prototype, { query });
}
