import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../local/command.mjs';
import { debianProgram } from '../../local/debian.mjs';
import { nodeBinary } from '../../local/runtime.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./faults.mjs').Harm} Harm @typedef {'postgres' | 'nats' | 'redis'} FlushingStore */

/** The system calls of each store that wait until its disk has written. The files of NATS are written synchronously. @type {Record<FlushingStore, string>} */
const FLUSHES = {
  postgres: 'fsync,fdatasync',
  nats: 'pwrite64,fsync,fdatasync',
  redis: 'fsync,fdatasync',
};

const strace = () => debianProgram('strace', 'strace');

/** The reason why this machine cannot slow down the disks of stores, or null. It attaches to a process of its own to find out. */
export async function lackOfTracing() {
  const command = await strace();
  if (command === null) return 'slow disks need strace, which is not installed.';
  const sleeper = spawn(nodeBinary(), ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
  try {
    const { code, output } = await run('timeout', ['--signal=INT', '1', command, '-qq', '-p', String(sleeper.pid)]);
    // 124: `timeout` had to end it.
    return code === 124 ? null : `strace may not attach to other processes here: ${output.trim()}`;
  } finally {
    sleeper.kill();
  }
}

/** A process and all processes that it has started. @param {number} pid @returns {number[]} */
function withChildren(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(withChildren)];
}

/** How many system calls waited longer. @param {string} path of strace's output */
async function countDelayed(path) {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(path) }))
    if (line.includes('(DELAYED)')) count += 1;
  return count;
}

/**
 * The disk of a store takes longer for each flush. strace stops the thread that flushes, and no other.
 * @param {FlushingStore} name @param {number} milliseconds @returns {Harm}
 */
const slowDisk =
  (name, milliseconds) =>
  async ({ dir, stores, history }, { short }) => {
    const trace = join(dir, `slow-disk-${name}.strace`);
    const pids = withChildren(Number(stores.pids()[name])).flatMap((pid) => ['-p', String(pid)]);
    const inject = `inject=${FLUSHES[name]}:delay_enter=${milliseconds * 1_000}`;
    const options = ['-qq', '-f', '-e', `trace=${FLUSHES[name]}`, '-e', 'signal=none', '-e', inject, '-o', trace];
    const tracer = spawn(String(await strace()), [...options, ...pids], { stdio: 'inherit' });
    const ended = once(tracer, 'exit');
    await Promise.race([delay(short ? 5_000 : 20_000), ended]);
    tracer.kill('SIGINT');
    await ended;
    const flushes = await countDelayed(trace);
    rmSync(trace);
    history.write({ kind: 'slow disk', name, milliseconds, flushes });
    if (flushes === 0) history.violate('the fault happened', `${name} flushed nothing to its slow disk`);
  };

/** Faults that need strace, by name. @type {Record<string, Harm>} */
export const DISKS = {
  'slow-disk-postgres': slowDisk('postgres', 100),
  'crawling-disk-postgres': slowDisk('postgres', 600),
  'slow-disk-nats': slowDisk('nats', 100),
  'slow-disk-redis': slowDisk('redis', 600),
};
