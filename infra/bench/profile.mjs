import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../local/eventually.mjs';
import { LOCAL } from '../local/places.mjs';

/** @typedef {import('node:inspector').Profiler.Profile} Profile @typedef {{name: string, share: number}} FunctionShare */

/** Starts the profiler of a process, and stops it. Nothing else sends it to a process without a terminal. @type {NodeJS.Signals} */
export const PROFILE_SIGNAL = 'SIGWINCH';

const FOLDER = join(LOCAL, 'profiles');

/** Functions to name of each process. */
const SHOWN = 8;

/** The share of the work of all processes below which a process is left out. */
const LEAST = 0.05;

/** A bundle has the path of each module above its lines. */
const MODULE = /^\/\/ ([^ ]+\.[cm]?js)$/;

/** The time in which a process does nothing, or ends the profile. */
const IDLE = new Set(['(idle)', '(root)', 'post (node)']);

/** The file with the profile of a process. @param {number} pid */
export const profileOf = (pid) => join(FOLDER, `${pid}.cpuprofile`);

/** The environment of a process that can be profiled. @param {string[]} [nodeOptions] its other options of Node */
export const profilable = (nodeOptions = []) => ({
  NODE_OPTIONS: [...nodeOptions, `--import=${new URL('profiler.mjs', import.meta.url).href}`].join(' '),
});

/**
 * Profiles Node processes while `work` runs. The profiles stay in `.local/profiles` until the next time, for the developer
 * tools of a browser.
 * @param {Record<string, number | null>} pids by the names of the processes, which were started with `profilable`
 * @param {() => Promise<void>} work
 * @returns {Promise<Record<string, FunctionShare[]>>} by busy process: the functions with the largest share of its busy time
 */
export async function profiled(pids, work) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const processes = Object.entries(pids).flatMap(([name, pid]) => (pid === null ? [] : [{ name, pid }]));
  for (const { pid } of processes) process.kill(pid, PROFILE_SIGNAL);
  await work();
  for (const { pid } of processes) process.kill(pid, PROFILE_SIGNAL);
  await until('the profiles are written', () => processes.every(({ pid }) => existsSync(profileOf(pid))));
  const found = processes.map(({ name, pid }) => ({
    name,
    ...busyTimes(JSON.parse(readFileSync(profileOf(pid), 'utf8'))),
  }));
  const total = found.reduce((sum, { busy }) => sum + busy, 0);
  return Object.fromEntries(
    found.filter(({ busy }) => busy > total * LEAST).map(({ name, times, busy }) => [name, largest(times, busy)]),
  );
}

/** One line for each process. @param {Record<string, FunctionShare[]>} profile @returns {string[]} */
export const profileLines = (profile) =>
  Object.entries(profile).map(
    ([name, functions]) =>
      `  ${name}: ${functions.map((one) => `${one.name} ${Math.round(one.share * 100)} %`).join(', ')}`,
  );

/** The busy time, and its parts by function, in microseconds. @param {Profile} profile */
function busyTimes({ nodes, samples = [], timeDeltas = [] }) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  /** @type {Map<string, number>} */
  const times = new Map();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? '(root)';
    if (IDLE.has(name)) continue;
    times.set(name, (times.get(name) ?? 0) + timeDeltas[index]);
    busy += timeDeltas[index];
  }
  return { times, busy };
}

/** @param {Map<string, number>} times @param {number} busy @returns {FunctionShare[]} */
const largest = (times, busy) =>
  [...times]
    .map(([name, time]) => ({ name, share: time / busy }))
    .toSorted((one, other) => other.share - one.share)
    .slice(0, SHOWN);

/**
 * The function and where it is, such as `parse (@nats-io/nats-core)`; what V8 has itself, such as `writev`, is nowhere.
 * @param {import('node:inspector').Runtime.CallFrame} frame
 */
function nameOf({ functionName, url, lineNumber }) {
  const [inside, ...packages] = moduleAt(url, lineNumber).split('node_modules/');
  const place = packages.length > 0 ? /^(?:@[^/]+\/)?[^/]+/.exec(String(packages.at(-1)))?.[0] : ownPlace(inside);
  return [functionName || '(anonymous)', place && `(${place})`].filter(Boolean).join(' ');
}

/** The lines of a bundle. @type {Map<string, string[]>} */
const bundles = new Map();

/** The URL of the module that a line is part of. @param {string} url @param {number} line */
function moduleAt(url, line) {
  if (!/\/bundle\/[^/]+\.js$/.test(url)) return url;
  const lines = bundles.get(url) ?? readFileSync(new URL(url), 'utf8').split('\n');
  bundles.set(url, lines);
  let at = line;
  while (at > 0 && !MODULE.test(lines[at] ?? '')) at -= 1;
  const path = MODULE.exec(lines[at] ?? '')?.[1];
  return path ? new URL(`../${path}`, url).href : url;
}

/** @param {string} url */
const ownPlace = (url) =>
  url.startsWith('node:') ? 'node' : /\/((?:services|libs)\/[^/]+|gateway)\/dist\//.exec(url)?.[1];
