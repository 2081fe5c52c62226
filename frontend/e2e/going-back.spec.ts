import { type Page, expect } from '@playwright/test';
import { aCouple, browse } from './people.js';
import { test } from './test.js';

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('a new page begins at its top, and going back leads to where one was', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira, { viewport: { width: 390, height: 600 } });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  await page.getByRole('button', { name: 'Unlink' }).scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(300);
  await page.getByRole('navigation', { name: 'Quick navigation' }).getByRole('link', { name: 'Memories' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Memories' })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(before);
});
