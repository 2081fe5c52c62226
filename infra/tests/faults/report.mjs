/** @typedef {import('./session.mjs').Finding} Finding */

const COLUMNS = /** @type {const} */ ([
  ['fault', 28],
  ['acknowledged', 13],
  ['lost', 6],
  ['duplicated', 11],
  ['reordered', 10],
  ['converged s', 12],
  ['outbox s', 9],
  ['slowest s', 10],
  ['retried s', 10],
  ['violations', 11],
]);

const seconds = (/** @type {number} */ milliseconds) => (milliseconds / 1_000).toFixed(1);

/** @param {(string | number)[]} cells */
const row = (cells) =>
  cells
    .map((cell, index) => (index === 0 ? String(cell).padEnd(COLUMNS[0][1]) : String(cell).padStart(COLUMNS[index][1])))
    .join('');

export const HEADING = row(COLUMNS.map(([title]) => title));

/** @param {Finding} finding */
export const lineOf = ({ name, acknowledged, lost, doubled, reordered, level, outbox, slowest, retried, violations }) =>
  row([
    name,
    acknowledged,
    lost,
    doubled,
    reordered,
    seconds(level),
    seconds(outbox),
    seconds(slowest),
    seconds(retried),
    violations.length,
  ]);

/** How often each property was broken, with an example. @param {Finding} finding */
export function shownViolations({ violations }) {
  const byProperty = Map.groupBy(violations, ({ property }) => property);
  return [...byProperty]
    .map(([property, found]) => `    ${property}: ${found.length} times, first: ${found[0].detail}`)
    .join('\n');
}
