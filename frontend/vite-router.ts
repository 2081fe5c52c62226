import type { Plugin } from 'vite';

/** Marks the class with which a statement begins. */
const withPureClass = (statement: string): string =>
  /^var \w+ = class extends React\d*\.Component \{/.test(statement)
    ? statement.replace(' = class', ' = /* @__PURE__ */ (() => class').replace(/^\};$/m, '})();')
    : statement;

/**
 * Lets the bundler drop the parts of React Router that Duet does not use. It must keep the call that makes a component, a
 * context or a base class, and the assignment of a name, because either could have effects; here none has any.
 */
export const usedRouter: Plugin = {
  name: 'used-router',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: '**/react-router/dist/**/*.mjs' },
    handler: (code) => ({
      code: code
        .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
        .replaceAll(/^\w+\.displayName = .*;$/gm, '')
        .replaceAll(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
        .split(/^(?=var )/m)
        .map(withPureClass)
        .join(''),
      map: null,
    }),
  },
};
