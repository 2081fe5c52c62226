import { type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse } from './people.js';
import { test } from './test.js';

async function openRelationship(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Relationship' }).click();
}

/** Presses a switch by keyboard and waits until it is stored. */
async function press(page: Page, name: RegExp): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/users/settings') && response.request().method() === 'PUT',
  );
  await page.getByRole('switch', { name }).press('Space');
  expect((await saved).ok()).toBe(true);
}

test('one switches lists and gestures off: they leave both screens at once, and come back as they were', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira, { reducedMotion: 'reduce' });
  await hers.goto('/challenges?tab=lists');
  await hers.getByRole('button', { name: 'New list' }).click();
  await hers.getByText('Dinner for two').click();
  await hers.getByRole('button', { name: 'Create list' }).click();
  await hers.getByRole('button', { name: 'More actions for this list' }).click();
  await hers.getByRole('menuitem', { name: 'Share in chat' }).click();

  const his = await browse(browser, jonas, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await his.goto('/challenges?tab=lists');
  await his.getByRole('link', { name: 'Dinner for two' }).click();
  await his.getByRole('checkbox', { name: 'Salad' }).check();
  const hisChat = await his.context().newPage();
  await hisChat.goto('/chat');
  const card = hisChat.getByRole('log').getByRole('listitem').filter({ hasText: 'Dinner for two' });
  await expect(card.getByRole('link', { name: 'Dinner for two' })).toBeVisible();

  const stickers = hisChat.getByRole('button', { name: 'Stickers' });
  await expect(stickers).toBeVisible();

  await openRelationship(hers);
  await press(hers, /^Lists/);
  await press(hers, /^Small gestures/);
  await expect(his.getByRole('heading', { name: 'Lists are resting' })).toBeVisible();
  await expect(his.getByRole('checkbox', { name: 'Salad' })).not.toBeVisible();
  await expect(his.getByRole('tab', { name: 'Goals' })).toBeVisible();
  await expect(card.getByText('This rests for both of you at the moment.')).toBeVisible();
  await expect(card.getByRole('link')).not.toBeVisible();
  await expect(stickers).not.toBeVisible();
  await expectAccessible(hisChat, 'a chat with a card that rests');

  // His own switch is still on and cannot bring them back.
  await openRelationship(his);
  await expect(his.getByRole('switch', { name: /^Lists.*Rests for both of you/ })).toBeChecked();
  await expectAccessible(his, 'settings, parts');
  await press(his, /^Lists/);
  await press(his, /^Lists/);
  await his.goto('/challenges');
  await expect(his.getByRole('tab', { name: 'Goals' })).toBeVisible();
  await expect(his.getByRole('tab', { name: 'Lists' })).not.toBeVisible();
  await his.goto('/partner');
  await expect(his.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  await expect(his.getByRole('group', { name: 'A small sign' })).not.toBeVisible();

  await press(hers, /^Lists/);
  await press(hers, /^Small gestures/);
  await expect(his.getByRole('group', { name: 'A small sign' })).toBeVisible();
  await expect(stickers).toBeVisible();
  await card.getByRole('link', { name: 'Dinner for two' }).click();
  await expect(hisChat.getByRole('checkbox', { name: 'Salad' })).toBeChecked();
  await expect(hisChat.getByRole('checkbox', { name: 'Candles' })).not.toBeChecked();
});
