import react from '@vitejs/plugin-react';
import { type Plugin, build, defineConfig } from 'vite';

const gateway = 'http://localhost:8080';

/** Whoever builds the pages builds their service worker too: emptying the folder takes the old one away. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  closeBundle: async () => {
    await build({ configFile: `${import.meta.dirname}/vite.sw.config.ts`, root: import.meta.dirname });
  },
};

export default defineConfig({
  plugins: [react(), serviceWorker],
  server: {
    port: 5173,
    proxy: {
      '/api': gateway,
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
            { name: 'aria', test: /node_modules\/(react-aria|react-aria-components|react-stately|@react-aria|@react-stately|@internationalized)/ },
          ],
        },
      },
    },
  },
});
