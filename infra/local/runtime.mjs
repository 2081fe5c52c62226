import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { mustRun } from './command.mjs';
import { LOCAL, ROOT } from './places.mjs';

/** The major version of Node for services, the S3 server and tests. The scripts in this folder run on older ones. */
const NEEDED = 24;

/** The npm package that contains Node for this platform; macOS on ARM has another prefix. */
function runtimePackage() {
  const { platform, arch } = process;
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform === 'win32' ? 'win' : platform}-${arch}`;
  return { name, version: platform === 'linux' ? '24.21.0' : '^24.9.0' };
}

/** The Node 24 binary: the running one, or else the one under .local/runtime. */
export function nodeBinary() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  return join(
    LOCAL,
    'runtime',
    'node_modules',
    runtimePackage().name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
}

/** @param {import('./progress.mjs').Progress} progress */
export async function bringRuntime(progress) {
  if (existsSync(nodeBinary())) return;
  const { name, version } = runtimePackage();
  const sentence = `Node ${NEEDED} could not be installed from npm (${name}): install Node ${NEEDED} from https://nodejs.org and try again.`;
  await progress.step(`Bringing Node ${NEEDED}, this machine has ${process.versions.node}`, () =>
    mustRun(
      sentence,
      ...npm(
        ['install', '--prefix', join(LOCAL, 'runtime'), '--no-save', '--no-audit', '--no-fund', `${name}@${version}`],
        process.execPath,
      ),
    ),
  );
}

/**
 * The call of npm, run by the given Node.
 * @param {string[]} args
 * @param {string} [node]
 * @returns {[string, string[], {env: NodeJS.ProcessEnv}]}
 */
export function npm(args, node = nodeBinary()) {
  const env = toolEnvironment(node);
  const cli = process.env.npm_execpath;
  // Under `npm start` npm gives its path, so its JavaScript can run on the chosen Node.
  return cli && /npm-cli\.c?js$/.test(cli) ? [node, [cli, ...args], { env }] : ['npm', args, { env }];
}

/** The environment in which tools of node_modules/.bin find Node 24 first. @param {string} [node] @returns {NodeJS.ProcessEnv} */
export function toolEnvironment(node = nodeBinary()) {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  return { ...Object.fromEntries(clean), PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
}

/** The call of a tool that npm installed, on Node 24. @param {string} name @param {string[]} args @returns {[string, string[], {env: NodeJS.ProcessEnv}]} */
export function tool(name, args) {
  return [nodeBinary(), [join(ROOT, 'node_modules', '.bin', name), ...args], { env: toolEnvironment() }];
}

/** @param {string} path @returns {any} */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
