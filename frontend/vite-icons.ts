import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The icons that a style names. */
const STYLED = new Set(
  Array.from(
    readFileSync(`${import.meta.dirname}/src/ui/styles/base.css`, 'utf8').matchAll(/\.lucide-([\w-]+)/g),
    ([, name = '']) => name,
  ),
);

/** The module of our component for Lucide's icons. */
export const DRAWN_ICON = `${import.meta.dirname}/src/ui/drawn-icon.ts`;

const LUCIDES_COMPONENT = '/lucide-react/dist/esm/createLucideIcon.mjs';

/** Leaves in an icon its drawing, and its name for the styles: random keys and names hardly compress. */
const drawingOf = (code: string): string =>
  code
    .replaceAll(/,\s*key: "\w+"/g, '')
    .replace(/^ {2}aliases: \[.*\],?$/m, '')
    .replace(/^ {2}size: 24,$/m, '')
    .replace(/^ {2}name: "([\w-]+)",$/m, (line, name: string) => (STYLED.has(name) ? line : ''));

/** Makes Lucide's icons drawings of our own component. */
export const drawnIcons: Plugin = {
  name: 'drawn-icons',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: ['**/lucide-react/dist/esm/icons/*.mjs', `**${LUCIDES_COMPONENT}`] },
    handler: (code, id) => ({
      code: id.endsWith(LUCIDES_COMPONENT) ? `export { default } from ${JSON.stringify(DRAWN_ICON)};` : drawingOf(code),
      map: null,
    }),
  },
};
