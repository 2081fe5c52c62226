/*
 * `npm run e2e:compose -- [patterns]`: the two-browser tests against the product that Docker Compose has brought up here,
 * scaled to two replicas of realtime and messaging. COMPOSE_FILE lists the files, as for Compose itself.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { browserVariables } from '../../local/browser.mjs';
import { mustRun, run } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { createProgress } from '../../local/progress.mjs';
import { tool } from '../../local/runtime.mjs';
import { PROCESSES } from '../../processes.mjs';

/** After a check for restarted containers until the next, in milliseconds. */
const PAUSE = 500;

/** @param {string} sentence @param {string[]} args */
const docker = async (sentence, ...args) => (await mustRun(sentence, 'docker', args)).stdout.trim();

/** @param {string} service @returns {Promise<string[]>} in the order of their numbers */
async function containersOf(service) {
  const names = await docker(
    `There is no ${service}: docker compose up -d --wait --scale realtime=2 --scale messaging=2`,
    'compose',
    'ps',
    '--format',
    '{{.Name}}',
    service,
  );
  return names.split('\n').filter(Boolean).toSorted();
}

/** @param {string} service @param {string} port */
async function published(service, port) {
  const address = await docker(`${service} has no open port`, 'compose', 'port', service, port);
  return `http://localhost:${address.split(':').at(-1)}`;
}

/** Writes the process ids of the containers under the names that `npm start` uses, for tests that kill processes. @param {string} dir */
async function writePids(dir) {
  for (const service of [...PROCESSES, 'nats', 'redis']) {
    const names = await containersOf(service);
    for (const [index, name] of names.entries()) {
      const { stdout } = await run('docker', ['inspect', '--format', '{{.State.Pid}}', name]);
      const file = join(dir, `${service}${index === 0 ? '' : `-${index + 1}`}.pid`);
      if (Number(stdout) > 0) writeFileSync(file, JSON.stringify({ pid: Number(stdout) }));
    }
  }
}

/** A container's address in its network, which this machine reaches over the bridge. @param {string} container */
async function addressOf(container) {
  const found = await docker(
    `${container} has no address`,
    'inspect',
    '--format',
    '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}',
    container,
  );
  return found.split(' ')[0];
}

async function adminUrl() {
  const [postgres] = await containersOf('postgres');
  const password = await docker(
    'the password of PostgreSQL cannot be read',
    'compose',
    'exec',
    '-T',
    'postgres',
    'cat',
    '/secrets/password',
  );
  return `postgresql://duet_admin:${password}@${await addressOf(postgres)}:5432/postgres`;
}

const dir = mkdtempSync(join(tmpdir(), 'duet-compose-'));
const runDir = join(dir, 'run');
for (const name of ['run', 'logs']) mkdirSync(join(dir, name));
const logs = spawn('docker', ['compose', 'logs', '--follow', '--no-color', '--no-log-prefix'], {
  cwd: ROOT,
  detached: true,
  stdio: ['ignore', openSync(join(dir, 'logs', 'all.log'), 'w'), 'ignore'],
});
await writePids(runDir);
const stop = new AbortController();
const writing = (async () => {
  while (!stop.signal.aborted) {
    await delay(PAUSE);
    // A container that is just replaced has no name for a moment.
    await writePids(runDir).catch(() => undefined);
  }
})();

const [, second] = await containersOf('realtime');
const browser = await browserVariables(createProgress());
const [command, args, { env }] = tool('playwright', [
  'test',
  '--config',
  join(ROOT, 'frontend', 'playwright.config.ts'),
  ...process.argv.slice(2),
]);
const result = await run(command, args, {
  cwd: join(ROOT, 'frontend'),
  env: {
    ...env,
    ...browser,
    E2E_URL: await published('gateway', '8080'),
    E2E_MAIL: await published('mail', '1080'),
    E2E_REALTIME_2_URL: second ? `http://${await addressOf(second)}:3000` : '',
    E2E_DATABASE_URL: await adminUrl(),
    E2E_RUN_DIR: runDir,
  },
  onOutput: (text) => void process.stdout.write(text),
});
stop.abort();
// docker starts another program for its work, so the whole process group is killed.
if (logs.pid) process.kill(-logs.pid, 'SIGKILL');
await writing;
rmSync(dir, { recursive: true });
process.exitCode = result.code;
