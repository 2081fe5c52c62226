import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const ENGLISH = `${import.meta.dirname}/src/texts/en`;

/** The catalogue of English messages, which begins empty. The messages of another language are one chunk. */
const IS_ENGLISH_CATALOGUE = /\/texts\/en\/index\.ts$/;

/** The features that have texts: the names of the catalogue's files. */
const FEATURES = readdirSync(ENGLISH)
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'index');

/** A key of the catalogue, `'auth.newHere'`, in a module. */
const KEY = new RegExp(`['"\`](${FEATURES.join('|')})\\.(\\w+)['"\`]`, 'g');

type Messages = Record<string, string>;

/** The messages of a feature in a language, from its file. */
async function messagesOf(file: string): Promise<Messages> {
  const { [basename(file, '.ts')]: messages = {} }: Record<string, Messages> = await import(file);
  return messages;
}

/** Compiles the ICU messages of a feature when pages are built: the parser of messages then stays out of the bundle. */
const compiled: Plugin = {
  name: 'compiled-texts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: '**/src/texts/??/*.ts' },
    handler: async (_code, id) => {
      const name = basename(id, '.ts');
      if (name === 'index') return IS_ENGLISH_CATALOGUE.test(id) ? { code: 'export const en = {};', map: null } : null;
      const messages = Object.entries(await messagesOf(id)).map(([key, text]) => [key, compileMessageOrThrow(text)]);
      return { code: `export const ${name} = ${JSON.stringify(Object.fromEntries(messages))};`, map: null };
    },
  },
};

/**
 * Gives each module the English messages whose keys it names, so that a page loads no others. A message that several
 * modules name is in each of them, which costs less than files of their own.
 */
const ofEachModule: Plugin = {
  name: 'texts-of-each-module',
  apply: 'build',
  enforce: 'pre',
  transform: {
    // The worker imports its few messages itself.
    filter: { id: { include: '**/src/**/*.{ts,tsx}', exclude: ['**/src/texts/**', '**/src/sw/**'] } },
    handler: async (code) => {
      const named = new Map<string, Set<string>>();
      for (const [, feature = '', name = ''] of code.matchAll(KEY))
        named.set(feature, (named.get(feature) ?? new Set()).add(name));
      if (named.size === 0) return null;
      const added = [];
      for (const [feature, names] of named) {
        const messages = await messagesOf(`${ENGLISH}/${feature}.ts`);
        const own = Object.entries(messages).filter(([name]) => names.has(name));
        const texts = Object.fromEntries(own.map(([name, text]) => [name, compileMessageOrThrow(text)]));
        added.push(`Object.assign(englishTexts.${feature} ??= {}, ${JSON.stringify(texts)});`);
      }
      // On the line of the first statement: positions in the source stay true.
      return {
        code: `import { en as englishTexts } from '${ENGLISH}/index.ts'; ${added.join(' ')} ${code}`,
        map: null,
      };
    },
  },
};

export const compiledTexts: Plugin[] = [compiled, ofEachModule];
