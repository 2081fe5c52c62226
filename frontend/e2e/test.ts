import { test as base } from '@playwright/test';

/**
 * Playwright's own, but for what a test leaves behind: the browsers of people who are done would go on talking, and take
 * the machine from those who come after.
 */
export const test = base.extend<{ leaving: void }>({
  leaving: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
