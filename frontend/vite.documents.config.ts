import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledTexts } from './vite-texts.js';

/** The pages that are written at build time, as a program that writes them, with one style sheet. */
export default defineConfig({
  publicDir: false,
  plugins: [react(), ...compiledTexts],
  build: {
    target: 'es2023',
    ssr: 'src/documents/documents.tsx',
    ssrEmitAssets: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    outDir: 'dist/.documents',
  },
});
