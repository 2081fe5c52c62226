import type { Plugin } from 'vite';

/** What Vite's loader does after a style sheet failed, and what it has to do so that the next import asks for it again. */
const REPAIRS = [
  [/(\(err\) => \{\s*)seen\[href\] = void 0;/, '$1delete seen[href];'],
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
] as const;

/**
 * Vite's loader asks for a style sheet once: after one that failed to load ahead, the page that needs it would open without
 * its looks. Now it asks again, and a second failure is that of the page.
 */
export const stylesAskedAgain: Plugin = {
  name: 'styles-asked-again',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      let repaired = code;
      for (const [what, by] of REPAIRS) {
        if (!what.test(repaired)) this.error(`Vite's loader no longer contains ${what.source}`);
        repaired = repaired.replace(what, by);
      }
      return { code: repaired, map: null };
    },
  },
};
