import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Debian's own browser where it is; elsewhere Playwright's. */
const chromium = process.env['CHROMIUM_PATH'] ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);

/** A microphone that beeps, and a person who always allows it. */
const MICROPHONE = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/set-up.ts',
  outputDir: './test-results',
  // The specs share one product, and some (`@alone`) kill its processes; `npm test` runs the others two at a time.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...MICROPHONE],
    },
  },
});
