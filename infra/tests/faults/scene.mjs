import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { ROOT } from '../../local/places.mjs';
import { freePort } from '../../local/ports.mjs';
import { MODULES, startProduct } from '../../local/product.mjs';
import { startStores } from '../../local/stores.mjs';
import { openVolumes } from '../../local/stores/volumes.mjs';
import { createHistory } from './history.mjs';
import { createSwitches } from './inside/switches.mjs';
import { openPage } from './pages.mjs';
import { openOutside } from './outside.mjs';
import { makeCouple, makeWaverers, subscribe } from './people.mjs';
import { createProxy } from './proxy.mjs';
import { createWatch } from './watch.mjs';
import { createWires } from './wires.mjs';

/** @typedef {import('../../local/store-choice.mjs').StoreName} StoreName */
/** @typedef {'messaging-2 > postgres' | 'memories-2 > postgres' | 'challenges-2 > postgres' | 'messaging-2 > nats' | 'realtime-2 > nats' | 'realtime-2 > redis'} Route */

/** Temporary files of uploads. @param {string} dir of the scene */
export const uploadFolder = (dir) => join(dir, 'uploads');

/** Open descriptors of a process; 0 where the system does not show them. @param {import('../../local/product.mjs').Product} product @param {string} name */
export function descriptorsOf(product, name) {
  try {
    return readdirSync(`/proc/${product.pids()[name]}/fd`).length;
  } catch {
    return 0;
  }
}

const REPLICAS = { messaging: 2, memories: 2, challenges: 2, realtime: 2 };
const PRELOAD = pathToFileURL(join(ROOT, 'infra', 'tests', 'faults', 'inside', 'preload.mjs')).href;

/** The processes that reach a store through a proxy, and the variable with its address. @type {Record<Route, {process: string, variable: string}>} */
const ROUTES = {
  'messaging-2 > postgres': { process: 'messaging-2', variable: 'DATABASE_URL' },
  'memories-2 > postgres': { process: 'memories-2', variable: 'DATABASE_URL' },
  'challenges-2 > postgres': { process: 'challenges-2', variable: 'DATABASE_URL' },
  'messaging-2 > nats': { process: 'messaging-2', variable: 'NATS_URL' },
  'realtime-2 > nats': { process: 'realtime-2', variable: 'NATS_URL' },
  'realtime-2 > redis': { process: 'realtime-2', variable: 'REDIS_URL' },
};

/** Each route leads to the proxy of its store. @param {import('../../local/stores.mjs').Stores} stores @param {import('./wires.mjs').Wires} wires */
async function makeRoutes({ env }, { postgres, nats, redis }) {
  const targets = {
    DATABASE_URL: postgres.instead(env.ADMIN_DATABASE_URL),
    NATS_URL: nats.instead(env.NATS_URL),
    REDIS_URL: redis.instead(env.REDIS_URL),
  };
  const made = Object.entries(ROUTES).map(async ([route, { variable }]) => [
    route,
    await createProxy(targets[/** @type {keyof typeof targets} */ (variable)]),
  ]);
  return /** @type {Record<Route, import('./proxy.mjs').Proxy>} */ (Object.fromEntries(await Promise.all(made)));
}

/**
 * The variables of one process that differ from those of a product without faults.
 * @param {{name: string, given: NodeJS.ProcessEnv, root: string, heap: number | null}} process with the root of its build, and megabytes of heap
 * @param {{dir: string, routes: Awaited<ReturnType<typeof makeRoutes>>, wires: import('./wires.mjs').Wires, outside: import('./outside.mjs').Outside}} scene
 */
function environment({ name, given, root, heap }, { dir, routes, wires, outside }) {
  const led = Object.entries(ROUTES).filter(([, route]) => route.process === name);
  const changed = led.map(([route, { variable }]) => [
    variable,
    routes[/** @type {Route} */ (route)].instead(String(given[variable])),
  ]);
  const options = [
    // The preload wraps classes of this build; another one may have others.
    ...(root === ROOT ? [`--import ${PRELOAD}`] : []),
    ...(heap === null ? [] : [`--max-old-space-size=${heap}`]),
  ];
  // The load generator counts as a trusted proxy and sends each person's address.
  return {
    ...wires.lead(given).led,
    ...Object.fromEntries(changed),
    ...outside.env,
    NODE_OPTIONS: options.join(' '),
    FAULTS_DIR: join(dir, 'switches'),
    FAULTS_PROCESS: name,
    UPLOAD_DIR: uploadFolder(dir),
    TRUSTED_PROXIES: '127.0.0.1,::1',
  };
}

/** @param {import('../../local/stores.mjs').Stores} stores */
function openTables({ env }) {
  const url = new URL(env.ADMIN_DATABASE_URL);
  url.pathname = '/duet';
  const tables = new pg.Pool({ connectionString: url.href, max: 4 });
  tables.on('error', () => undefined);
  return tables;
}

