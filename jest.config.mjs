/*
 * One Jest for everything. Run by `npm test`, or alone:
 *   NODE_OPTIONS="--experimental-vm-modules --no-warnings" npx jest --selectProjects messaging -- reactions
 * Nest 12 is ESM: our TypeScript becomes CommonJS, and Jest (on Node 24) then requires the ES modules.
 */
import { existsSync } from 'node:fs';
import { TEST_TIMEOUT } from './infra/local/test-timeouts.mjs';

const root = import.meta.dirname;

/** @param {boolean} jsx */
const typescript = (jsx) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: jsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: jsx,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

const ours = {
  // A workspace is its source, so that a test never runs against a stale build.
  '^@duet/contracts/plain$': `${root}/libs/contracts/src/plain.ts`,
  '^@duet/(contracts|service-kit|testing)$': `${root}/libs/$1/src/index.ts`,
  // TypeScript's `./x.js` is `./x.ts` on the disk.
  '^(\\.{1,2}/.*)\\.js$': '$1',
};

const stores = {
  globalSetup: `${root}/infra/local/jest-stores.mjs`,
  globalTeardown: `${root}/infra/local/jest-stores-stop.mjs`,
};

/** A whole run loads test files of a package in groups (infra/local/jest-groups.mjs). @param {string} folder of the package */
function groupsOf(folder) {
  const groups = process.env.JEST_GROUPS ? `${process.env.JEST_GROUPS}/${folder}` : undefined;
  return groups && existsSync(groups) ? [groups] : [];
}

/** @param {string} name @param {string} folder @param {object} [more] */
function nodeProject(name, folder, more = {}) {
  const groups = groupsOf(folder);
  return {
    displayName: name,
    rootDir: `${root}/${folder}`,
    roots: ['<rootDir>', ...groups],
    testEnvironment: 'node',
    testMatch: ['<rootDir>/{src,test}/**/*.spec.ts', ...groups.map((one) => `${one}/*.spec.cjs`)],
    transform: { '^.+\\.ts$': typescript(false) },
    moduleNameMapper: ours,
    ...more,
  };
}

/** @param {string} name @param {string} folder */
const onStores = (name, folder) => nodeProject(name, folder, stores);

const frontend = {
  displayName: 'frontend',
  rootDir: `${root}/frontend`,
  testEnvironment: `${root}/infra/local/jest-browser.mjs`,
  setupFilesAfterEnv: [`${root}/frontend/test/set-up.ts`],
  testMatch: ['<rootDir>/{src,test}/**/*.spec.{ts,tsx}'],
  transform: { '^.+\\.tsx?$': typescript(true) },
  moduleNameMapper: { '\\.css$': `${root}/infra/local/jest-nothing.cjs`, ...ours },
};

const infra = {
  displayName: 'infra',
  rootDir: `${root}/infra`,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.spec.mjs'],
  transform: {},
  ...stores,
};

export default {
  // A file waits much of its time: for retries, deadlines and servers that start. Three at once left two cores idle for a fifth of it.
  maxWorkers: 4,
  testTimeout: TEST_TIMEOUT,
  testSequencer: `${root}/infra/local/jest-sequencer.mjs`,
  // A worker with nothing left to do still needs a while to give its memory back, on a busy machine more than Jest's half second.
  workerGracefulExitTimeout: 5_000,
  // Modules of finished test files stay in memory: a worker that has run many is replaced.
  workerIdleMemoryLimit: '1500MB',
  projects: [
    nodeProject('contracts', 'libs/contracts'),
    onStores('service-kit', 'libs/service-kit'),
    onStores('testing', 'libs/testing'),
    onStores('gateway', 'gateway'),
    ...['auth', 'pairing', 'messaging', 'media', 'memories', 'challenges', 'realtime'].map((name) =>
      onStores(name, `services/${name}`),
    ),
    frontend,
    infra,
  ],
};
