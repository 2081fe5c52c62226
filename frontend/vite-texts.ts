import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const ENGLISH = `${import.meta.dirname}/src/texts/en`;

/** The folder of English messages. The messages of another language are one chunk. */
const IS_ENGLISH = /\/texts\/en\/\w+\.ts$/;

/** The features that have texts: the names of the catalogue's files. */
const FEATURES = readdirSync(ENGLISH)
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'index');

/** The beginning of a key of the catalogue, `'auth.newHere'`, in a module. */
const KEY = new RegExp(`['"\`](${FEATURES.join('|')})\\.\\w`, 'g');

/**
 * Compiles the ICU messages of a feature when pages are built: the parser of messages then stays out of the bundle. English
 * messages add themselves to their catalogue, which begins empty.
 */
const compiled: Plugin = {
  name: 'compiled-texts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: '**/src/texts/??/*.ts' },
    handler: async (_code, id) => {
      const name = basename(id, '.ts');
      if (name === 'index') return IS_ENGLISH.test(id) ? { code: 'export const en = {};', map: null } : null;
      const { [name]: texts = {} }: Record<string, Record<string, string>> = await import(id);
      const messages = Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]);
      const code = `export const ${name} = ${JSON.stringify(Object.fromEntries(messages))};`;
      if (!IS_ENGLISH.test(id)) return { code, map: null };
      const lines = ["import { en } from './index.js';", code, `en.${name} = ${name};`];
      return { code: lines.join('\n'), map: null, moduleSideEffects: true };
    },
  },
};

/** Lets each module load the texts of the features whose keys it names, so that a page loads no texts of others. */
const ofEachModule: Plugin = {
  name: 'texts-of-each-module',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: { include: '**/src/**/*.{ts,tsx}', exclude: '**/src/texts/**' } },
    handler: (code) => {
      const features = new Set(Array.from(code.matchAll(KEY), ([, feature]) => feature));
      if (features.size === 0) return null;
      const imports = Array.from(features, (feature) => `import '${ENGLISH}/${feature}.ts';`);
      // On the line of the first statement: positions in the source stay true.
      return { code: `${imports.join(' ')} ${code}`, map: null };
    },
  },
};

export const compiledTexts: Plugin[] = [compiled, ofEachModule];
