import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './command.mjs';
import { Failure } from './failure.mjs';

/** Debian installs nats-server in a folder of root's PATH; brew's folder is not on every PATH either. */
const ALSO = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/snap/bin'];

/** @typedef {{command: string, apt: string, brew: string}} Tool */

/** @type {Record<'redis' | 'nats' | 'ffmpeg', Tool>} */
export const TOOLS = {
  redis: { command: 'redis-server', apt: 'redis-server', brew: 'redis' },
  nats: { command: 'nats-server', apt: 'nats-server', brew: 'nats-server' },
  ffmpeg: { command: 'ffmpeg', apt: 'ffmpeg', brew: 'ffmpeg' },
};

/** @param {string} command @returns {string | null} */
export function findCommand(command) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...ALSO]) {
    const path = join(folder || '.', command);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** @param {Tool} tool @returns {string} */
export function requireCommand(tool) {
  const path = findCommand(tool.command);
  if (path) return path;
  throw new Failure(
    `${tool.command} is missing: install it (Debian and Ubuntu: apt install ${tool.apt}; macOS: brew install ${tool.brew}) and try again.`,
  );
}

/**
 * Installs missing tools with the system's package manager.
 * @param {Tool[]} tools
 * @param {import('./progress.mjs').Progress} progress
 */
export async function installTools(tools, progress) {
  const missing = tools.filter((tool) => findCommand(tool.command) === null);
  if (missing.length === 0) return;
  const names = missing.map((tool) => tool.command).join(' and ');
  const [installer, packages] = findCommand('apt-get')
    ? [await aptInstaller(), missing.map((tool) => tool.apt)]
    : [findCommand('brew') ? [['brew', 'install']] : null, missing.map((tool) => tool.brew)];
  if (!installer) throw new Failure(howToInstall(names, packages));
  await progress.step(`Installing ${names}`, async () => {
    for (const [command, ...args] of installer) {
      const last = command === 'brew' || args.includes('install');
      const result = await run(command, [...args, ...(last ? packages : [])], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      // `update` may fail for one source and still list the packages.
      if (last && result.code !== 0) {
        process.stderr.write(`\n${result.output.split('\n').slice(-20).join('\n')}\n`);
        throw new Failure(howToInstall(names, packages));
      }
    }
  });
  tools.forEach(requireCommand);
}

/** apt needs root: this process runs as root, or sudo works without a password. @returns {Promise<string[][] | null>} */
async function aptInstaller() {
  const root = process.getuid?.() === 0;
  if (!root && (!findCommand('sudo') || (await run('sudo', ['-n', 'true'])).code !== 0)) return null;
  const apt = root ? ['apt-get'] : ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  return [
    [...apt, 'update', '-q'],
    [...apt, 'install', '-y', '-q', '--no-install-recommends'],
  ];
}

/** @param {string} names @param {string[]} packages */
function howToInstall(names, packages) {
  const list = packages.join(' ');
  if (process.platform === 'darwin')
    return `${names} could not be installed: run "brew install ${list}" (https://brew.sh), then try again.`;
  return findCommand('apt-get')
    ? `${names} could not be installed: run "sudo apt-get install ${list}", then try again.`
    : `${names} could not be installed: install ${list} with this system's package manager, then try again.`;
}
