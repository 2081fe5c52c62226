import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/places.mjs';

const DIST = join(ROOT, 'frontend', 'dist');

/** The modules that every page of the app loads, whatever its route. */
const APP = ['index.html', 'src/app/whole-app.tsx'];

/**
 * A page with the most JavaScript that it may load, in kB as Brotli sends it.
 * @typedef {object} Page
 * @property {string} name
 * @property {string} path
 * @property {string} document the HTML file
 * @property {string[]} modules the entry, and the modules and chunks that the page imports before it can be used
 * @property {number} budget
 * @property {boolean} needsSession
 */

/** @type {Page[]} */
export const PAGES = [
  { name: 'landing', path: '/', document: 'landing.html', modules: [], budget: 30, needsSession: false },
  { name: 'privacy', path: '/privacy', document: 'privacy.html', modules: [], budget: 30, needsSession: false },
  {
    name: 'sign-in',
    path: '/login',
    document: 'index.html',
    modules: ['index.html', 'src/features/auth/login-page.tsx'],
    budget: 82,
    needsSession: false,
  },
  {
    name: 'chat',
    path: '/chat',
    document: 'index.html',
    modules: [...APP, 'src/app/routes/chat-page.tsx'],
    budget: 190,
    needsSession: true,
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    document: 'index.html',
    modules: [...APP, 'src/app/routes/dashboard-page.tsx'],
    budget: 181,
    needsSession: true,
  },
];

/** @typedef {Record<string, {file: string, name?: string, imports?: string[]}>} Manifest */

/** The files that the modules need, in any order. @param {Manifest} manifest @param {readonly string[]} modules */
function filesOf(manifest, modules) {
  /** @type {Set<string>} */
  const seen = new Set();
  const waiting = [...modules];
  for (const name of waiting) {
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name);
    if (!chunk) throw new Error(`the build has no chunk for ${name}`);
    if (seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return [...seen].filter((file) => file.endsWith('.js'));
}

/** The scripts that a document names outside of its modules. @param {string} document */
function plainScripts(document) {
  const html = readFileSync(join(DIST, document), 'utf8');
  return Array.from(html.matchAll(/<script src="\/([^"]+)"/g), ([, file = '']) => file);
}

/** The bytes that a browser with Brotli receives for a file. @param {string} file */
function sentBytes(file) {
  const path = join(DIST, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** The JavaScript of each page of the build, in bytes as sent. */
export function weights() {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8'));
  return PAGES.map((page) => {
    const files = new Set([...plainScripts(page.document), ...filesOf(manifest, page.modules)]);
    return { ...page, files: files.size, bytes: [...files].reduce((sum, file) => sum + sentBytes(file), 0) };
  });
}
