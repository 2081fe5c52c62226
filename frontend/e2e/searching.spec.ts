import { type Browser, type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse, sendText, answerToday, writeQuestion } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

/** Starts an album in the page, and stays on it. */
async function startAlbum(page: Page, title: string): Promise<void> {
  await page.goto('/memories');
  await page.getByRole('button', { name: 'New capsule' }).first().click();
  const form = page.getByRole('dialog', { name: 'New capsule' });
  await form.getByText('Album that grows', { exact: true }).click();
  await form.getByLabel('Title').fill(title);
  await form.getByRole('button', { name: 'Create capsule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

async function twoBrowsers(browser: Browser) {
  const [mira, jonas] = await aCouple();
  const [hers, his] = [await browse(browser, mira), await browse(browser, jonas)];
  return { mira, jonas, hers, his };
}

test('two people find again what they share, and each hit opens its exact place', async ({ browser }) => {
  const { mira, jonas, hers, his } = await twoBrowsers(browser);
  await writeQuestion(mira, 'Which lighthouse was ours?');
  await answerToday(mira, 'The white one');
  await sendText(jonas, 'The lighthouse is lit');
  for (let n = 0; n < 7; n += 1) await sendText(mira, `lighthouse ${n}`);
  await startAlbum(hers, 'Café by the sea');
  await hers.getByLabel('Your words').fill('Rain at the lighthouse');
  await hers.getByRole('button', { name: 'Put it in' }).click();
  await expect(hers.getByRole('article').getByText('Rain at the lighthouse')).toBeVisible();

  // By keyboard alone, from anywhere.
  await his.goto('/profile');
  await expect(his.getByRole('heading', { level: 1 })).toBeVisible();
  await his.keyboard.press('Control+k');
  await his.keyboard.type('LIGHTH');
  const memories = his.getByRole('region', { name: 'Memories', exact: true });
  await expect(memories.getByRole('link')).toHaveCount(1);
  // Her answer is not revealed, and neither is her question.
  await expect(his.getByRole('region', { name: 'Questions', exact: true })).toHaveCount(0);
  await expectAccessible(his, 'the search box with results');
  await his.keyboard.press('ArrowDown');
  await his.keyboard.press('Enter');
  await expect(his).toHaveURL(/\/memories\/.+\?piece=/);
  const piece = his.getByRole('listitem').filter({ hasText: 'Rain at the lighthouse' });
  await expect(piece).toBeFocused();

  await answerToday(jonas, 'The red one');
  await his.keyboard.press('Control+k');
  await his.keyboard.type('lighthouse');
  await expect(his.getByRole('region', { name: 'Questions', exact: true })).toBeVisible();
  await his.keyboard.press('Enter');
  await expect(his).toHaveURL('/search?q=lighthouse');
  await expectAccessible(his, 'the page of a search');
  await his.getByRole('link', { name: 'All results in messages' }).click();
  await expect(his).toHaveURL('/search?q=lighthouse&types=messages');
  await expect(his.getByRole('main').getByRole('link')).toHaveCount(8);
  await his.goBack();
  await expect(his.getByRole('region', { name: 'Memories', exact: true })).toBeVisible();
  await his.reload();
  await expect(his.getByRole('searchbox', { name: 'What are you looking for?' })).toHaveValue('lighthouse');
  await his.getByRole('searchbox', { name: 'What are you looking for?' }).fill('cafe');
  await expect(his.getByRole('link', { name: /Café by the sea/ }).first()).toBeVisible();
  await expect(his).toHaveURL('/search?q=cafe');
  await his.getByRole('searchbox', { name: 'What are you looking for?' }).fill('is lit');
  await his.getByRole('link', { name: /The lighthouse is lit/ }).click();
  await expect(his.getByRole('log').getByText('The lighthouse is lit')).toBeVisible();

  await his.goto('/search?q=zebra');
  await expect(his.getByText('No results for "zebra"')).toBeVisible();
});

test('a place is set on the map, and found again on both maps', async ({ browser }) => {
  const { hers, his } = await twoBrowsers(browser);
  await startAlbum(hers, 'A week in Lisbon');
  await hers.getByLabel('Place (optional)').fill('Alfama');
  await hers.getByRole('button', { name: 'Set the point on the map' }).click();
  const dialog = hers.getByRole('dialog', { name: 'Where was it?' });
  const map = dialog.getByRole('group', { name: /^Map\./ });
  await expect(map.locator('path').first()).toBeAttached();
  await map.click({ position: { x: 120, y: 100 } });
  await expect(dialog.getByRole('status')).toHaveText(/^The point: /);
  // By keyboard alone as well: the middle of the map.
  await map.focus();
  await hers.keyboard.press('+');
  await hers.keyboard.press('ArrowLeft');
  const first = await dialog.getByRole('status').textContent();
  await hers.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).not.toHaveText(first ?? '');
  await expectAccessible(hers, 'setting a point');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await hers.getByRole('button', { name: 'Put it in' }).click();
  await expect(hers.getByRole('article').getByText('Alfama')).toBeVisible();

  const outside: string[] = [];
  his.on('request', (request) => {
    if (!request.url().startsWith(product.url)) outside.push(request.url());
  });
  await his.goto('/memories');
  await his.getByRole('tab', { name: 'Map' }).click();
  await expect(his).toHaveURL('/memories?view=map');
  await his.getByRole('button', { name: '1 memory here: Alfama' }).click();
  const cards = his.getByRole('region', { name: 'Memories at this place' });
  await expect(cards).toBeFocused();
  await expectAccessible(his, 'the map');
  await cards.getByRole('link', { name: 'A week in Lisbon' }).click();
  const piece = his
    .getByRole('listitem')
    .filter({ hasText: 'Alfama' })
    .filter({ has: his.getByRole('article') });
  await expect(piece).toBeFocused();
  await his.goBack();
  await expect(his.getByRole('group', { name: /^Map of your places/ })).toBeVisible();
  expect(outside).toEqual([]);

  await his.goto('/memories');
  await his.getByRole('button', { name: 'Year', exact: true }).click();
  await his.getByRole('menuitem').first().click();
  await expect(his).toHaveURL(/\/memories\?year=\d{4}$/);
  await expect(his.getByRole('link', { name: 'A week in Lisbon' })).toBeVisible();
  await his.getByRole('button', { name: 'By', exact: true }).click();
  await his.getByRole('menuitem', { name: 'You' }).click();
  await expect(his.getByText('No memories match these filters.')).toBeVisible();
  await expectAccessible(his, 'filtered memories');
  await his.goBack();
  await expect(his.getByRole('link', { name: 'A week in Lisbon' })).toBeVisible();
});
