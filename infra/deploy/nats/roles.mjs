import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../local/places.mjs';

/** The source folder of each process that has a login on the bus. @type {Record<string, string>} */
export const SOURCES = {
  auth: 'services/auth/src',
  gateway: 'gateway/src',
  media: 'services/media/src',
  memories: 'services/memories/src',
  challenges: 'services/challenges/src',
  messaging: 'services/messaging/src',
  pairing: 'services/pairing/src',
  realtime: 'services/realtime/src',
};

/**
 * One process's use of the bus, with the names on the wire.
 * @typedef {object} Role
 * @property {string} name the process, which is also its login
 * @property {boolean} serves the calls below its name, and publishes live updates
 * @property {string[]} calls
 * @property {string[]} produces durable events
 * @property {string[]} consumes durable events
 * @property {boolean} erases deletes events about a person from the stream
 * @property {string[]} listensTo live subjects
 */

/**
 * The part of service-kit's `BusUse` that permissions follow from.
 * @typedef {object} Declaration
 * @property {string} process
 * @property {boolean} [serves]
 * @property {{subject: string}[]} [calls]
 * @property {{name: string}[]} [produces]
 * @property {{name: string}[]} [consumes]
 * @property {boolean} [erasesEvents]
 * @property {string[]} [listensTo]
 */

/** @param {string} path */
const load = (path) => import(pathToFileURL(join(ROOT, path)).href);

/** @param {string} folder @returns {Promise<Declaration>} */
const declarationIn = async (folder) => (await load(`${folder}/bus.ts`)).bus;

/** @returns {Promise<{name: string, durable: boolean, personal?: boolean}[]>} */
const allEvents = async () => (await load('libs/contracts/dist/index.js')).EVENTS;

/** @param {Declaration} declaration @returns {Role} */
const roleOf = ({ process, serves, calls, produces, consumes, erasesEvents, listensTo }) => ({
  name: process,
  serves: serves ?? false,
  calls: sorted(calls?.map(({ subject }) => subject)),
  produces: sorted(produces?.map(({ name }) => name)),
  consumes: sorted(consumes?.map(({ name }) => name)),
  erases: erasesEvents ?? false,
  listensTo: [...(listensTo ?? [])],
});

/**
 * Reads what each process declares in its `src/bus.ts`. Node strips the types; the contracts must have been built.
 * @returns {Promise<{roles: Role[], personal: string[]}>} `personal`: the durable events with personal data
 */
export async function readRoles() {
  const roles = await Promise.all(Object.values(SOURCES).map(async (folder) => roleOf(await declarationIn(folder))));
  const personal = (await allEvents()).filter((event) => event.durable && event.personal);
  return { roles, personal: sorted(personal.map(({ name }) => name)) };
}

/** @param {string[]} [names] */
const sorted = (names = []) => [...new Set(names)].sort();
