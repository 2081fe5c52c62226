/*
 * `npm run logs -- <id>` prints every line about a request, session or trace, of all processes, in the order of time. It reads
 * the logs of `npm start`; with `-` it reads the lines that another command prints:
 * `docker compose logs --no-color | npm run -s logs -- <id> -`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { LOCAL } from './places.mjs';

/** The fields by which a line belongs to somebody's question. */
const IDS = ['requestId', 'session', 'traceId', 'jobId'];

/**
 * The line that a process wrote, if it is one. Compose and Kubernetes may put a name before it.
 * @param {string} line @returns {Record<string, unknown>[]}
 */
function entryIn(line) {
  try {
    return [JSON.parse(line.slice(line.indexOf('{')))];
  } catch {
    return [];
  }
}

/** @param {string} lines @param {string} id */
export function linesAbout(lines, id) {
  return lines
    .split('\n')
    .flatMap((line) => (line.includes(id) ? entryIn(line) : []))
    .filter((entry) => IDS.some((name) => entry[name] === id))
    .toSorted((a, b) => String(a['time']).localeCompare(String(b['time'])))
    .map(
      ({ time, service, level, msg, pid: _pid, ...fields }) =>
        `${time} ${service} ${level} ${msg} ${JSON.stringify(fields)}`,
    );
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const [id = '', source] = process.argv.slice(2);
  const found = linesAbout(source === '-' ? await text(process.stdin) : filesIn(join(LOCAL, 'logs')), id);
  for (const line of found) console.log(line);
  if (found.length === 0) {
    console.error(`No line has the id '${id}'. Usage: npm run logs -- <request, session, trace or job id> [-]`);
    process.exitCode = 1;
  }
}
