import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../failure.mjs';

/** @typedef {{uid: number, gid: number}} User */

/** PostgreSQL's folder when its user cannot reach the checkout. */
const ELSEWHERE = '/var/lib/duet-local';

/**
 * PostgreSQL refuses to run as root, and these scripts create no users. So root runs it as an existing user without rights;
 * other users run it as themselves.
 * @returns {User | null} null: as the current user
 */
export function postgresUser() {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody', 'daemon']) {
    const found = lines.find((fields) => fields[0] === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Failure(
    'PostgreSQL does not run as root and this machine has no other user for it: run npm start as an ordinary user.',
  );
}

/** Whether this user can reach the folder. @param {string} folder @param {User} user */
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
 * PostgreSQL's folder for data, and for its binaries if it cannot read node_modules. Normally it is under `dir`. PostgreSQL's
 * user cannot reach a checkout in a folder that only root may enter, such as /root. Then the folder is in /var/lib/duet-local
 * under a random name, which `dir` stores, so that a new checkout at the same path starts empty.
 * @param {string} dir
 * @param {User | null} user
 * @returns {string}
 */
export function postgresHome(dir, user) {
  const inside = join(dir, 'stores', 'postgres');
  // Created before the check, because a strict umask can make it unreachable too.
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

/** Removes the folder outside of `dir` after a test run. @param {string} dir */
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
  // Copied under another name and renamed, so that a folder of this name is complete even if two processes copy.
  openElsewhere();
  const draft = `${copy}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  if (existsSync(copy)) rmSync(draft, { recursive: true });
  else renameSync(draft, copy);
  return copy;
}
