import { type BrowserContext, expect } from '@playwright/test';
import { aCouple, browse, sendText } from './people.js';
import { test } from './test.js';

/** Cuts the API and the socket of every tab; the page itself still loads. @returns a function that restores them */
async function cutNetwork(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route(/\/(?:api|socket\.io)\//, (route) => route.abort());
  await context.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  return () => context.unrouteAll();
}

test('two tabs that open while the server is down stay signed in and load when it returns', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'Still there?');
  const page = await browse(browser, mira);
  await page.goto('/chat');
  await expect(page.getByText('Still there?')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: 'Welcome back, Mira' })).toBeVisible();

  const back = await cutNetwork(page.context());
  for (const tab of [page, other]) {
    await tab.reload();
    await expect(tab.getByText(/^Duet cannot be reached right now/)).toBeVisible();
    await expect(tab.getByRole('complementary', { name: 'Sidebar' }).getByText('Mira Winter')).toBeVisible();
  }
  expect(new URL(page.url()).pathname).toBe('/chat');

  await back();
  await expect(page.getByRole('log').getByText('Still there?')).toBeVisible({ timeout: 40_000 });
  await expect(other.getByRole('heading', { name: 'Welcome back, Mira' })).toBeVisible({ timeout: 40_000 });
});
