import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} dir */
const fileIn = (dir) => join(dir, 'secrets.json');

/** @param {string} dir @returns {Record<string, string>} */
const read = (dir) => (existsSync(fileIn(dir)) ? JSON.parse(readFileSync(fileIn(dir), 'utf8')) : {});

/** @param {string} dir @param {Record<string, string>} kept */
function write(dir, kept) {
  writeFileSync(`${fileIn(dir)}.new`, JSON.stringify(kept), { mode: 0o600 });
  renameSync(`${fileIn(dir)}.new`, fileIn(dir));
}

/** Drops stored secrets, so that the next request generates new ones. @param {string} dir @param {(name: string) => boolean} which */
export function forget(dir, which) {
  if (existsSync(fileIn(dir)))
    write(dir, Object.fromEntries(Object.entries(read(dir)).filter(([name]) => !which(name))));
}

/** The secret of that name, if there is one. @param {string} dir @param {string} name @returns {string[]} */
export const remembered = (dir, name) => [read(dir)[name] ?? []].flat();

/** Renames a secret, so that the next request for the old name generates a new one. @param {string} dir @param {string} from @param {string} to @throws {Error} when a secret has that name already */
export function rename(dir, from, to) {
  const { [from]: value, ...others } = read(dir);
  if (value === undefined) return;
  if (others[to] !== undefined) throw new Error(`The ${to} is still in use: drop it first.`);
  write(dir, { ...others, [to]: value });
}
