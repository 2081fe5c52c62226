import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { ROOT } from './places.mjs';
import { nx } from './prepare.mjs';
import { failed, passed, skipped } from './results.mjs';
import { npm, tool } from './runtime.mjs';

/** @typedef {import('./results.mjs').Outcome} Outcome */
/** @typedef {Parameters<typeof run>} Call */

/** Everything that holds code of ours. */
const CODE = ['libs', 'gateway', 'services', 'frontend', 'infra'].filter((folder) => existsSync(join(ROOT, folder)));

/** Each counts as one test. @type {{title: string, calls: Call[]}[]} */
const CHECKS = [
  { title: 'Build', calls: [nx(['run-many', '-t', 'build', '--parallel=2'])] },
  { title: 'Types, tests included', calls: [nx(['run-many', '-t', 'typecheck', '--parallel=2'])] },
  { title: 'Lint', calls: [tool('oxlint', [])] },
  { title: 'Boundaries', calls: [tool('depcruise', ['--config', '.dependency-cruiser.mjs', ...CODE])] },
  { title: 'Unused exports', calls: [tool('knip', ['--no-progress', '--no-config-hints'])] },
];

/** @param {import('./progress.mjs').Progress} progress @returns {Promise<Outcome[]>} */
export async function staticChecks(progress) {
  const outcomes = [];
  for (const { title, calls } of CHECKS) outcomes.push(await check(progress, title, calls));
  return [...outcomes, await audit(progress)];
}

/** @param {import('./progress.mjs').Progress} progress @param {string} title @param {Call[]} calls */
async function check(progress, title, calls) {
  const found = await quietStep(progress, title, async () => {
    for (const call of calls) {
      const result = await run(...call);
      if (result.code !== 0) return result.output;
    }
    return null;
  });
  return found === null ? passed() : failed(title);
}

/** Shows the output only of what failed. @param {import('./progress.mjs').Progress} progress @param {string} title @param {() => Promise<string | null>} work */
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

/** Known holes in what production runs; a registry without that service cannot tell. @param {import('./progress.mjs').Progress} progress */
async function audit(progress) {
  let known = false;
  const title = 'No known vulnerability in production packages, or no answer';
  const found = await quietStep(progress, title, async () => {
    const { stdout } = await run(...npm(['audit', '--omit=dev', '--audit-level=high', '--json']));
    const counts = parse(stdout)?.metadata?.vulnerabilities;
    known = counts !== undefined;
    return known && counts.high + counts.critical > 0 ? stdout : null;
  });
  if (found !== null) return failed(title);
  if (known) return passed();
  progress.say('  The registry did not answer npm audit: skipped.');
  return skipped();
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