/** @param {string} origin @param {number} count */
async function makePeople(origin, count) {
  const couples = [];
  for (let made = 0; made < count; made += 1) couples.push(await makeCouple(origin, made % 2 === 1));
  return { couples, waverers: await makeWaverers(origin) };
}

/**
 * The product on private stores, with people and everything that faults need.
 * @param {object} options
 * @param {string} options.dir everything of this run
 * @param {number} options.couples
 * @param {(line: string) => void} options.say
 * @param {string} [options.root] the build that runs first
 * @param {boolean} [options.onVolumes] each store has a file system of its own, which can lose power and be full
 */
export async function openScene({ dir, couples: count, say, root = ROOT, onVolumes = false }) {
  const switches = createSwitches(join(dir, 'switches'));
  const history = createHistory(join(dir, 'history.ndjson'));
  const watch = createWatch(history);
  const log = (/** @type {string} */ line) => {
    watch.readLine(line);
    history.write({ kind: 'supervisor', line });
  };
  const onFailure = (/** @type {Error} */ cause) =>
    history.violate('only the injected fault ends processes', cause.message);
  /** Undo steps, the latest first. @type {(() => Promise<unknown>)[]} */
  const undo = [() => history.close()];

  /** Processes that the fault hits may die or stop answering. @template T @param {string[]} names @param {() => Promise<T>} work */
  async function hurting(names, work) {
    for (const name of names) watch.hurt(name);
    try {
      return await work();
    } finally {
      for (const name of names) watch.healed(name);
    }
  }

  async function close() {
    for (const step of undo.splice(0)) await step();
  }

  try {
    const volumes = onVolumes ? await openVolumes(dir) : null;
    if (volumes) undo.unshift(volumes.close);
    const stores = await startStores({ dir, root, log, onFailure });
    undo.unshift(stores.stop);
    const wires = await createWires(stores.env);
    undo.unshift(wires.close);
    const outside = await openOutside(dir);
    undo.unshift(outside.close);
    const routes = await makeRoutes(stores, wires);
    undo.unshift(() => Promise.all(Object.values(routes).map((proxy) => proxy.close())));
    /** @type {number | null} */
    let heap = null;
    const env = (/** @type {string} */ name, /** @type {NodeJS.ProcessEnv} */ given, /** @type {string} */ build) =>
      environment({ name, given, root: build, heap }, { dir, routes, wires, outside });
    const product = await startProduct({
      stores: stores.env,
      dir,
      port: await freePort(),
      replicas: REPLICAS,
      // The preload wraps classes in their modules.
      programArguments: MODULES,
      root,
      env,
      log,
      onFailure,
    });
    undo.unshift(product.stop);
    const { url: origin, processes } = product;
    const tables = openTables(stores);
    undo.unshift(() => tables.end());
    const { couples, waverers } = await makePeople(origin, count);
    // The two of a couple connect to different replicas.
    const replicas = [origin, String(processes['realtime-2'].url)];
    const pageOf = (/** @type {import('./people.mjs').Couple} */ couple, /** @type {0 | 1} */ side) =>
      openPage({ origin, socketUrl: replicas[side], person: couple.people[side], couple, history }, root);
    const pagesOf = (/** @type {import('./people.mjs').Couple} */ couple) => [pageOf(couple, 0), pageOf(couple, 1)];
    const devices = await Promise.all(couples.flatMap(pagesOf));
    const [one, other] = await Promise.all(pagesOf(await makeCouple(origin, false)));
    undo.unshift(async () => [...devices, one, other].forEach((device) => device.close()));
    const apart = await makeCouple(origin, false);
    const author = await pageOf(apart, 0);
    undo.unshift(async () => author.close());
    const device = outside.newDevice();
    await subscribe(origin, apart.people[1], device.subscriptionAt(outside.origin));
    // A cut takes nothing of the preparation.
    await volumes?.sync();
    watch.start(processes);
    undo.unshift(watch.stop);
    say(`  ${couples.length} couples, ${Object.keys(processes).length} processes, ${origin}`);
    return {
      dir,
      origin,
      stores,
      volumes,
      product,
      tables,
      history,
      watch,
      switches,
      routes,
      wires,
      couples,
      waverers,
      devices,
      /** Couples whose messages have a time; the load leaves them alone. */
      timed: [/** @type {[typeof one, typeof other]} */ ([one, other])],
      /** A couple of whom one has closed the app. */
      closed: { author, device, site: outside.origin },
      hurting,
      /** Megabytes of heap of the processes that are replaced from now on; null leaves them to Node. @param {number | null} megabytes */
      setHeap: (megabytes) => void (heap = megabytes),
      descriptors: descriptorsOf(product, 'media'),
      close,
      remove: stores.remove,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** @typedef {Awaited<ReturnType<typeof openScene>>} Scene */
