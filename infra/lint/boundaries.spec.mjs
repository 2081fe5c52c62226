import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../local/command.mjs';
import { ROOT } from '../local/places.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { readWorkspaces, workspaceRules } from './boundaries.mjs';

const { depConstraints } = JSON.parse(readFileSync(join(ROOT, 'nx.json'), 'utf8'));

/** A small repository: each file with the files that it imports. @type {Record<string, string[]>} */
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
  'frontend/src/features/chat/chat.tsx': [
    'frontend/src/api/base.ts',
    'frontend/src/ui/button.tsx',
    'libs/contracts/src/index.ts',
  ],
  'frontend/src/features/search/search.tsx': [],
  'frontend/src/api/base.ts': [],
  'frontend/src/platform/session.ts': ['frontend/src/api/base.ts'],
  'frontend/src/sync/index.ts': ['frontend/src/sync/live.ts'],
  'frontend/src/sync/live.ts': ['frontend/src/platform/session.ts', 'frontend/src/api/base.ts'],
  'frontend/src/ui/button.tsx': [],
  'infra/local/start.ts': [],
};

/** A file, a forbidden import, and the rule that it breaks. */
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
  ['frontend/src/api/base.ts', 'frontend/src/features/search/search.tsx', 'what is below the screens knows none'],
  ['frontend/src/sync/live.ts', 'frontend/src/ui/button.tsx', 'what is below the screens knows none'],
  ['frontend/src/platform/session.ts', 'frontend/src/sync/index.ts', 'platform does not know the sync engine'],
  ['frontend/src/api/base.ts', 'frontend/src/sync/index.ts', 'api knows neither platform nor sync'],
  [
    'frontend/src/features/search/search.tsx',
    'frontend/src/sync/live.ts',
    'the sync engine is imported through its index',
  ],
  ['frontend/src/ui/button.tsx', 'frontend/src/api/base.ts', 'ui has no domain'],
];

/** @param {string} root @param {Record<string, string[]>} house */
function build(root, house) {
  const put = (/** @type {string} */ file, /** @type {string} */ text) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const [file, imports] of Object.entries(house))
    put(
      file,
      `${imports.map((to, at) => `import * as i${at} from '${'../'.repeat(file.split('/').length - 1)}${to.replace(/\.tsx?$/, '.js')}';\n`).join('')}export const here = 1;\n`,
    );
  put('package.json', readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const { folder, name, tags } of readWorkspaces(ROOT))
    put(`${folder}/package.json`, JSON.stringify({ name, nx: { tags } }));
  put('nx.json', JSON.stringify({ depConstraints }));
  put(
    '.dependency-cruiser.mjs',
    readFileSync(join(ROOT, '.dependency-cruiser.mjs'), 'utf8').replace("'./infra/", `'${ROOT}/infra/`),
  );
}

/** @param {Record<string, string[]>} house @returns {Promise<string[]>} `rule: from → to` */
async function violations(house) {
  const root = temporaryFolder('boundaries');
  build(root, house);
  const { stdout, output } = await run(
    process.execPath,
    [
      join(ROOT, 'node_modules/.bin/depcruise'),
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      'libs',
      'gateway',
      'services',
      'frontend',
      'infra',
    ],
    { cwd: root },
  );
  if (!stdout.startsWith('{')) throw new Error(output);
  return JSON.parse(stdout).summary.violations.map(
    (/** @type {{rule: {name: string}, from: string, to: string}} */ one) =>
      `${one.rule.name}: ${one.from} → ${one.to}`,
  );
}

/** Lints a service that imports the RPC client. It comes from the package's index, so only the linter sees the name. @param {string} file */
async function lintMessages(file) {
  const root = temporaryFolder('lint');
  build(root, HOUSE);
  writeFileSync(join(root, '.oxlintrc.json'), readFileSync(join(ROOT, '.oxlintrc.json')));
  writeFileSync(join(root, file), "import { RpcClient } from '@duet/service-kit';\nexport const rpc = RpcClient;\n");
  const { output } = await run(
    process.execPath,
    [join(ROOT, 'node_modules/.bin/oxlint'), '--no-ignore', '-c', '.oxlintrc.json', file],
    { cwd: root },
  );
  return output;
}

