/*
 * `node infra/lint/log-lines.mjs`: every log line of gateway, services and libraries is a constant, `noun verb object` in
 * lower case, so that an operator can search for it. Each warning and error has advice in `infra/docs/log-advice/<workspace>.json`,
 * and each advice has a line. `npm run docs` writes the table `docs/operations/log-lines.md` from both.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';

const LEVELS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

/** Levels that an operator acts on. */
const ALARMING = new Set(['warn', 'error', 'fatal']);

/** `log`, `this.log`, `this.#logger`, `app.get(LOGGER)` and `createLogger(…)`, but not `console`. */
const LOGGER = /(^|[.#\s])(log|logger)(\([^()]*\))?$|\b(get\(LOGGER\)|createLogger\([^()]*\))$/i;

/** These files pass on the messages of frameworks. */
const FORWARDS = new Set(['libs/service-kit/src/observe/logger.ts']);

/** Plain words in lower case. A name from the code, such as a setting, belongs into a field. */
const FORM = /^[a-z][a-z0-9-]* [a-z0-9 -]*[a-z0-9]$/;
const ARTICLE = /^(a|an|the|what|who|whoever|nobody|somebody|it|some|any) /;
const MOST_WORDS = 8;

/**
 * @typedef {{line: string, level: string, workspace: string, place: string}} LogLine
 * @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node
 */

/** The workspace of a file: `service-kit`, `gateway` or the name of a service. @param {string} file relative to the root */
const workspaceOf = (file) => (file.startsWith('gateway/') ? 'gateway' : (file.split('/')[1] ?? ''));

/** Why a message does not have the form, or null. @param {string} line */
export function complaintAbout(line) {
  if (/[.!?:;,]/.test(line)) return 'has punctuation';
  if (line !== line.toLowerCase()) return 'is not in lower case';
  if (ARTICLE.test(line)) return 'does not begin with its noun';
  if (!FORM.test(line)) return 'is not `noun verb object`';
  return line.split(' ').length > MOST_WORDS ? `has more than ${MOST_WORDS} words` : null;
}

/** The levels of `log[condition ? 'debug' : 'error']`; null where they are no constants. @param {Node} node @returns {string[] | null} */
function chosenFrom({ type, consequent, alternate }) {
  if (type !== 'ConditionalExpression' || consequent.type !== 'Literal' || alternate.type !== 'Literal') return null;
  return [consequent.value, alternate.value];
}

/**
 * The log lines of a source.
 * @param {string} file relative to the root
 * @param {string} source
 * @returns {{lines: LogLine[], complaints: string[]}}
 */
export function logLinesIn(file, source) {
  /** @type {LogLine[]} */
  const lines = [];
  /** @type {string[]} */
  const complaints = [];
  /** @param {Node} node */
  function look(node) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
    const { object, property, computed } = node.callee;
    if (!LOGGER.test(source.slice(object.start, object.end))) return;
    const place = `${file}:${source.slice(0, node.start).split('\n').length}`;
    const levels = computed ? chosenFrom(property) : [property.name];
    if (levels === null) return void complaints.push(`${place}: the level is no constant`);
    if (!levels.every((level) => LEVELS.has(level))) return;
    const message = node.arguments.length > 1 ? node.arguments[1] : node.arguments[0];
    if (message?.type !== 'Literal' || typeof message.value !== 'string')
      return void complaints.push(`${place}: the message is no string literal: put what varies into a field`);
    const line = message.value;
    lines.push(...levels.map((level) => ({ line, level, workspace: workspaceOf(file), place })));
    const complaint = complaintAbout(line);
    if (complaint) complaints.push(`${place}: '${line}' ${complaint}`);
  }
  /** @param {unknown} node */
  function visit(node) {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && typeof node.type === 'string') look(/** @type {Node} */ (node));
    Object.values(node).forEach(visit);
  }
  if (!FORWARDS.has(file)) visit(parseSync(file, source).program);
  return { lines, complaints };
}

/** All log lines below a root. @param {string} root */
export function readLogLines(root) {
  const files = globSync('{libs/service-kit,gateway,services/*}/src/**/*.ts', { cwd: root })
    .map((file) => relative(root, resolve(root, file)))
    .filter((file) => !file.endsWith('.spec.ts'));
  const found = files.toSorted().map((file) => logLinesIn(file, readFileSync(join(root, file), 'utf8')));
  return { lines: found.flatMap((one) => one.lines), complaints: found.flatMap((one) => one.complaints) };
}

/** The advice for each line, by workspace. @param {string} root @returns {Record<string, Record<string, string>>} */
export function readAdvice(root) {
  const folder = join(root, 'infra', 'docs', 'log-advice');
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    globSync('*.json', { cwd: folder })
      .toSorted()
      .map((name) => [name.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
}

/** @param {string} root @returns {string[]} complaints */
function check(root) {
  const { lines, complaints } = readLogLines(root);
  const advice = readAdvice(root);
  const alarming = lines.filter(({ level }) => ALARMING.has(level));
  const missing = alarming
    .filter(({ line, workspace }) => !advice[workspace]?.[line]?.trim())
    .map(
      ({ line, workspace, place }) => `${place}: '${line}' has no advice in infra/docs/log-advice/${workspace}.json`,
    );
  const unused = Object.entries(advice).flatMap(([workspace, texts]) =>
    Object.keys(texts)
      .filter((line) => !alarming.some((one) => one.workspace === workspace && one.line === line))
      .map((line) => `infra/docs/log-advice/${workspace}.json: no warning or error of ${workspace} says '${line}'`),
  );
  return [...complaints, ...missing, ...unused];
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const complaints = check(process.argv[2] ?? '.');
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
