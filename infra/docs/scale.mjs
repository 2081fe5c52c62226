import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../local/places.mjs';
import {
  OVERLAY_CARRIES,
  PLANNED,
  limits,
  needs,
  overlayLimits,
  overlayMachines,
  readFigures,
  readOverlay,
} from './scale-plan.mjs';

/**
 * @typedef {import('./scale-plan.mjs').Figure} Figure @typedef {import('./scale-plan.mjs').Figures} Figures
 * @typedef {import('./scale-plan.mjs').Needs} Needs
 */

/** The columns of the plan, in couples. */
const SIZES = [1_000, 100_000, 10_000_000];

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const count = new Intl.NumberFormat('en');

/** @param {number} bytes */
function size(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3)));
  return `${number.format(bytes / 10 ** (3 * power))} ${units[power]}`;
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** @param {Figure} figure */
const valueOf = ({ value, unit }) => (unit === 'bytes' ? size(value) : `${count.format(value)} ${unit}`);

/** @param {Figures} figures */
function inputs({ measured, assumed }) {
  const { cpu, get, ...rest } = measured;
  const all = /** @type {Figure[]} */ ([...Object.values(cpu), ...Object.values(get), ...Object.values(rest)]);
  return `${table(
    ['measured', 'value', 'source'],
    all.map((one) => [one.what, valueOf(one), one.source ?? '']),
  )}

${table(
  ['assumed', 'value'],
  Object.values(assumed).map((one) => [one.what, valueOf(one)]),
)}`;
}

/** @param {string} what @param {(needed: Needs) => string} of */
const row = (what, of) => ({ what, of });

/** @param {Figures} figures @param {ReturnType<typeof readOverlay>} overlay */
function machines(figures, overlay) {
  const plans = SIZES.map((couples) => needs(couples, figures, overlay));
  const rows = [
    row('texts in the busiest second', ({ texts }) => number.format(texts)),
    row('GETs in the busiest second', ({ gets }) => number.format(gets)),
    row('sockets at the busiest moment', ({ sockets }) => number.format(sockets)),
    row('their memory in realtime', ({ socketBytes }) => size(socketBytes)),
    ...PLANNED.map((name) => row(`replicas of ${name}`, ({ processes }) => count.format(processes[name]))),
    row('cores of PostgreSQL', ({ postgresCores }) => number.format(postgresCores)),
    row('cores of NATS', ({ busCores }) => number.format(busCores)),
    row('WAL a second', ({ walBytes }) => size(walBytes)),
    row('messages in PostgreSQL a year', ({ rowBytesAYear }) => size(rowBytesAYear)),
    row('outbox rows of a day', ({ outboxBytes }) => size(outboxBytes)),
    row('events in the stream, each copy', ({ streamBytes }) => size(streamBytes)),
    row('objects a day', ({ objectBytesADay }) => size(objectBytesADay)),
    row('cores of all', ({ cores }) => number.format(cores)),
    row(`machines of ${figures.assumed.node?.value} cores, three at least`, ({ nodes }) => count.format(nodes)),
  ];
  return table(
    ['couples', ...SIZES.map((one) => count.format(one))],
    rows.map(({ what, of }) => [what, ...plans.map(of)]),
  );
}

/** @typedef {{rows: number, partitions: number, page: number, lookup: number, insert: number, vacuum: number, reindex: number}} Layout one row of the benchmark of partitions, in milliseconds */

const milliseconds = (/** @type {number} */ value) =>
  value < 1_000 ? `${number.format(value)} ms` : `${number.format(value / 1_000)} s`;

/** @param {readonly Layout[]} layouts */
const partitionTable = (layouts) =>
  table(
    [
      'messages',
      'partitions',
      'page of 50',
      'lookup by id',
      'five inserts',
      'vacuum of one after 5 % changed',
      'all indexes of one anew',
    ],
    layouts.map(({ rows, partitions, page, lookup, insert, vacuum, reindex }) => [
      count.format(rows),
      partitions === 0 ? 'none' : count.format(partitions),
      ...[page, lookup, insert, vacuum, reindex].map(milliseconds),
    ]),
  );

const NIGHT = 8 * 3_600_000;

/** The messages whose indexes one table builds anew in a night. @param {readonly Layout[]} layouts */
function messagesOfANight(layouts) {
  const [largest] = layouts.filter(({ partitions }) => partitions === 0).toSorted((a, b) => b.rows - a.rows);
  if (!largest) throw new Error('the benchmark of partitions measured no table in one piece');
  return (NIGHT / largest.reindex) * largest.rows;
}

/** The plan of machines and limits, from the figures and the manifests. */
export function buildScale() {
  const [figures, overlay] = [readFigures(), readOverlay()];
  const text = readFileSync(join(import.meta.dirname, 'scale.template.md'), 'utf8');
  const { results: layouts } = JSON.parse(
    readFileSync(join(ROOT, 'docs', 'operations', 'figures', 'partitions.json'), 'utf8'),
  );
  const nightMessages = messagesOfANight(layouts);
  /** @type {Record<string, string>} */
  const parts = {
    inputs: inputs(figures),
    machines: machines(figures, overlay),
    overlay: table(
      ['limit of the production overlay', 'couples'],
      overlayLimits(figures, overlay).map(({ what, couples }) => [what, count.format(couples)]),
    ),
    carries: count.format(OVERLAY_CARRIES),
    requested: `${number.format(overlay.requested.cores)} cores and ${size(overlay.requested.bytes)}`,
    overlayMachines: count.format(overlayMachines(figures, overlay)),
    connections: `${count.format(overlay.connectionsNeeded)} of ${count.format(overlay.connections)}`,
    partitions: partitionTable(layouts),
    nightMessages: number.format(nightMessages),
    nightCouples: number.format(nightMessages / (365 * (figures.assumed.texts?.value ?? Number.NaN))),
    limits: table(
      ['what breaks', 'at couples', 'the step after it'],
      limits(figures, overlay).map(({ what, couples, step }) => [what, count.format(couples), step]),
    ),
  };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`scale.template.md names ${name}, which nobody computes`);
    return part;
  });
}
