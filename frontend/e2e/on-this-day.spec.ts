import { expect } from '@playwright/test';
import { ageConversation } from '@duet/infra/long-conversation';
import { expectAccessible } from './axe.js';
import { Chat, aCouple, browse, chatIdOf, sendText } from './people.js';
import { aPictureFile } from './pictures.js';
import { product } from './product.js';
import { test } from './test.js';

/** A multiple of four years ago, so that 29 February exists whenever this runs. */
const YEARS = 4;

test('messages of this day years ago appear, lead into the chat, and stay away from the user who hides them', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  await hers.send('We bought the blue bicycle');
  await hers.page.getByLabel('Files to attach').setInputFiles(aPictureFile('bicycle.png', 640, 480));
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(hers.log.getByRole('button', { name: /^Open photo/ })).toBeVisible();
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  const bubble = his.bubble('We bought the blue bicycle');
  await bubble.hover();
  await bubble.getByRole('button', { name: 'React with ❤️' }).click();
  await expect(hers.log.getByRole('button', { name: /❤️/ }).first()).toBeVisible();
  await expect(hers.log.getByRole('img', { name: /^(Sent|Delivered|Read)$/ })).toHaveCount(2);
  await ageConversation(product.adminDatabaseUrl, await chatIdOf(mira), YEARS);
  await sendText(mira, 'And today it has a flat tyre');

  await hers.page.goto('/dashboard');
  const card = hers.page.getByRole('region', { name: 'On this day' });
  await expect(card.getByRole('heading', { name: `${YEARS} years ago` })).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expect(card.getByText('flat tyre')).toHaveCount(0);
  // Pictures load when they are close to the screen.
  await card.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect
    .poll(() => card.locator('img').evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0);
  await card.getByRole('link', { name: 'We bought the blue bicycle' }).click();
  await expect(hers.page).toHaveURL(/\/chat\/[\w-]+\?seq=1$/);
  await expect(hers.bubble('We bought the blue bicycle')).toBeVisible();

  await hers.page.goto('/memories');
  const section = hers.page.getByRole('region', { name: 'On this day' });
  await expect(section.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(hers.page, 'what was on this day');
  await section
    .getByRole('listitem')
    .filter({ hasText: 'blue bicycle' })
    .getByRole('button', { name: /^More about/ })
    .click();
  await hers.page.getByRole('menuitem', { name: 'Not this one' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await his.page.goto('/memories');
  await expect(his.page.getByRole('region', { name: 'On this day' }).getByText('blue bicycle')).toBeVisible();

  await hers.page.goto('/settings');
  await hers.page.getByRole('button', { name: 'Configure Relationship' }).click();
  const panel = hers.page.getByRole('group', { name: 'On this day' });
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(hers.page, 'what is not shown again');
  await panel.getByRole('button', { name: 'Show again: We bought the blue bicycle' }).click();
  await expect(panel.getByText('Nothing is hidden.')).toBeVisible();
  await hers.page.goto('/memories');
  await expect(section.getByRole('listitem')).toHaveCount(2);
});
