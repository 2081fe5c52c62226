import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createRandom, shuffled } from './random.mjs';

/**
 * The progress of a long run. It is also the report.
 * @typedef {{runs: number, acknowledged: number, lost: number, doubled: number, reordered: number, level: number, slowest: number, violations: number}} Sum `level` and `slowest`: the longest, in milliseconds
 * @typedef {{fault: string, property: string, detail: string, dir: string}} Broken `dir`: logs and data
 * @typedef {{seed: number, names: string[], done: number, acknowledged: number, cuts: number, seconds: number, faults: Record<string, Sum>, violations: Broken[]}} State `names`: the faults of a round
 */

/** How often a round repeats each power cut. */
const CUTS = 6;

/** @param {number} seed @param {string[]} names @returns {State} */
export const newState = (seed, names) => ({
  seed,
  names,
  done: 0,
  acknowledged: 0,
  cuts: 0,
  seconds: 0,
  faults: {},
  violations: [],
});

/** @param {string} file @returns {State | null} null when no run was begun */
export const readState = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** The fault that comes next. Every round has all faults in an order of the seed. @param {State} state */
export function nextFault({ seed, names, done }) {
  const round = names.flatMap((name) => Array.from({ length: name.startsWith('cut-') ? CUTS : 1 }, () => name));
  return shuffled(round, createRandom(seed + Math.floor(done / round.length)))[done % round.length];
}

/**
 * Counts a fault that has been endured.
 * @param {State} state @param {import('./session.mjs').Finding} finding @param {{cuts: number, seconds: number, dir: string}} more @returns {State}
 */
export function withFinding(state, { name, acknowledged, lost, doubled, reordered, level, slowest, violations }, more) {
  const { runs, ...sum } = state.faults[name] ?? {
    runs: 0,
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    reordered: 0,
    level: 0,
    slowest: 0,
    violations: 0,
  };
  return {
    ...state,
    done: state.done + 1,
    acknowledged: state.acknowledged + acknowledged,
    cuts: state.cuts + more.cuts,
    seconds: state.seconds + more.seconds,
    faults: {
      ...state.faults,
      [name]: {
        runs: runs + 1,
        acknowledged: sum.acknowledged + acknowledged,
        lost: sum.lost + lost,
        doubled: sum.doubled + doubled,
        reordered: sum.reordered + reordered,
        level: Math.max(sum.level, level),
        slowest: Math.max(sum.slowest, slowest),
        violations: sum.violations + violations.length,
      },
    },
    violations: [...state.violations, ...violations.map((one) => ({ fault: name, ...one, dir: more.dir }))],
  };
}

const seconds = (/** @type {number} */ milliseconds) => (milliseconds / 1_000).toFixed(1);

/** The report as a table in Markdown. @param {State} state */
export function tableOf(state) {
  const rows = Object.entries(state.faults)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, { runs, acknowledged, lost, doubled, reordered, level, slowest, violations }]) =>
      [name, runs, acknowledged, lost + doubled + reordered, seconds(level), seconds(slowest), violations].join(' | '),
    );
  return `Seed ${state.seed}: ${state.acknowledged} messages acknowledged, ${state.done} faults, ${state.cuts} power cuts, ${state.violations.length} violations, ${(state.seconds / 3_600).toFixed(1)} hours.

| fault | runs | messages acknowledged | lost, duplicated, out of order | converged s | slowest call s | violations |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}

/** Replaces the file at once, so that a stop in the middle leaves a whole one. @param {string} file @param {State} state */
export function saveState(file, state) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  writeFileSync(file.replace(/(\.json)?$/, '.md'), tableOf(state));
}
