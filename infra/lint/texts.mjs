/*
 * Every text for people is in the catalogue (`frontend/src/texts`). This check finds a literal text in the code of the
 * pages, a key without a message, a message without a use, and a text that is written before the language is known
 * (when a module is loaded). It also finds what a language lacks, has too much or writes with other values, tags or plurals
 * than English. `npm test` runs it: `node infra/lint/texts.mjs frontend/src`. With `keys` it checks only
 * the keys: `node infra/lint/texts.mjs services/auth/src keys`, because a service is full of literals for machines.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { unlike } from './messages.mjs';

/** Attributes and properties whose values are not texts for people. */
const TECHNICAL =
  /^(className|type|role|look|size|to|href|id|name|autoComplete|key|htmlFor|tone|placement|inputMode|as|d|viewBox|transform|rel|target|enterKeyHint|accept|src|fill|stroke|slot|style|tag|locale|invalidatesTags|providesTags|aria-keyshortcuts|error|data-.*)$/;

/** Calls whose literals are for machines or developers. */
const TECHNICAL_CALLS =
  /^(console\.\w+|\w*[mM]atchMedia|.*\.(closest|querySelector|querySelectorAll|matches|addEventListener|invalidateTags|enhanceEndpoints|request|getItem|setItem|append|set|postMessage)|classes|Reflect\.get|require|import)$/;

/** Whether a literal looks like a text for people: several words, or one word that begins with a capital. @param {string} text */
const isWords = (text) =>
  /[A-Za-z]{2}[’')]?[.,:;!?]? {1,3}[A-Za-z(“@]/.test(text) ||
  /^[A-Z][a-z]+[.!?…:]?$/.test(text.trim()) ||
  /^\d+ [a-z]+$| & /.test(text);

/** Whether a literal is for the platform: keys, positions, selectors, headers, CSS. @param {string} text */
const isPlatform = (text) =>
  /^(R E \+ Delete Enter|Enter|Escape|Home|End|Tab|Delete|Backspace|Arrow\w+|Page(Up|Down)|Control|Shift|Meta|Alt|Notification|Authorization|Content-Type|Bearer.*)$/.test(
    text,
  ) ||
  /^(top|bottom|left|right) (start|end)$|^noopener|^\(\w{1,40}: \w{1,40}\)$|^input, |^[\w-]{1,40} webauthn$|\d(px|rem|cqi|%)|\bduet-/.test(
    text,
  );

/**
 * @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node
 * @typedef {{ literals: string[], early: string[] }} Found
 */

/** @param {Node} node @returns {string} */
const nameOf = (node) => node.key?.name ?? node.key?.value ?? node.name?.name ?? node.name ?? '';

/** Whether the literals below this node are not for people. @param {Node} node @param {(node: Node) => string} sourceOf */
function isTechnical(node, sourceOf) {
  if (node.type.startsWith('TS')) return !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type);
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return TECHNICAL_CALLS.test(sourceOf(node.callee)) || sourceOf(node.callee).endsWith('Error');
  if (node.type === 'JSXAttribute' || node.type === 'Property')
    return TECHNICAL.test(String(nameOf(node))) && !(node.type === 'Property' && nameOf(node) === 'name');
  return (
    ['ImportDeclaration', 'ExportAllDeclaration', 'ExportNamedDeclaration'].includes(node.type) &&
    node.source !== null &&
    node.source !== undefined
  );
}

/** @param {string} file @param {string} source @param {Set<string>} tags of the cache @returns {Found} */
function textsIn(file, source, tags) {
  const { program } = parseSync(file, source);
  /** @type {Found} */
  const found = { literals: [], early: [] };
  const place = (/** @type {Node} */ node) => `${file}:${source.slice(0, node.start).split('\n').length}`;
  const sourceOf = (/** @type {Node} */ node) => source.slice(node.start, node.end);

  /** @param {Node} node @param {string} text */
  const complain = (node, text) => found.literals.push(`${place(node)}: '${text.trim()}' belongs into the catalogue`);

  /** @param {Node} node @param {boolean} isInFunction */
  function look(node, isInFunction) {
    if (node.type === 'CallExpression' && /^(t|rich)$/.test(sourceOf(node.callee)) && !isInFunction)
      found.early.push(`${place(node)}: ${sourceOf(node)} is written when the module is loaded, before a language is`);
    if (node.type === 'JSXText' && /[A-Za-z]/.test(node.value.replaceAll(/&\w+;/g, ''))) complain(node, node.value);
    else if (
      node.type === 'Literal' &&
      typeof node.value === 'string' &&
      isWords(node.value) &&
      !isPlatform(node.value) &&
      !tags.has(node.value)
    )
      complain(node, node.value);
    else if (node.type === 'TemplateLiteral') {
      const text = node.quasis.map((/** @type {Node} */ part) => part.value.cooked).join('0');
      if ((isWords(text) || /[A-Za-z]{3} | [A-Za-z]{3}/.test(text)) && !isPlatform(text)) complain(node, text);
    }
  }

  /** @param {Node} node @param {boolean} isInFunction */
  function visit(node, isInFunction) {
    look(node, isInFunction);
    if (isTechnical(node, sourceOf)) return;
    const inside = isInFunction || node.type.includes('Function') || node.type === 'PropertyDefinition';
    for (const [name, value] of Object.entries(node)) {
      if (name === 'key' && node.type === 'Property') continue;
      // A comparison with a value of the platform, which no one sees.
      if (node.type === 'BinaryExpression' && /[=!]==/.test(node.operator)) continue;
      if (node.type === 'SwitchCase' && name === 'test') continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && typeof child.type === 'string') visit(child, inside);
    }
  }
  visit(program, false);
  return found;
}

