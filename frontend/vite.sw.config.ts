import { readFileSync } from 'node:fs';
import { type Manifest, defineConfig } from 'vite';
import { constantsInPlace } from './vite-constants.js';
import { compiledTexts } from './vite-texts.js';

const DIST = `${import.meta.dirname}/dist`;

/** Files whose names have no hash. */
const NAMED = ['/theme.js', '/favicon.svg', '/manifest.webmanifest', '/icons/192.png', '/icons/badge.png'];

/** The paths of all files that the app's pages may load. Of the fonts, those that every page preloads: others are for few names. */
function shellFiles(): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8'));
  const index = readFileSync(`${DIST}/index.html`, 'utf8');
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  const needed = files.filter((file) => !file.endsWith('.woff2') || index.includes(file));
  return [...new Set([...needed.map((file) => `/${file}`), ...NAMED])].toSorted();
}

/** The service worker: one file of its own at the root, because from there it speaks for the whole origin. */
export default defineConfig({
  publicDir: false,
  plugins: [constantsInPlace, ...compiledTexts],
  define: { SHELL_FILES: JSON.stringify(shellFiles()) },
  build: {
    target: 'es2023',
    emptyOutDir: false,
    rolldownOptions: { input: 'src/sw/sw.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
  },
});
