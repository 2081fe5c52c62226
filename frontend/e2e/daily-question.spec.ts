import { type Page, expect } from '@playwright/test';
import { aCouple, browse, writeQuestion } from './people.js';
import { test } from './test.js';

const questionCard = (page: Page) => page.getByRole('region', { name: 'Question of the day' });

const openDashboard = async (page: Page): Promise<void> => {
  await page.goto('/dashboard');
  await expect(page.getByText('Connected', { exact: true }).filter({ visible: true })).toBeVisible();
};

const answer = async (page: Page, text: string): Promise<void> => {
  await questionCard(page).getByRole('textbox', { name: 'Your answer' }).fill(text);
  await questionCard(page).getByRole('button', { name: 'Answer', exact: true }).click();
};

test('both partners answer a question, see each other’s answer only afterwards, and one can hide the rhythm for both', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  await writeQuestion(mira, 'Which colour is our lantern?');
  const [hers, his] = [await browse(browser, mira), await browse(browser, jonas)];
  let received = '';
  his.on(
    'response',
    (response) =>
      void response
        .text()
        .then((text) => (received += text))
        .catch(() => undefined),
  );
  his.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (received += String(payload))));
  for (const page of [hers, his]) await openDashboard(page);

  await expect(questionCard(his).getByText('From Mira')).toBeVisible();
  await answer(hers, 'Paper white, like moths');
  await expect(questionCard(hers).getByText('Waiting for Jonas')).toBeVisible();
  await expect(questionCard(his).getByText('Mira has answered. You see it when you have answered too.')).toBeVisible();
  await his.reload();
  await expect(questionCard(his).getByText(/Mira has answered/)).toBeVisible();
  expect(received).toContain('Which colour is our lantern?');
  expect(received).not.toContain('moths');

  await answer(his, 'Blue, I thought');
  for (const page of [hers, his]) {
    await expect(questionCard(page).getByText('Paper white, like moths')).toBeVisible();
    await expect(questionCard(page).getByText('Blue, I thought')).toBeVisible();
    await expect(questionCard(page).getByText('Your rhythm: 1 day.')).toBeVisible();
  }
  await questionCard(his).getByRole('button', { name: 'React with ❤️' }).click();
  await expect(questionCard(hers).getByRole('button', { name: '❤️ 1, by Jonas' })).toBeVisible();

  await hers.getByRole('link', { name: 'Challenges' }).first().click();
  const history = hers.getByRole('region', { name: 'Your answers' });
  await history.getByRole('searchbox').fill('moths');
  await expect(history.getByText('Which colour is our lantern?')).toBeVisible();
  await history.getByRole('searchbox').fill('zebra');
  await expect(history.getByText('No results for “zebra”')).toBeVisible();

  await hers.getByRole('link', { name: 'Settings' }).first().click();
  await hers.getByRole('button', { name: 'Configure Relationship' }).click();
  await hers.getByText('Show our rhythm').click();
  await expect(questionCard(his).getByText('Your rhythm: 1 day.')).toHaveCount(0);
});
