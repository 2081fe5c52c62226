import { defineConfig } from 'vite';
import { compiledTexts } from './vite-texts.js';

/** The service worker: one file of its own at the root, because from there it speaks for the whole origin. */
export default defineConfig({
  publicDir: false,
  plugins: compiledTexts,
  build: {
    target: 'es2023',
    emptyOutDir: false,
    rolldownOptions: { input: 'src/sw/sw.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
  },
});
