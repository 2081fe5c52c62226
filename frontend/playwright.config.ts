import { ASSERTION_TIMEOUT } from '@duet/infra/test-timeouts';
import { defineConfig } from '@playwright/test';
import { SHELL_OPTIONS } from './e2e/browsers.js';

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/set-up.ts',
  outputDir: './test-results',
  // The specs share one product. Those tagged `@alone` kill its processes; `npm test` gives them a product of their own and runs the others three
  // at a time.
  workers: 1,
  // A test of many screens takes a minute on a quiet machine. It only delays tests that hang.
  timeout: 240_000,
  // A test that passes its second run is reported as unstable.
  retries: 1,
  expect: { timeout: ASSERTION_TIMEOUT },
  reporter: 'list',
  // Projects run in this order, so the last one can check what all other tests have logged.
  projects: [
    { name: 'product', testIgnore: '**/*.teardown.spec.ts' },
    { name: 'teardown', testMatch: '**/*.teardown.spec.ts' },
  ],
  use: {
    // An action that waits for what does not come says so long before the test ends.
    actionTimeout: 2 * ASSERTION_TIMEOUT,
    viewport: { width: 1280, height: 800 },
    // A page's requests that a worker answers cannot be intercepted. Tests of the worker allow it.
    serviceWorkers: 'block',
    // Actions, console and network. Screenshots and snapshots would cost a third of the total time; `--trace on` adds them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: SHELL_OPTIONS,
  },
});
