import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A pid file outlives its process when the supervisor is killed, and systems reuse pids. So each file also has the start
 * time, and only a process with the same start time is the recorded one.
 * @typedef {object} PidFile
 * @property {string} name
 * @property {number} pid
 * @property {string | null} began
 * @property {NodeJS.Signals} stopSignal
 * @property {number} order lower ones stop first
 * @property {string} [url] where the product that this process supervises is open
 */

/** @param {number} pid @returns {string | null} null when there is no such process (a zombie counts as none) */
export function began(pid) {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name, in brackets, may contain spaces: count the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}

/** @param {Pick<PidFile, 'pid' | 'began'>} recorded */
export function stillRuns(recorded) {
  return recorded.began !== null && began(recorded.pid) === recorded.began;
}

/** @param {string} path @param {PidFile} content */
export function writePidFile(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

/** @param {string} path @returns {PidFile | null} */
export function readPidFile(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Ends a process group: sends its stop signal, waits, then sends SIGKILL.
 * @param {Pick<PidFile, 'pid' | 'began' | 'stopSignal'>} recorded
 * @param {number} patience milliseconds until SIGKILL
 */
export async function endProcess(recorded, patience) {
  const deadline = Date.now() + patience;
  if (!stillRuns(recorded)) return;
  signalGroup(recorded.pid, recorded.stopSignal);
  // A suspended process handles the signal only when it continues.
  signalGroup(recorded.pid, 'SIGCONT');
  while (stillRuns(recorded) && Date.now() < deadline) await delay(25);
  if (!stillRuns(recorded)) return;
  signalGroup(recorded.pid, 'SIGKILL');
  while (stillRuns(recorded)) await delay(25);
}

/** Signals a process group; each child leads its own. @param {number} pid @param {NodeJS.Signals} signal */
export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended already.
  }
}

/**
 * Stops processes of an earlier run whose supervisor was killed.
 * @param {string} runDir
 * @returns {Promise<string[]>} the names of the stopped processes
 */
export async function sweep(runDir) {
  const left = [];
  for (const file of listPidFiles(runDir)) {
    const recorded = readPidFile(file);
    if (recorded && stillRuns(recorded)) left.push(recorded);
  }
  for (const order of [...new Set(left.map((one) => one.order))].sort((a, b) => a - b)) {
    await Promise.all(left.filter((one) => one.order === order).map((one) => endProcess(one, 15_000)));
  }
  for (const file of listPidFiles(runDir)) rmSync(file, { force: true });
  return left.map((one) => one.name);
}

/** The pid files of processes; the supervisor's own ends with `.lock`. @param {string} runDir */
function listPidFiles(runDir) {
  try {
    return readdirSync(runDir)
      .filter((name) => name.endsWith('.pid'))
      .map((name) => join(runDir, name));
  } catch {
    return [];
  }
}
