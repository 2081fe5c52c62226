import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../local/command.mjs';
import { ROOT } from '../local/places.mjs';
import { findCommand } from '../local/tools.mjs';

/** Where Debian's package is unpacked: installing it would start a server that nobody asked for. */
const FOLDER = join(ROOT, '.local', 'tools', 'prometheus');

/** Prometheus' own checker: the system's, or out of Debian's package. @returns {Promise<string | null>} null where there is none to get. */
export async function promtool() {
  const found = findCommand('promtool');
  const unpacked = join(FOLDER, 'usr', 'bin', 'promtool');
  if (found || existsSync(unpacked)) return found ?? unpacked;
  if (!findCommand('apt-get') || !findCommand('dpkg-deb')) return null;
  mkdirSync(FOLDER, { recursive: true });
  await run('apt-get', ['download', '-q', 'prometheus'], { cwd: FOLDER });
  const archive = readdirSync(FOLDER).find((name) => name.endsWith('.deb'));
  if (archive) await run('dpkg-deb', ['-x', archive, '.'], { cwd: FOLDER });
  return existsSync(unpacked) ? unpacked : null;
}
