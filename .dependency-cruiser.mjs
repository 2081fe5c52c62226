import { readFileSync } from 'node:fs';
import { INNER_RULES, readWorkspaces, workspaceRules } from './infra/lint/boundaries.mjs';

const { depConstraints } = JSON.parse(readFileSync(new URL('nx.json', import.meta.url), 'utf8'));

export default {
  forbidden: [...workspaceRules(readWorkspaces(import.meta.dirname), depConstraints), ...INNER_RULES],
  options: {
    // TypeScript 7 has no parser for others to borrow; swc also sees type-only imports.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/(?:dist|bundle)/'] },
    exclude: { path: ['^\\.local/', '^\\.nx/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
