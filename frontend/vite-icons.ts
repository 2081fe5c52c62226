import type { Plugin } from 'vite';

/** Leaves in each icon what is drawn. Random keys and former names hardly compress; a built page gives its icons no keys. */
export const drawnIcons: Plugin = {
  name: 'drawn-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: '**/lucide-react/dist/esm/icons/*.mjs' },
    handler: (code) => ({
      code: code.replaceAll(/,\s*key: "\w+"/g, '').replace(/,\s*aliases: \[[^\]]*\]/, ''),
      map: null,
    }),
  },
};
