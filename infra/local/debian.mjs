import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './command.mjs';
import { LOCAL } from './places.mjs';
import { findCommand } from './tools.mjs';

/**
 * The path of a command: the installed one, or the one of Debian's package, unpacked under .local: installing it might start
 * a server.
 * @param {string} name of the package @param {string} command @returns {Promise<string | null>} null when there is neither
 */
export async function debianCommand(name, command) {
  const folder = join(LOCAL, 'tools', name);
  const found = findCommand(command);
  const unpacked = join(folder, 'usr', 'bin', command);
  if (found || existsSync(unpacked)) return found ?? unpacked;
  if (!findCommand('apt-get') || !findCommand('dpkg-deb')) return null;
  mkdirSync(dirname(unpacked), { recursive: true });
  await run('apt-get', ['download', '-q', name], { cwd: folder });
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
  if (archive) await run('dpkg-deb', ['-x', archive, '.'], { cwd: folder });
  return existsSync(unpacked) ? unpacked : null;
}
