import { readFileSync, readdirSync } from 'node:fs';

/** The kernel counts CPU time in hundredths of a second. */
const TICKS = 100;

/** @param {number} pid */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, user, system, childUser, childSystem] = [fields[1], fields[11], fields[12], fields[13], fields[14]];
    return { parent, own: (user + system) / TICKS, reaped: (childUser + childSystem) / TICKS };
  } catch {
    return null;
  }
}

/**
 * Seconds of CPU that each of these processes has used, with its children: PostgreSQL works in children.
 * @param {Record<string, number | null>} pids by name
 * @returns {Record<string, number>}
 */
export function cpuSeconds(pids) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: statOf(Number(name)) }));
  const children = Map.groupBy(all, ({ stat }) => stat?.parent ?? 0);
  const sum = (/** @type {number} */ pid) => {
    const stat = statOf(pid);
    /** @type {number} */
    let total = stat ? stat.own + stat.reaped : 0;
    for (const child of children.get(pid) ?? []) total += sum(child.pid);
    return total;
  };
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, pid === null ? 0 : sum(pid)]));
}

/** Kilobytes of memory that a process alone uses. @param {number} pid */
export function privateKilobytes(pid) {
  const fields = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm);
  return [...fields].reduce((total, [, size]) => total + Number(size), 0);
}
