import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = { include: '**/src/texts/??/*.ts', exclude: '**/index.ts' };

/** Compiles the ICU messages of a catalogue when pages are built: the parser of messages then stays out of the bundle. */
export const compiledTexts: Plugin = {
  name: 'compiled-texts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: CATALOGUE },
    handler: async (_code, id) => {
      const catalogue: Record<string, Record<string, string>> = await import(id);
      const lines = Object.entries(catalogue).map(([name, texts]) => {
        const compiled = Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]);
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))};`;
      });
      return { code: lines.join('\n'), map: null };
    },
  },
};
