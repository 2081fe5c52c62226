import { type Page, expect } from '@playwright/test';
import { aCouple, browse, writeQuestion } from './people.js';
import { test } from './test.js';

const card = (page: Page) => page.getByRole('region', { name: 'Question of the day' });

const openDashboard = async (page: Page): Promise<void> => {
  await page.goto('/dashboard');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
};

const answer = async (page: Page, text: string): Promise<void> => {
  await card(page).getByRole('textbox', { name: 'Your answer' }).fill(text);
  await card(page).getByRole('button', { name: 'Answer', exact: true }).click();
};

test('a question is answered by both, seen by neither before, kept for both, and its rhythm hidden by one for both', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await writeQuestion(mira, 'Which colour is our lantern?');
  const [hers, his] = [await browse(browser, mira), await browse(browser, jonas)];
  let heard = '';
  his.on('response', (response) => void response.text().then((text) => (heard += text)).catch(() => undefined));
  his.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (heard += String(payload))));
  for (const page of [hers, his]) await openDashboard(page);

  await expect(card(his).getByText('From Mira')).toBeVisible();
  await answer(hers, 'Paper white, like moths');
  await expect(card(hers).getByText('Waiting for Jonas')).toBeVisible();
  await expect(card(his).getByText('Mira has answered. You see it when you have answered too.')).toBeVisible();
  await his.reload();
  await expect(card(his).getByText(/Mira has answered/)).toBeVisible();
  expect(heard).toContain('Which colour is our lantern?');
  expect(heard).not.toContain('moths');

  await answer(his, 'Blue, I thought');
  for (const page of [hers, his]) {
    await expect(card(page).getByText('Paper white, like moths')).toBeVisible();
    await expect(card(page).getByText('Blue, I thought')).toBeVisible();
    await expect(card(page).getByText('Your rhythm: 1 day.')).toBeVisible();
  }
  await card(his).getByRole('button', { name: 'React with ❤️' }).click();
  await expect(card(hers).getByRole('button', { name: '❤️ 1, by Jonas' })).toBeVisible();

  await hers.getByRole('link', { name: 'Challenges' }).first().click();
  const history = hers.getByRole('region', { name: 'Your answers' });
  await history.getByRole('searchbox').fill('moths');
  await expect(history.getByText('Which colour is our lantern?')).toBeVisible();
  await history.getByRole('searchbox').fill('zebra');
  await expect(history.getByText('No results for “zebra”')).toBeVisible();

  await hers.getByRole('link', { name: 'Settings' }).first().click();
  await hers.getByRole('button', { name: 'Configure Relationship' }).click();
  await hers.getByText('Show our rhythm').click();
  await expect(card(his).getByText('Your rhythm: 1 day.')).toHaveCount(0);
});
