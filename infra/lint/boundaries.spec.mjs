import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../local/command.mjs';
import { ROOT } from '../local/places.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { readWorkspaces, workspaceRules } from './boundaries.mjs';

const { depConstraints } = JSON.parse(readFileSync(join(ROOT, 'nx.json'), 'utf8'));

/** A small copy of the house: file -> the files that it imports. @type {Record<string, string[]>} */
const HOUSE = {
  'libs/contracts/src/index.ts': [],
  'libs/service-kit/src/rpc/rpc-client.ts': ['libs/contracts/src/index.ts'],
  'libs/testing/src/index.ts': ['libs/service-kit/src/rpc/rpc-client.ts', 'libs/contracts/src/index.ts'],
  'gateway/src/main.ts': ['libs/service-kit/src/rpc/rpc-client.ts', 'libs/contracts/src/index.ts'],
  'services/auth/src/main.ts': ['libs/contracts/src/index.ts'],
  'services/auth/test/auth.spec.ts': ['libs/testing/src/index.ts', 'services/auth/src/main.ts'],
  'services/media/src/main.ts': [],
  'services/realtime/src/main.ts': ['libs/service-kit/src/rpc/rpc-client.ts'],
  'frontend/src/app/app.tsx': ['frontend/src/features/chat/chat.tsx', 'frontend/src/features/search/search.tsx'],
  'frontend/src/features/chat/chat.tsx': ['frontend/src/api/base.ts', 'frontend/src/ui/button.tsx', 'libs/contracts/src/index.ts'],
  'frontend/src/features/search/search.tsx': [],
  'frontend/src/api/base.ts': [],
  'frontend/src/ui/button.tsx': [],
  'infra/local/start.ts': [],
};

/** Who imports what it may not, and the rule that says so. */
const BREACHES = [
  ['libs/contracts/src/index.ts', 'libs/service-kit/src/rpc/rpc-client.ts', '@duet/contracts imports only what it may'],
  ['libs/service-kit/src/rpc/rpc-client.ts', 'libs/testing/src/index.ts', '@duet/service-kit imports only what it may'],
  ['gateway/src/main.ts', 'services/auth/src/main.ts', '@duet/gateway imports only what it may'],
  ['gateway/src/main.ts', 'libs/testing/src/index.ts', '@duet/gateway imports only what it may'],
  ['services/auth/src/main.ts', 'services/media/src/main.ts', '@duet/auth imports only what it may'],
  ['services/auth/test/auth.spec.ts', 'services/media/src/main.ts', 'tests of @duet/auth import only what they may'],
  ['frontend/src/app/app.tsx', 'libs/service-kit/src/rpc/rpc-client.ts', '@duet/frontend imports only what it may'],
  ['frontend/src/features/chat/chat.tsx', 'frontend/src/features/search/search.tsx', 'a feature imports no feature'],
  ['frontend/src/features/search/search.tsx', 'frontend/src/app/app.tsx', 'a feature does not know the app'],
  ['frontend/src/api/base.ts', 'frontend/src/features/search/search.tsx', 'the api knows no screen'],
  ['frontend/src/ui/button.tsx', 'frontend/src/api/base.ts', 'ui has no domain'],
];

/** @param {string} root @param {Record<string, string[]>} house */
function build(root, house) {
  const put = (/** @type {string} */ file, /** @type {string} */ text) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const [file, imports] of Object.entries(house)) put(file, `${imports.map((to, at) => `import * as i${at} from '${'../'.repeat(file.split('/').length - 1)}${to.replace(/\.tsx?$/, '.js')}';\n`).join('')}export const here = 1;\n`);
  put('package.json', readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const { folder, name, tags } of readWorkspaces(ROOT)) put(`${folder}/package.json`, JSON.stringify({ name, nx: { tags } }));
  put('nx.json', JSON.stringify({ depConstraints }));
  put('.dependency-cruiser.mjs', readFileSync(join(ROOT, '.dependency-cruiser.mjs'), 'utf8').replace("'./infra/", `'${ROOT}/infra/`));
}

/** @param {Record<string, string[]>} house @returns {Promise<string[]>} `rule: from → to` */
async function violations(house) {
  const root = temporaryFolder('boundaries');
  build(root, house);
  const { stdout, output } = await run(process.execPath, [join(ROOT, 'node_modules/.bin/depcruise'), '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'libs', 'gateway', 'services', 'frontend', 'infra'], { cwd: root });
  if (!stdout.startsWith('{')) throw new Error(output);
  return JSON.parse(stdout).summary.violations.map((/** @type {{rule: {name: string}, from: string, to: string}} */ one) => `${one.rule.name}: ${one.from} → ${one.to}`);
}

/** A service that calls another: the name comes from the package's front door, so the linter has to see it. @param {string} file */
async function lintMessages(file) {
  const root = temporaryFolder('lint');
  build(root, HOUSE);
  writeFileSync(join(root, '.oxlintrc.json'), readFileSync(join(ROOT, '.oxlintrc.json')));
  writeFileSync(join(root, file), "import { RpcClient } from '@duet/service-kit';\nexport const rpc = RpcClient;\n");
  const { output } = await run(process.execPath, [join(ROOT, 'node_modules/.bin/oxlint'), '--no-ignore', '-c', '.oxlintrc.json', file], { cwd: root });
  return output;
}

describe('boundaries', () => {
  it('let only edges call services', async () => {
    expect(await lintMessages('services/auth/src/main.ts')).toContain('Only gateway and realtime call services');
    expect(await lintMessages('services/realtime/src/main.ts')).not.toContain('Only gateway and realtime');
    expect(await lintMessages('gateway/src/main.ts')).not.toContain('Only gateway and realtime');
  });

  it('let the house stand as it is meant', async () => {
    expect(await violations(HOUSE)).toEqual([]);
  });

  describe('see each breach', () => {
    /** @type {string[]} */
    let seen;
    beforeAll(async () => {
      const broken = structuredClone(HOUSE);
      for (const [from, to] of BREACHES) broken[from].push(to);
      broken['services/media/src/main.ts'].push('services/media/src/nowhere.ts');
      seen = await violations(broken);
    });

    it.each(BREACHES)('%s → %s', (from, to, rule) => expect(seen).toContain(`${rule}: ${from} → ${to}`));

    it('an import of nothing', () => expect(seen).toContainEqual(expect.stringMatching(/^every import can be found: services\/media\/src\/main\.ts → /)));

    it('a cycle', () => expect(seen).toContainEqual(expect.stringMatching(/^no cycles: /)));
  });

  it('refuse a workspace whose tag nobody knows', () => {
    expect(() => workspaceRules([{ name: '@duet/new', folder: 'new', tags: ['scope:new'] }], depConstraints)).toThrow("@duet/new has no tag that nx.json's depConstraints know");
  });
});
