import { test as base } from '@playwright/test';

/**
 * Playwright's test, but it closes all browser contexts afterwards. Otherwise their pages keep polling and slow down the
 * following tests.
 */
export const test = base.extend<{ closeContexts: void }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