describe('boundaries', () => {
  it('let only edges call services', async () => {
    expect(await lintMessages('services/auth/src/main.ts')).toContain('Only gateway and realtime call services');
    expect(await lintMessages('services/realtime/src/main.ts')).not.toContain('Only gateway and realtime');
    expect(await lintMessages('gateway/src/main.ts')).not.toContain('Only gateway and realtime');
  });

  it('pass a repository that follows the rules', async () => {
    expect(await violations(HOUSE)).toEqual([]);
  });

  describe('find each forbidden import', () => {
    /** @type {string[]} */
    let seen;
    beforeAll(async () => {
      const broken = structuredClone(HOUSE);
      for (const [from, to] of BREACHES) broken[from].push(to);
      broken['services/media/src/main.ts'].push('services/media/src/nowhere.ts');
      seen = await violations(broken);
    });

    it.each(BREACHES)('%s → %s', (from, to, rule) => expect(seen).toContain(`${rule}: ${from} → ${to}`));

    it('find an import of a missing file', () =>
      expect(seen).toContainEqual(
        expect.stringMatching(/^every import can be found: services\/media\/src\/main\.ts → /),
      ));

    it('find a cycle', () => expect(seen).toContainEqual(expect.stringMatching(/^no cycles: /)));
  });

  describe('between folders', () => {
    /** Pairs of files, one importing the other, and the two folders that then import each other. @type {[string, string, string][]} */
    const BACK = [
      ['services/media/src/voices/worker.ts', 'services/media/src/files/kind.ts', 'services/media/src'],
      ['libs/contracts/src/core/event.ts', 'libs/contracts/src/messaging/emoji.ts', 'libs/contracts/src'],
      [
        'frontend/src/features/chat/list/row.tsx',
        'frontend/src/features/chat/media/voice.tsx',
        'frontend/src/features/chat',
      ],
      ['infra/deploy/end.mjs', 'infra/local/start.mjs', 'infra'],
    ];

    /** Runs the check over a repository with the imports of the pairs (each first file imports its second) and of `more`. @param {[string, string][]} more */
    async function checkFolders(more) {
      const root = temporaryFolder('folders');
      /** @type {Record<string, string[]>} */
      const house = {};
      for (const [from, to] of [...BACK, ...more]) {
        house[from] = [...(house[from] ?? []), to];
        house[to] ??= [];
      }
      build(root, house);
      const lint = join(ROOT, 'infra', 'lint', 'folders.mjs');
      return run(process.execPath, [lint, 'libs', 'services', 'frontend', 'infra'], { cwd: root });
    }

    it('allow imports in one direction', async () => {
      expect(await checkFolders([])).toMatchObject({ code: 0, output: '' });
    });

    it('refuse imports in both directions, also through another file, at every level', async () => {
      const { code, output } = await checkFolders(
        BACK.map(([from, to]) => [to.replace('.', '-back.'), from.replace('.', '-too.')]),
      );
      expect(code).toBe(1);
      expect(output.trim().split('\n')).toHaveLength(BACK.length);
      for (const [, , folder] of BACK) expect(output).toContain(`${folder}/`);
    });

    it('allow a test to import both ways', async () => {
      const back = /** @type {[string, string]} */ ([
        'services/media/src/files/kind.spec.ts',
        'services/media/src/voices/worker.ts',
      ]);
      expect(await checkFolders([back])).toMatchObject({ code: 0 });
    });
  });

  it('refuse a workspace with an unknown tag', () => {
    expect(() => workspaceRules([{ name: '@duet/new', folder: 'new', tags: ['scope:new'] }], depConstraints)).toThrow(
      "@duet/new has no tag that nx.json's depConstraints know",
    );
  });
});
