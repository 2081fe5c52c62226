import react from '@vitejs/plugin-react';
import { type Plugin, build, defineConfig } from 'vite';
import { compressed } from './vite-compressed.js';
import { compiledTexts } from './vite-texts.js';

/** `npm run dev` says where its gateway listens and which security headers the pages get. */
const gateway = process.env['DEV_GATEWAY'] ?? 'http://localhost:8080';
const headers: Record<string, string> = JSON.parse(process.env['DEV_PAGE_HEADERS'] ?? '{}');

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

export default defineConfig(({ command }) => ({
  plugins: [react(), compiledTexts, serviceWorker, compressed(`${import.meta.dirname}/dist`)],
  // While developing, a change of the contracts is live without a build.
  resolve:
    command === 'serve'
      ? { alias: { '@duet/contracts/plain': `${import.meta.dirname}/../libs/contracts/src/plain.ts` } }
      : {},
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
    // The content policy allows our own origin only: no data: URLs, no inline preload script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\// },
            {
              name: 'aria',
              test: /node_modules\/(react-aria|react-aria-components|react-stately|@react-aria|@react-stately|@internationalized)/,
            },
          ],
        },
      },
    },
  },
}));
