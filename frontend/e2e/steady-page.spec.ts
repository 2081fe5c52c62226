import { type Route, expect } from '@playwright/test';
import { aCouple, browse } from './people.js';
import { test } from './test.js';

test('a page waits for its banner, which would move it under a finger', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isAsked = false;
  await page.route('**/assets/account-banners-*.js', async (route: Route) => {
    isAsked = true;
    await released;
    await route.continue();
  });
  await page.goto('/memories');
  const capsules = page.getByRole('heading', { name: 'Capsules', exact: true });
  await expect(page.getByRole('main').getByRole('img', { name: 'Loading' })).toBeVisible();
  await expect.poll(() => isAsked).toBe(true);
  await expect(capsules).toBeHidden();
  release();
  await expect(capsules).toBeVisible();
  await expect(page.getByText(/verify your email/)).toBeVisible();
});

test("the chat has a phone's whole screen while it loads", async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira);
  await page.setViewportSize({ width: 390, height: 844 });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/account-banners-*.js', async (route: Route) => {
    await released;
    await route.continue();
  });
  await page.goto('/chat');
  await expect(page.getByRole('main').getByRole('img', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  release();
  await expect(page.getByRole('log')).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('a page is shown without its banner where that does not load', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira);
  await page.route('**/assets/account-banners-*.js', (route) => route.abort());
  await page.goto('/memories');
  await expect(page.getByRole('heading', { name: 'Capsules', exact: true })).toBeVisible();
});
