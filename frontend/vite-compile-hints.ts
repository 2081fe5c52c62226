import type { Plugin } from 'vite';

/** The files that sign-in, dashboard and chat open with. */
const OPENING = new Set([
  'entrance',
  'entrance-libraries',
  'fields',
  'sign-in',
  'app',
  'app-libraries',
  'chat',
  'chat-and-others',
  'dashboard',
]);

/** https://github.com/WICG/explicit-javascript-compile-hints-file-based. It counts before the first statement only. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chromium compile all functions of these files on another thread while it loads them. Otherwise it compiles each when it
 * is first called, on the thread that opens the page (docs/decisions/0238).
 */
export const compiledWhileLoading: Plugin = {
  name: 'compiled-while-loading',
  apply: 'build',
  // After Vite has written the list of imported files at the start of a file.
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const missing = new Set(OPENING);
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && missing.delete(file.name)) file.code = HINT + file.code;
      if (missing.size > 0) this.error(`no such files: ${[...missing].join(', ')}`);
    },
  },
};
