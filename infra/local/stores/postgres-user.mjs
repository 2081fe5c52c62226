import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../failure.mjs';

/** @typedef {{uid: number, gid: number}} User */

/** Where PostgreSQL lives when the checkout is out of its user's reach. */
const ELSEWHERE = '/var/lib/duet-local';

/**
 * PostgreSQL refuses to run as root, and making users on somebody's machine is not ours to do: root borrows one that exists
 * and may do nothing. Everybody else runs it as themselves.
 * @returns {User | null} null: as ourselves
 */
export function postgresUser() {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody', 'daemon']) {
    const found = lines.find((fields) => fields[0] === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Failure('PostgreSQL does not run as root and this machine has no user to lend it: run npm start as an ordinary user.');
}

/** May this user walk down to the folder? @param {string} folder @param {User} user */
export function canReach(folder, user) {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at);
      const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return false;
    }
    if (at === dirname(at)) return true;
  }
}

/**
 * Where PostgreSQL keeps its data, and its binaries when it cannot read ours. Normally under `dir`. A checkout in a folder
 * that only root may enter, such as /root, cannot be reached by the borrowed user: then they lie in /var/lib/duet-local,
 * under a random name that `dir` remembers, so that a new checkout at the same path begins empty.
 * @param {string} dir
 * @param {User | null} user
 * @returns {string}
 */
export function postgresHome(dir, user) {
  const inside = join(dir, 'stores', 'postgres');
  // Made before it is looked at: a strict umask can close it as well.
  mkdirSync(dirname(inside), { recursive: true });
  const home = rememberedHome(dir) ?? (!user || canReach(dirname(inside), user) ? inside : elsewhere(dir));
  mkdirSync(home, { recursive: true });
  if (user) chownSync(home, user.uid, user.gid);
  return home;
}

/** @param {string} dir */
const pointer = (dir) => join(dir, 'stores', 'postgres-lives-in');

/** @param {string} dir */
function rememberedHome(dir) {
  return existsSync(pointer(dir)) ? readFileSync(pointer(dir), 'utf8').trim() : null;
}

function openElsewhere() {
  mkdirSync(ELSEWHERE, { recursive: true });
  chmodSync(ELSEWHERE, 0o755);
}

/** @param {string} dir */
function elsewhere(dir) {
  const home = join(ELSEWHERE, randomBytes(8).toString('hex'));
  openElsewhere();
  writeFileSync(pointer(dir), `${home}\n`);
  return home;
}

/** Removes what lies outside of `dir`, of a test run that is over. @param {string} dir */
export function removePostgresHome(dir) {
  const home = rememberedHome(dir);
  if (home?.startsWith(`${ELSEWHERE}/`)) rmSync(home, { recursive: true, force: true });
}

/**
 * The folder with bin/, lib/ and share/ that the user can read.
 * @param {string} native inside node_modules
 * @param {User | null} user
 */
export function readableBinaries(native, user) {
  if (!user || canReach(join(native, 'bin'), user)) return native;
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version;
  const copy = join(ELSEWHERE, `binaries-${version}`);
  if (existsSync(copy)) return copy;
  // Copied aside and renamed: what has that name is whole, whoever else copies at the same time.
  openElsewhere();
  const draft = `${copy}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  if (existsSync(copy)) rmSync(draft, { recursive: true });
  else renameSync(draft, copy);
  return copy;
}
