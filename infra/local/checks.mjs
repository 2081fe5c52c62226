import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IS_RELEASE, TITLE, judgeAudit } from './audit.mjs';
import { run } from './command.mjs';
import { ROOT } from './places.mjs';
import { nx } from './prepare.mjs';
import { failed, passed } from './results.mjs';
import { nodeBinary, npm, tool } from './runtime.mjs';

/** @typedef {import('./results.mjs').Outcome} Outcome */
/** @typedef {Parameters<typeof run>} Call */

/** The folders with our code. */
const CODE = ['libs', 'gateway', 'services', 'frontend', 'infra'].filter((folder) => existsSync(join(ROOT, folder)));

/** Redocly's command, without telemetry and without a check for updates. @param {string[]} args @returns {Call} */
function redocly(args) {
  const [command, all, { env }] = tool('redocly', args);
  return [command, all, { env: { ...env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } }];
}

/** @typedef {{title: string, calls: Call[]}} Check each counts as one test */

/** Later checks and the tests need the output of these. @type {Check[]} */
const BUILDS = [
  { title: 'Build', calls: [nx(['run-many', '-t', 'build', 'bundle', '--parallel=2'])] },
  { title: 'Types, tests included', calls: [nx(['run-many', '-t', 'typecheck', '--parallel=2'])] },
];

/** @type {Check} */
export const LINT = { title: 'Lint', calls: [tool('oxlint', [])] };

/** Checks that read the whole workspace. @type {Check[]} */
export const GRAPH_CHECKS = [
  { title: 'Regular expressions take linear time', calls: [[nodeBinary(), ['infra/lint/expressions.mjs', ...CODE]]] },
  { title: 'Rules read domain time', calls: [[nodeBinary(), ['infra/lint/domain-time.mjs', 'services', 'gateway']]] },
  {
    title: 'Migrations lock no table for long',
    calls: [[nodeBinary(), ['--import', './infra/local/dev/run-source.mjs', 'infra/lint/migrations.mjs', 'services']]],
  },
  { title: 'Log lines', calls: [[nodeBinary(), ['infra/lint/log-lines.mjs']]] },
  {
    title: 'Texts are in the catalogue',
    calls: [
      [nodeBinary(), ['infra/lint/texts.mjs', 'frontend/src']],
      [nodeBinary(), ['infra/lint/texts.mjs', 'services/auth/src', 'keys']],
    ],
  },
  {
    title: 'Boundaries',
    calls: [
      tool('depcruise', ['--config', '.dependency-cruiser.mjs', ...CODE]),
      [nodeBinary(), ['infra/lint/folders.mjs', ...CODE]],
    ],
  },
  { title: 'Unused exports', calls: [tool('knip', ['--no-progress', '--no-config-hints'])] },
];

/** @type {Check[]} */
const CHECKS = [
  {
    title: 'Generated documents are current',
    calls: [[nodeBinary(), ['infra/docs/write.mjs', '--check']], redocly(['lint', 'gateway/openapi.json'])],
  },
  { title: 'Formatting', calls: [tool('prettier', ['--check', '--log-level', 'warn', '.'])] },
  { title: 'JavaScript of each page', calls: [[nodeBinary(), ['infra/lint/weights.mjs']]] },
  LINT,
  ...GRAPH_CHECKS,
];

/** The machines that run this have two cores, and most checks use one. */
const AT_ONCE = 2;

/** @param {import('./progress.mjs').Progress} progress @returns {Promise<Outcome[]>} */
export async function staticChecks(progress) {
  const outcomes = [];
  for (const one of BUILDS) outcomes.push(await check(progress, one));
  return [...outcomes, ...(await runChecks(progress, CHECKS)), await audit(progress)];
}

/** @param {import('./progress.mjs').Progress} progress @param {Check[]} checks @returns {Promise<Outcome[]>} */
export async function runChecks(progress, checks) {
  const waiting = checks.entries();
  /** @type {Outcome[]} */
  const outcomes = [];
  const work = async () => {
    for (const [index, one] of waiting) outcomes[index] = await check(progress, one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

/** @param {import('./progress.mjs').Progress} progress @param {Check} check */
async function check(progress, { title, calls }) {
  const found = await quietStep(progress, title, async () => {
    for (const call of calls) {
      const result = await run(...call);
      if (result.code !== 0) return result.output;
    }
    return null;
  });
  return found === null ? passed() : failed(title);
}

/** Shows the output of a failed check only. @param {import('./progress.mjs').Progress} progress @param {string} title @param {() => Promise<string | null>} work */
async function quietStep(progress, title, work) {
  let output = /** @type {string | null} */ (null);
  await progress
    .step(title, async () => {
      output = await work();
      if (output !== null) throw new Error(output);
    })
    .catch((/** @type {Error} */ cause) => process.stdout.write(`${indent(cause.message)}\n`));
  return output;
}

/** @param {string} text */
const indent = (text) => text.trimEnd().replace(/^/gm, '    ');

/** Checks production dependencies for known vulnerabilities. @param {import('./progress.mjs').Progress} progress */
async function audit(progress) {
  let outcome = /** @type {Outcome | null} */ (null);
  await quietStep(progress, TITLE, async () => {
    const { stdout } = await run(...npm(['audit', '--omit=dev', '--audit-level=high', '--json']));
    outcome = judgeAudit(stdout, IS_RELEASE);
    for (const why of outcome.skips) progress.say(`  Skipped: ${why}.`);
    return outcome.failed > 0 ? stdout : null;
  });
  return outcome ?? failed(TITLE);
}