/**
 * @param {Record<string, Record<string, string>>} catalogue @param {string[]} files @param {string} folder of the catalogue
 * @param {boolean} isKeysOnly @returns {string[]} complaints
 */
function check(catalogue, files, folder, isKeysOnly) {
  const keys = new Set(
    Object.entries(catalogue).flatMap(([feature, texts]) => Object.keys(texts).map((name) => `${feature}.${name}`)),
  );
  const features = new RegExp(`'((?:${Object.keys(catalogue).join('|')})\\.\\w+)'`, 'g');
  const complaints = [];
  const used = new Set();
  const sources = files.map((file) => ({ file, source: readFileSync(file, 'utf8') }));
  const tags = new Set(
    sources.flatMap(({ source }) =>
      source
        .split('TAG_TYPES = [')
        .slice(1)
        .flatMap((list) => list.split(']')[0]?.match(/\w+/g) ?? []),
    ),
  );
  for (const { file, source } of sources) {
    const found = textsIn(file, source, tags);
    complaints.push(...(isKeysOnly ? [] : found.literals), ...found.early);
    for (const [, key = ''] of source.matchAll(features)) {
      used.add(key);
      if (!keys.has(key)) complaints.push(`${file}: ${key} has no message`);
    }
  }
  complaints.push(...[...keys].filter((key) => !used.has(key)).map((key) => `${folder}: ${key} is not used`));
  return complaints;
}

/** @typedef {Record<string, Record<string, string>>} Catalogue the messages of each feature */

/** @param {string} folder @returns {Promise<Catalogue>} */
async function readCatalogue(folder) {
  const files = globSync(`${folder}/*.ts`).filter((file) => !file.endsWith('index.ts'));
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(pathToFileURL(resolve(file)).href)))));
}

/** The folders of the other languages. @param {string} texts */
const languagesIn = (texts) =>
  globSync(`${texts}/??/`)
    .map((folder) => basename(folder))
    .filter((language) => language !== 'en')
    .toSorted();

/**
 * Complains about a language whose messages do not fit those in English.
 * @param {Catalogue} english @param {Catalogue} other @param {string} folder of the other language @param {string} language
 * @returns {string[]}
 */
function compare(english, other, folder, language) {
  const complaints = [];
  for (const [feature, texts] of Object.entries(english)) {
    const translated = other[feature];
    const place = join(folder, `${feature}.ts`);
    if (!translated) {
      complaints.push(`${place}: the file is missing`);
      continue;
    }
    for (const [name, message] of Object.entries(texts)) {
      const translation = translated[name];
      if (translation === undefined) complaints.push(`${place}: ${feature}.${name} is missing: '${message}'`);
      else
        complaints.push(
          ...unlike(message, translation, language).map((what) => `${place}: ${feature}.${name} ${what}`),
        );
    }
    for (const name of Object.keys(translated))
      if (!Object.hasOwn(texts, name)) complaints.push(`${place}: ${feature}.${name} is not in English`);
  }
  for (const feature of Object.keys(other))
    if (!english[feature]) complaints.push(`${join(folder, `${feature}.ts`)}: there is no such file in English`);
  return complaints;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const root = process.argv[2] ?? 'frontend/src';
  const folder = join(root, 'texts', 'en');
  const files = globSync(`${root}/**/*.{ts,tsx}`).filter((name) => !/\.spec\.|\/texts\//.test(name));
  const english = await readCatalogue(folder);
  const complaints = check(english, files.toSorted(), folder, process.argv[3] === 'keys');
  for (const language of languagesIn(join(root, 'texts'))) {
    const other = join(root, 'texts', language);
    complaints.push(...compare(english, await readCatalogue(other), other, language));
  }
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
