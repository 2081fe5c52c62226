import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../local/places.mjs';

/** Who has data, calls to answer and facts to tell: its contracts lie in the folder of its name. */
const SERVICES = ['auth', 'pairing', 'messaging', 'media'];

/** Where the code of each login lies. @type {Record<string, string>} */
const CODE = { gateway: 'gateway/src', realtime: 'services/realtime/src', ...Object.fromEntries(SERVICES.map((name) => [name, `services/${name}/src`])) };

/**
 * What one process says and hears on the bus.
 * @typedef {object} Role
 * @property {string} name the process, which is also its login
 * @property {boolean} serves answers the calls below its name
 * @property {string[]} calls
 * @property {string[]} produces facts: all of its events, because an outbox may hold one that was durable a build ago
 * @property {string[]} consumes durable facts
 * @property {boolean} erases takes facts about a person back out of the stream
 * @property {string[]} hears live subjects
 */

/** What a workspace's programs import by value from a package of ours. @param {string} folder @param {string} from @returns {Set<string>} */
function importsOf(folder, from) {
  const names = new Set();
  for (const file of globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter((path) => !path.endsWith('.spec.ts'))) {
    const pattern = new RegExp(String.raw`import\s*\{([^}]*)\}\s*from\s*'${from}'`, 'g');
    for (const [, list] of readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)) {
      for (const one of list.split(',')) if (!one.trim().startsWith('type ')) names.add(one.trim().split(/\s+as\s+/)[0]);
    }
  }
  return names;
}

/** @param {string} folder @returns {Set<string>} */
function factHandlersOf(folder) {
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter((path) => !path.endsWith('.spec.ts'));
  return new Set(files.flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/@OnFact\((\w+)\)/g)].map(([, name]) => name)));
}

/** What a module exports: a call, an event or whatever else. @typedef {unknown} Exported */

/** @param {Exported} value @returns {value is object} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {string} path @returns {Promise<Record<string, Exported>>} */
const contractsOf = (path) => import(pathToFileURL(join(ROOT, 'libs', 'contracts', 'dist', path)).href);

/** @param {Exported} value @returns {value is {subject: string}} */
const isCall = (value) => isObject(value) && 'subject' in value && 'request' in value && typeof value.subject === 'string' && typeof value.request === 'function';

/** @param {Exported} value @returns {value is {name: string, durable: boolean, personal?: boolean}} */
const isEvent = (value) => isObject(value) && 'name' in value && 'durable' in value && typeof value.name === 'string' && typeof value.durable === 'boolean';

/**
 * Read from the contracts and from what the code of each process imports of them, so that a new call or fact needs no
 * second list. A process that names the definition of a call may make it; a fact is told by the service whose folder
 * of the contracts defines it, and read by whoever has a handler for it.
 * @returns {Promise<{roles: Role[], personal: string[]}>}
 */
export async function readRoles() {
  const contracts = await contractsOf('index.js');
  /** The edges' own look at revoked sessions. */
  const sharedCalls = [...importsOf('libs/service-kit/src', '@duet/contracts')].filter((name) => isCall(contracts[name]));
  /** @param {string} name @param {string} folder @returns {Promise<Role>} */
  const roleOf = async (name, folder) => {
    const serves = SERVICES.includes(name);
    const imported = importsOf(folder, '@duet/contracts');
    const kit = importsOf(folder, '@duet/service-kit');
    const called = [...imported, ...(kit.has('Revocations') ? sharedCalls : [])].map((one) => contracts[one]).filter(isCall);
    const told = serves ? Object.values(await contractsOf(`${name}/index.js`)).filter(isEvent) : [];
    return {
      name,
      serves,
      calls: sorted(called.map(({ subject }) => subject).filter((subject) => !subject.startsWith(`${name}.`))),
      produces: sorted(told.map((event) => event.name)),
      consumes: sorted([...factHandlersOf(folder)].map((one) => contracts[one]).filter(isEvent).map((event) => event.name)),
      erases: kit.has('FactErasure'),
      hears: name === 'realtime' ? ['live', 'live.control'] : kit.has('Revocations') ? ['live.control'] : [],
    };
  };
  const roles = await Promise.all(Object.entries(CODE).map(([name, folder]) => roleOf(name, folder)));
  const personal = Object.values(Object(contracts.EVENTS)).filter(isEvent).filter((event) => event.durable && event.personal).map((event) => event.name);
  return { roles: roles.toSorted((a, b) => a.name.localeCompare(b.name)), personal: sorted(personal) };
}

/** @param {string[]} names */
const sorted = (names) => [...new Set(names)].sort();
