import { expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse } from './people.js';
import { test } from './test.js';

test('a page whose code does not come says so in the frame, and loads once the network is back', async ({
  browser,
}) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira);
  await page.goto('/dashboard');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main).toBeVisible();
  const settings = '**/assets/settings-page-*.js';
  await page.route(settings, (route) => route.abort());
  await main.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await expect(main).toBeVisible();
  await expectAccessible(page, 'a page that did not load');
  // The other pages go on.
  await main.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, Mira' })).toBeVisible();
  await main.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await page.unroute(settings);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a page whose styles do not come says so too', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira);
  await page.goto('/chat');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main).toBeVisible();
  await page.route('**/assets/settings-page-*.css', (route) => route.abort());
  await main.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await expect(main).toBeVisible();
});

test('a page whose styles failed to load ahead gets them when it is opened', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira);
  const styles = /\/assets\/settings-page-.*\.css/;
  await page.route(styles, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed', (request) => styles.test(request.url()));
  await page.goto('/dashboard');
  await failed;
  const loaded = page.waitForResponse(styles);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect((await loaded).ok()).toBe(true);
});
