import type { Plugin } from 'vite';

/** Leaves in each icon what is drawn. Random keys and former names hardly compress; 24 is the size of an icon without one. */
export const drawnIcons: Plugin = {
  name: 'drawn-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: '**/lucide-react/dist/esm/icons/*.mjs' },
    handler: (code) => ({
      code: code
        .replaceAll(/,\s*key: "\w+"/g, '')
        .replace(/^ {2}aliases: \[.*\],?$/m, '')
        .replace(/^ {2}size: 24,$/m, ''),
      map: null,
    }),
  },
};
