/*
 * `node infra/lint/folders.mjs <folder>…`: no two folders import each other, at any level. Two folders that do are one folder
 * with two names: neither can be read, moved or tested without the other. Tests do not count.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';

const LEFT_OUT = /(^|\/)(node_modules|dist|bundle|test|e2e|test-results|api-client)(\/|$)|\.spec\.|\.d\.[cm]?ts$/;

/** The files that a source imports by a relative path, types included. @param {string} file @param {string} source */
function importsOf(file, source) {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const names = [
    ...staticImports.map((one) => one.moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
  return names.filter((name) => name.startsWith('.')).map((name) => posix.join(posix.dirname(file), name));
}

/** The first different folders of two paths, or null when the folder of one file contains the other file. @param {string} from @param {string} to */
function partedFolders(from, to) {
  const [a, b] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')];
  const depth = a.findIndex((name, index) => name !== b[index]);
  return depth === -1 || depth >= b.length ? null : [a, b].map((path) => path.slice(0, depth + 1).join('/'));
}

/**
 * The pairs of folders that import each other.
 * @param {[from: string, to: string][]} imports paths of files
 * @returns {string[]} complaints, each with one import per direction
 */
export function mutualFolders(imports) {
  /** @type {Map<string, string>} */
  const edges = new Map();
  for (const [from, to] of imports) {
    const folders = partedFolders(from, to);
    if (folders && !edges.has(folders.join(' ↔ '))) edges.set(folders.join(' ↔ '), `${from} → ${to}`);
  }
  return [...edges].flatMap(([pair, forth]) => {
    const [a = '', b = ''] = pair.split(' ↔ ');
    const back = a < b ? edges.get(`${b} ↔ ${a}`) : undefined;
    return back === undefined ? [] : [`${pair} import each other: ${forth}, ${back}`];
  });
}

/** @param {string[]} folders @param {string} cwd */
function check(folders, cwd) {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd }))
    .filter((file) => !LEFT_OUT.test(file));
  return mutualFolders(
    files.flatMap((file) =>
      importsOf(file, readFileSync(resolve(cwd, file), 'utf8')).map(
        (to) => /** @type {[string, string]} */ ([file, to]),
      ),
    ),
  );
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const complaints = check(process.argv.slice(2), process.cwd());
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
