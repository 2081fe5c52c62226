import pg from 'pg';
import { switchOf } from './switches.mjs';

/** @typedef {import('./switches.mjs').Switches} Switches */
/** @typedef {{query: (...call: unknown[]) => unknown}} Client */

/** The statement of each service that stores what a person wrote or did. @type {Record<string, RegExp>} */
const STORING = {
  messaging: /INSERT INTO messages\b/,
  memories: /INSERT INTO "memories"."contributions"/,
  challenges: /INSERT INTO "challenges"."step_parts"/,
};

const MARK = /^\s*UPDATE (?:outbox|message_groups) SET published_to = \$2/;

/** The condition of memories under which others may read a buried contribution. */
const COMPLETED = /"c"\."status" = 'completed'/g;

/** How long the rows of the control `late-rows` stay invisible, in seconds. */
const LATE = 0.4;

/** Ends the process without any clean-up. */
function die() {
  process.kill(process.pid, 'SIGKILL');
}

/** @param {unknown} query */
function textOf(query) {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/**
 * Inserts rows that become visible after the counter that numbered them, as with a BIGSERIAL, which PostgreSQL assigns before
 * the commit. They use a connection of their own, and the transaction continues without them.
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

/**
 * A statement that stores messages and commits by itself. It returns a promise or calls back.
 * @param {(point: string) => void} reach @param {unknown[]} call @param {(call: unknown[]) => unknown} run
 */
function storeAlone(reach, call, run) {
  reach('kill-before-commit');
  const callback = call.at(-1);
  const committed = (/** @type {unknown} */ result) => {
    reach('kill-after-commit');
    return result;
  };
  if (typeof callback !== 'function') return Promise.resolve(run(call)).then(committed);
  return run([
    ...call.slice(0, -1),
    (/** @type {unknown[]} */ ...outcome) =>
      callback(...outcome.map((one, index) => (index === 1 ? committed(one) : one))),
  ]);
}

/** Kills the process at a chosen statement, delays its rows, or ignores that a capsule is sealed. @param {Switches} switches @param {string} service whose process it is */
export function wrapStatements(switches, service) {
  const storing = STORING[service];
  if (!storing) return;
  /** Dies here if the checker has chosen this point. @param {string} point */
  const reach = (point) => {
    if (switches.claim(switchOf(point, service))) die();
  };
  const { prototype } = pg.Client;
  const original = /** @type {Client['query']} */ (prototype.query);
  /** Whether a connection's current transaction stores messages. @type {WeakMap<object, {stores: boolean, late?: Promise<void>}>} */
  const open = new WeakMap();

  /** @this {Client & {connectionParameters: import('pg').ClientConfig & {password: string}}} @param {unknown[]} call */
  function query(...call) {
    const text = textOf(call[0]);
    if (switches.isOn('seals-ignored') && typeof call[0] === 'string') call[0] = text.replaceAll(COMPLETED, 'true');
    const state = open.get(this);
    if (text.startsWith('START TRANSACTION')) open.set(this, { stores: false });
    if (MARK.test(text)) reach('kill-before-mark');
    if (storing.test(text) && !state) return storeAlone(reach, call, (changed) => original.apply(this, changed));
    if (storing.test(text) && state) {
      state.stores = true;
      if (service === 'messaging' && switches.isOn('late-rows')) {
        const { host, port, database, user } = this.connectionParameters;
        const { password } = /** @type {{password: string}} */ (/** @type {unknown} */ (this));
        state.late = insertLate(
          call,
          { host, port, database, user, password, options: '-c search_path=messaging' },
          original,
        );
        state.late.catch(() => undefined);
        return Promise.resolve({ rows: [], rowCount: 0, command: 'INSERT' });
      }
    }
    if (text === 'ROLLBACK') open.delete(this);
    if (text !== 'COMMIT' || !state) return original.apply(this, call);
    open.delete(this);
    if (!state.stores) return original.apply(this, call);
    reach('kill-before-commit');
    return Promise.resolve(original.apply(this, call)).then(async (result) => {
      reach('kill-after-commit');
      await state.late;
      return result;
    });
  }
  Object.assign(prototype, { query });
}
