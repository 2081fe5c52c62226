import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { LOCAL } from './places.mjs';
import { findCommand } from './tools.mjs';

/**
 * The path of a program: the installed one, or the one of Debian's package, which is unpacked beside this project because
 * installing it would start a server.
 * @param {string} command
 * @param {string} name of the package
 * @returns {Promise<string | null>} null when there is neither
 */
export async function debianProgram(command, name) {
  const found = findCommand(command);
  if (found) return found;
  const folder = join(LOCAL, 'tools', name);
  const unpacked = () =>
    ['bin', 'sbin'].map((one) => join(folder, 'usr', one, command)).find((path) => existsSync(path)) ?? null;
  if (unpacked() || !findCommand('apt-get') || !findCommand('dpkg-deb')) return unpacked();
  mkdirSync(folder, { recursive: true });
  await run('apt-get', ['download', '-q', name], { cwd: folder });
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
  if (archive) await run('dpkg-deb', ['-x', archive, '.'], { cwd: folder });
  return unpacked();
}
