import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The icons that a style names. */
const STYLED = new Set(
  Array.from(
    readFileSync(`${import.meta.dirname}/src/ui/styles/base.css`, 'utf8').matchAll(/\.lucide-([\w-]+)/g),
    ([, name = '']) => name,
  ),
);

/** Our component for Lucide's icons. */
export const OWN_COMPONENT = `${import.meta.dirname}/src/ui/drawn-icon.ts`;

/** Leaves in each icon what is drawn, with its name for the styles: random keys and names hardly compress. */
export const drawnIcons: Plugin[] = [
  {
    name: 'drawn-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: '**/lucide-react/dist/esm/icons/*.mjs' },
      handler: (code) => ({
        code: code
          .replaceAll(/,\s*key: "\w+"/g, '')
          .replace(/^ {2}aliases: \[.*\],?$/m, '')
          .replace(/^ {2}size: 24,$/m, '')
          .replace(/^ {2}name: "([\w-]+)",$/m, (line, name: string) => (STYLED.has(name) ? line : '')),
        map: null,
      }),
    },
  },
  {
    name: 'own-icon-component',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: '**/lucide-react/dist/esm/createLucideIcon.mjs' },
      handler: () => ({ code: `export { default } from ${JSON.stringify(OWN_COMPONENT)};`, map: null }),
    },
  },
];
