import { type BrowserContext, test as base, expect } from '@playwright/test';

/**
 * Playwright's test. It fails when a page breaks its content security policy, and closes all browser contexts afterwards.
 * Otherwise their pages keep polling and slow down the following tests.
 */
export const test = base.extend<{ contexts: void }>({
  contexts: [
    async ({ browser }, use) => {
      const violations: string[] = [];
      const watch = (context: BrowserContext): void => {
        context.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) violations.push(message.text());
        });
      };
      browser.on('context', watch);
      await use();
      browser.off('context', watch);
      await Promise.all(browser.contexts().map((context) => context.close()));
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});
