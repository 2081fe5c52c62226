/**
 * `node infra/lint/expressions.mjs <folder>…` finds regular expressions of the product and its tools that take more than
 * linear time on some input. It skips tests, because no stranger chooses their input.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';

// The program of recheck for this platform takes a fourteenth of the CPU of its JavaScript, which runs everywhere.
process.env.RECHECK_BACKEND = process.platform === 'linux' && process.arch === 'x64' ? 'native' : 'pure';
const { checkSync } = await import('recheck');

const LEFT_OUT = /(^|\/)(node_modules|dist|bundle|test|e2e|test-results)(\/|$)|\.spec\./;

/**
 * The fuzzer, which judges what automata cannot, starts from a fixed seed. The limit for one expression is generous, so that
 * a busy machine does not exceed it; one that does is refused as not decided.
 */
const SETTINGS = {
  randomSeed: 1,
  timeout: 300_000,
  // The phases end by their number of steps instead of by time: the verdict is the same on a busy machine.
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
};

/** Files that compose an expression at run time from trusted text. */
const COMPOSED = new Set(['infra/local/selection.mjs', 'frontend/src/features/messages/emoji/skin-tone.ts']);

/** Expressions that recheck cannot parse. A property of strings between anchors matches a few characters at most. */
const PROVED_BY_HAND = new Set(['/^\\p{RGI_Emoji}$/v']);

/** @typedef {{pattern: string, flags: string, file: string, line: number}} Expression */

/** @param {string} file @param {string} source @returns {{expressions: Expression[], composed: string[]}} */
export function expressionsIn(file, source) {
  /** @type {Expression[]} */
  const expressions = [];
  /** @type {string[]} */
  const composed = [];
  const lineOf = (/** @type {number} */ at) => source.slice(0, at).split('\n').length;
  const visit = (/** @type {any} */ node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'Literal' && node.regex)
      expressions.push({ pattern: node.regex.pattern, flags: node.regex.flags, file, line: lineOf(node.start) });
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee.name === 'RegExp') {
      const [pattern, flags] = node.arguments.map(textOf);
      if (pattern === null || flags === null) composed.push(`${file}:${lineOf(node.start)}`);
      else expressions.push({ pattern, flags: flags ?? '', file, line: lineOf(node.start) });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return { expressions, composed };
}

/** The text of a literal. A template's insertions count as one digit, which is valid in a class, a repetition and a sequence. @param {any} node @returns {string | null} */
function textOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : (node.regex?.pattern ?? null);
  if (node.type === 'TaggedTemplateExpression' && node.tag.property?.name === 'raw')
    return node.quasi.quasis.map((/** @type {any} */ part) => part.value.raw).join('1');
  return node.type === 'TemplateLiteral'
    ? node.quasis.map((/** @type {any} */ part) => part.value.cooked).join('1')
    : null;
}

/** The reason to refuse an expression, or null if it takes linear time. @param {string} pattern @param {string} flags */
export function complaintAbout(pattern, flags) {
  if (PROVED_BY_HAND.has(`/${pattern}/${flags}`)) return null;
  const verdict = checkSync(pattern, flags, SETTINGS);
  if (verdict.status === 'safe') return null;
  if (verdict.status === 'unknown') return `not decided (${verdict.error.kind}): make it simpler`;
  const { complexity } = verdict;
  return `${complexity.type}${'degree' in complexity ? ` of degree ${complexity.degree}` : ''}`;
}

/** Remembers the expressions that passed, so that only new ones are checked. @param {string} path */
function openCache(path) {
  const known = new Set(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []);
  return {
    known,
    /** Saves at once, so that an interrupted run loses no verdict. @param {string} key */
    add(key) {
      known.add(key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify([...known]));
    },
  };
}

/** @param {string[]} folders @returns {string[]} complaints */
function check(folders) {
  const cache = openCache(join('node_modules', '.cache', 'duet', 'expressions.json'));
  const complaints = [];
  for (const file of folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,mjs,js,cjs}`, { exclude: (name) => LEFT_OUT.test(name) }),
  )) {
    const { expressions, composed } = expressionsIn(file, readFileSync(file, 'utf8'));
    if (!COMPOSED.has(file))
      complaints.push(
        ...composed.map((place) => `${place}: composed at run time, so its running time cannot be checked`),
      );
    for (const { pattern, flags, line } of expressions) {
      const key = createHash('sha256').update(`/${pattern}/${flags}`).digest('hex');
      if (cache.known.has(key)) continue;
      const complaint = complaintAbout(pattern, flags);
      if (complaint === null) cache.add(key);
      else complaints.push(`${file}:${line}: /${pattern}/${flags} is ${complaint}`);
    }
  }
  return complaints;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const complaints = check(process.argv.slice(2));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
