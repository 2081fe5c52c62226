import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { type Plugin, build, defineConfig } from 'vite';
import { chunksOfPages } from './vite-chunks.js';
import { compiledWhileLoading } from './vite-compile-hints.js';
import { compressed } from './vite-compressed.js';
import { constantsInPlace } from './vite-constants.js';
import { documents } from './vite-documents.js';
import { emojiTranslations } from './vite-emoji.js';
import { drawnIcons } from './vite-icons.js';
import { usedRouter } from './vite-router.js';
import { stylesAskedAgain } from './vite-styles.js';
import { compiledTexts } from './vite-texts.js';

/** `npm run dev` says where its gateway listens and which security headers the pages get. */
const gateway = process.env['DEV_GATEWAY'] ?? 'http://localhost:8080';
const headers: Record<string, string> = JSON.parse(process.env['DEV_PAGE_HEADERS'] ?? '{}');

/** React Aria brings its own words, such as those of a calendar, in 34 languages: only those of Duet's stay. */
const ownLanguages = (): Plugin => optimizeLocales.vite({ locales: ['en-US', 'es-ES', 'de-DE'] });

/** The plugins that turn the sources into modules. */
const sources = (): Plugin[] => [
  ...react(),
  ownLanguages(),
  constantsInPlace,
  drawnIcons,
  usedRouter,
  emojiTranslations,
  ...compiledTexts,
];

/** A build of the pages builds their service worker too: emptying the folder takes the old one away. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  closeBundle: {
    sequential: true,
    handler: async () => {
      await build({ configFile: `${import.meta.dirname}/vite.sw.config.ts`, root: import.meta.dirname });
    },
  },
};

/** While developing, the pieces of `ui` are on a page of their own. A build has neither its document nor its code. */
const designPage: Plugin = {
  name: 'design-page',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url?.split('?')[0] === '/design') request.url = '/design.html';
      next();
    });
  },
};

/** The name of a class of a CSS module. Vite's own has a line number, which adds most of a kilobyte to the JavaScript of a page. */
const scopedName = (name: string, file: string): string =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`;

/** The file that imports another at run time, or the document. */
interface PreloadHost {
  hostId: string;
  hostType: 'html' | 'js';
}

const PAGES = /\/(?:whole-app|[\w-]+-pages?)-/;

/** Which files import those that appear without a press, and have which others before. */
const IMPORTERS = [
  { name: /\/entrance-/, imports: PAGES, has: /\/(?:rolldown-runtime|entrance)-/ },
  { name: /\/app-/, imports: PAGES, has: /\/(?:rolldown-runtime|entrance|app)-/ },
  {
    name: /\/dashboard-/,
    imports: /\/(?:dashboard-alone|chat)-/,
    has: /\/(?:rolldown-runtime|entrance|app|fields|kept|dashboard)-/,
  },
];

/**
 * The scripts that are fetched beside a file which needs them. Their names, which hardly compress, stand in each file that
 * imports it; overlays load when the page is quiet, one after the other. Styles are not among them.
 */
const fetchedBeside = (file: string, needed: string[], { hostId, hostType }: PreloadHost): string[] => {
  if (hostType === 'html') return needed;
  const importer = IMPORTERS.find(({ name }) => name.test(hostId));
  return importer?.imports.test(file) ? needed.filter((name) => !importer.has.test(name)) : [];
};

export default defineConfig(({ command }) => ({
  plugins: [
    ...sources(),
    chunksOfPages(sources),
    serviceWorker,
    designPage,
    documents,
    stylesAskedAgain,
    compiledWhileLoading,
    compressed(`${import.meta.dirname}/dist`),
  ],
  // While developing, a change of the contracts is live without a build.
  resolve:
    command === 'serve'
      ? { alias: { '@duet/contracts/plain': `${import.meta.dirname}/../libs/contracts/src/plain.ts` } }
      : {},
  css: { modules: { generateScopedName: scopedName } },
  server: {
    headers,
    proxy: {
      '/api': gateway,
      '/sw.js': gateway,
      '/socket.io': { target: gateway, ws: true },
    },
  },
  preview: { port: 4173 },
  build: {
    target: 'es2023',
    // A fiftieth smaller than by Oxc, as Brotli sends it.
    minify: 'terser',
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
    // The content policy allows our own origin only: no data: URLs, no inline preload script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: fetchedBeside },
    // For the budget of each page.
    manifest: true,
  },
}));
