import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from './command.mjs';
import { Failure } from './failure.mjs';
import { LOCAL, ROOT } from './places.mjs';
import { readPidFile, stillRuns } from './processes.mjs';
import { npm, readJson } from './runtime.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const MARK = join(ROOT, 'node_modules', '.installed-lock-hash');

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK)).digest('hex');
}

/**
 * Runs `npm ci` if the installed packages differ from package-lock.json.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function installPackages(progress) {
  const hash = lockHash();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === hash) return;
  if (!npmInstalledThis()) {
    refuseUnderRunningProduct();
    const sentence =
      'npm ci failed (see above): check the network and that package-lock.json matches package.json, then try again.';
    await progress.step('Installing packages (npm ci)', () =>
      mustRun(sentence, ...npm(['ci', '--no-audit', '--no-fund'])),
    );
  }
  writeFileSync(MARK, hash);
}

/** `npm ci` empties node_modules first, and a running product may still load modules from it. */
function refuseUnderRunningProduct() {
  const product = readPidFile(join(LOCAL, 'run', 'start.lock'));
  if (!product || product.pid === process.pid || !stillRuns(product)) return;
  throw new Failure(
    `package-lock.json changed since the running npm start (process ${product.pid}) installed its packages: stop that one first.`,
  );
}

/**
 * Compares a lock file with npm's record of the packages that are installed here.
 * @param {string} lock
 * @returns {{lacking: string[], surplus: string[]}} places that lack their version, and places that the lock file does not name
 */
export function compareInstalled(lock) {
  const record = join(ROOT, 'node_modules', '.package-lock.json');
  /** @type {Record<string, {version?: string, integrity?: string, optional?: boolean, devOptional?: boolean}>[]} */
  const [wanted, installed] = [readJson(lock).packages, existsSync(record) ? readJson(record).packages : {}];
  const places = (/** @type {object} */ list) => Object.keys(list).filter((place) => place.includes('node_modules/'));
  const isThere = (/** @type {string} */ place) => {
    const [want, have] = [wanted[place], installed[place]];
    // Binaries of other platforms are in the lock file but not installed.
    if (!have) return want.optional === true || want.devOptional === true;
    return have.version === want.version && have.integrity === want.integrity;
  };
  return {
    lacking: places(wanted).filter((place) => !isThere(place)),
    surplus: places(installed).filter((place) => !wanted[place]),
  };
}

/** After `npm install` the packages are current already. */
function npmInstalledThis() {
  const { lacking, surplus } = compareInstalled(LOCK);
  return lacking.length === 0 && surplus.length === 0;
}
