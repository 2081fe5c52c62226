import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { findCommand } from '../../local/tools.mjs';

/** Debian's package is unpacked here: installing it would start a server. */
const FOLDER = join(ROOT, '.local', 'tools', 'prometheus');

/** The path of Prometheus' checker: the installed one, or the one of Debian's package. @returns {Promise<string | null>} null when there is neither */
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
