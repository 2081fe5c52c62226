/*
 * `npm run dev`: the product from its sources. Vite is the origin, with hot module replacement, and passes API calls and
 * sockets on to the gateway. A changed service restarts within two seconds. Until `prepare` has run, only Node's own modules
 * may be imported.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRestarts } from './dev/restarts.mjs';
import { createSpares } from './dev/spares.mjs';
import { watchSources } from './dev/watch.mjs';
import { explain } from './failure.mjs';
import { LOCAL, ROOT } from './places.mjs';
import { freePort, parsePort, probePort, requirePort } from './ports.mjs';
import { buildModules, prepare } from './prepare.mjs';
import { runUntilEnded } from './run-until-ended.mjs';
import { tool } from './runtime.mjs';

const port = parsePort(process.env.PORT);
const url = `http://localhost:${port}`;
const FIRST_INSPECTOR = 9_229;

/** The same inspector port for a process at each start, unless another program listens there. @returns {Promise<Record<string, number>>} */
async function inspectorPorts() {
  /** @type {Record<string, number>} */
  const ports = {};
  let next = FIRST_INSPECTOR;
  for (const name of ['gateway', ...readdirSync(join(ROOT, 'services')).toSorted()]) {
    while ((await probePort(next, '127.0.0.1')) !== null) next += 1;
    ports[name] = next;
    next += 1;
  }
  return ports;
}

/** The gateway's security headers, loosened for hot module replacement, which needs inline scripts and inline styles. @param {string} gateway */
async function pageHeaders(gateway) {
  const { headers } = await fetch(`${gateway}/api`);
  const policy = headers.get('content-security-policy') ?? '';
  const loose = policy.replace(/(script-src|style-src) /g, "$1 'unsafe-inline' ");
  return {
    'content-security-policy': loose,
    'permissions-policy': headers.get('permissions-policy') ?? '',
    'referrer-policy': headers.get('referrer-policy') ?? '',
  };
}

/** Vite, which serves the pages. @param {string} gateway @param {Record<string, string>} headers @returns {import('./child.mjs').Spec} */
function vite(gateway, headers) {
  const [command, args, { env }] = tool('vite', ['--port', String(port), '--strictPort']);
  return {
    name: 'frontend',
    order: 0,
    command,
    args,
    cwd: join(ROOT, 'frontend'),
    env: { ...env, NODE_ENV: 'development', DEV_GATEWAY: gateway, DEV_PAGE_HEADERS: JSON.stringify(headers) },
    ready: async () => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok,
  };
}

/** @param {Record<string, number>} inspectors @param {string | undefined} mail */
function screen(inspectors, mail) {
  const ports = Object.entries(inspectors).map(([name, number]) => `${name} ${number}`);
  return `
  Duet runs from its sources. A saved file is live within two seconds.

    Debug  ${ports.join(', ')}
    Logs   .local/logs, or start with: npm run dev -- --verbose
    Demo   npm run demo, in another terminal, makes a couple to sign in as
${mail ? `    Mail   ${mail} shows every mail that it sends\n` : ''}    Types  are not checked here: npm run typecheck
    Stop   Ctrl-C

    Open   ${url}
`;
}

await runUntilEnded('npm run dev', url, async ({ progress, signal, fail, onStop }) => {
  await requirePort(port);
  // The bus derives its rights from built contracts, and media starts built programs to read pictures.
  const build = () => buildModules(progress, ['@duet/contracts', '@duet/media']);
  await prepare(progress, 'npm run dev', build, signal, process.env);
  const { startStores } = await import('./stores.mjs');
  const { startProduct } = await import('./product.mjs');
  const { createSupervisor } = await import('./supervisor.mjs');
  const shared = { dir: LOCAL, log: progress.say, signal };
  const stores = await progress.step('Starting the stores', () =>
    startStores({ ...shared, onFailure: fail, use: process.env }),
  );
  onStop(stores.stop);

  const inspectors = await inspectorPorts();
  const programs = join(ROOT, 'infra', 'local', 'dev');
  const gatewayPort = await freePort();
  const spares = createSpares();
  onStop(spares.stop);
  const product = await startProduct({
    ...shared,
    stores: stores.env,
    port: gatewayPort,
    origin: url,
    step: progress.step,
    env: { NODE_COMPILE_CACHE: join(LOCAL, 'dev', 'v8') },
    programArguments: (folder, program, name) => [
      '--enable-source-maps',
      `--import=${join(programs, 'run-source.mjs')}`,
      ...(name
        ? [join(programs, 'process.mjs'), folder, String(inspectors[name])]
        : [join(folder, 'src', `${program}.ts`)]),
    ],
    spawnProcess: spares.take,
    // A process that keeps crashing stays down until the next change of its sources.
    onFailure: (cause) => progress.say(`${explain(cause)} The next change starts it again.`),
  });
  onStop(product.stop);

  const gateway = `http://127.0.0.1:${gatewayPort}`;
  const pages = createSupervisor({ dir: LOCAL, say: progress.say, onFailure: fail });
  onStop(pages.stop);
  const headers = await pageHeaders(gateway);
  await progress.step('Starting Vite', () => pages.startAll([() => pages.start(vite(gateway, headers))], signal));

  const restarts = createRestarts({
    restart: product.restart,
    down: product.down,
    spares,
    logOf: (name) => product.processes[name].log,
    say: progress.say,
  });
  onStop(
    watchSources((changed) => {
      for (const { process: name, files } of changed) {
        const why = files.length === 1 ? files[0] : `${files.length} files`;
        if (files.some((file) => file.includes('/migrations/')))
          progress.say('A migration changed: start npm run dev again to apply it.');
        // A spare process has loaded the libraries.
        if (name === null) spares.stop();
        for (const one of name ? [name] : Object.keys(product.processes)) void restarts.request(one, why);
      }
    }),
  );
  progress.say(screen(inspectors, stores.env.MAIL_PAGE));
  for (const [name, { log }] of Object.entries(product.processes)) spares.reserve(name, log);
});
