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

/** After `npm install` the packages are current already: compares npm's record of installed packages with the lock file. */
function npmInstalledThis() {
  const record = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  /** @type {Record<string, {version?: string, integrity?: string, optional?: boolean, devOptional?: boolean}>[]} */
  const [wanted, installed] = [readJson(LOCK).packages, readJson(record).packages];
  const places = Object.keys(wanted).filter((place) => place.includes('node_modules/'));
  const strangers = Object.keys(installed).filter((place) => place.includes('node_modules/') && !wanted[place]);
  return (
    strangers.length === 0 &&
    places.every((place) => {
      const [want, have] = [wanted[place], installed[place]];
      // Binaries of other platforms are in the lock file but not installed.
      if (!have) return want.optional === true || want.devOptional === true;
      return have.version === want.version && have.integrity === want.integrity;
    })
  );
}
