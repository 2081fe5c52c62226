import { type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse, sendText, setTogetherSince, writeQuestion } from './people.js';
import { test } from './test.js';

test('a message and a daily question are kept in two taps, shown as quotes, undone, and deleted with the message', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const his = await browse(browser, jonas);
  await his.goto('/chat');
  const words = 'I knew it on the second day.';
  for (const text of [words, 'And this only once.']) {
    await his.getByRole('textbox', { name: 'Message Mira' }).fill(text);
    await his.keyboard.press('Enter');
  }

  const hers = await browse(browser, mira, { viewport: { width: 390, height: 844 } });
  await hers.goto('/chat');
  const keepFromMenu = async (text: string): Promise<void> => {
    const message = hers.locator('[data-message]').filter({ hasText: text });
    await message.focus();
    await hers.keyboard.press('Enter');
    await hers.getByRole('menuitem', { name: 'Keep this' }).click();
  };
  const sheet = hers.getByRole('dialog', { name: 'Where shall we keep it?' });
  await keepFromMenu('And this only once.');
  await sheet.getByRole('button', { name: 'Kept moments' }).click();
  await hers.getByRole('button', { name: 'Undo' }).click();
  await keepFromMenu(words);
  await expect(sheet.getByRole('button', { name: 'Kept moments' })).toBeVisible();
  await expectAccessible(hers, 'choosing where to keep a message');
  await sheet.getByRole('button', { name: 'Kept moments' }).click();
  await expect(hers.getByText('Kept in Kept moments')).toBeVisible();

  await his.goto('/memories');
  await his.getByRole('link', { name: 'Kept moments' }).click();
  const kept = his.getByRole('article').filter({ hasText: words });
  await expect(kept.getByText('Mira kept this')).toBeVisible();
  await expect(kept.getByRole('blockquote')).toHaveText(words);
  await expect(his.getByRole('article')).toHaveCount(1);
  await expectAccessible(his, 'an album of kept things');

  await hers.goto('/memories');
  await hers.getByRole('link', { name: 'Kept moments' }).click();
  await hers.getByRole('button', { name: 'Change this' }).click();
  await hers.getByRole('dialog').getByLabel('Your words').fill('The beginning of everything');
  await hers.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(kept.getByText('The beginning of everything')).toBeVisible();

  await kept.getByRole('link', { name: /Show in chat/ }).click();
  const original = his.locator('[data-message]').filter({ hasText: words });
  await expect(original).toBeInViewport();
  await original.focus();
  await his.keyboard.press('Enter');
  await his.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(hers.getByRole('article')).toHaveCount(0, { timeout: 15_000 });
});

test('both answers of a daily question are kept once both are there', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await writeQuestion(mira, 'Sea or mountains?');
  const [hers, his] = [await browse(browser, mira), await browse(browser, jonas)];
  const card = (page: Page) => page.getByRole('region', { name: 'Question of the day' });
  const answer = async (page: Page, text: string): Promise<void> => {
    await page.goto('/dashboard');
    await card(page).getByRole('textbox', { name: 'Your answer' }).fill(text);
    await card(page).getByRole('button', { name: 'Answer', exact: true }).click();
  };
  await answer(hers, 'The sea, in winter');
  await expect(card(hers).getByText('Waiting for Jonas')).toBeVisible();
  await expect(card(hers).getByRole('button', { name: 'Keep this' })).toHaveCount(0);
  await answer(his, 'Mountains');
  await card(hers).getByRole('button', { name: 'Keep this' }).click();
  await hers.getByRole('dialog').getByRole('button', { name: 'Kept moments' }).click();
  await expect(hers.getByText('Kept in Kept moments')).toBeVisible();

  await his.goto('/memories');
  await his.getByRole('link', { name: 'Kept moments' }).click();
  const kept = his.getByRole('article').filter({ hasText: 'Sea or mountains?' });
  await expect(kept.getByRole('blockquote')).toHaveText(['The sea, in winter', 'Mountains']);
  await expectAccessible(his, 'kept answers');
});

test('the anniversary proposes a keepsake of the year, which is made of chosen messages', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  // A multiple of four years, so that 29 February exists whenever this runs.
  const today = new Date().toISOString().slice(0, 10);
  await setTogetherSince(mira, `${Number(today.slice(0, 4)) - 4}${today.slice(4)}`);
  await sendText(jonas, 'Good morning, you');
  const hers = await browse(browser, mira, { viewport: { width: 390, height: 844 } });
  await hers.goto('/chat');
  const message = hers.locator('[data-message]').filter({ hasText: 'Good morning, you' });
  await sendText(jonas, 'I would marry you twice');
  const loved = hers.locator('[data-message]').filter({ hasText: 'I would marry you twice' });
  await loved.focus();
  await hers.keyboard.press('Enter');
  await hers.getByRole('menuitem', { name: 'React' }).click();
  await hers.getByRole('dialog').getByRole('gridcell').first().click();
  await expect(message).toBeVisible();

  const his = await browse(browser, jonas);
  for (const page of [hers, his]) {
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: '4 years together' });
    await expect(card.getByText('2 messages and no new memories.')).toBeVisible();
  }
  await his.getByRole('button', { name: 'Not this year' }).click();
  await expect(his.getByRole('region', { name: '4 years together' })).toHaveCount(0);

  await hers.getByRole('link', { name: 'Look back together' }).click();
  const proposal = hers.getByRole('region', { name: '4 years together' });
  await expect(proposal.getByRole('checkbox')).toHaveCount(2);
  await expectAccessible(hers, 'choosing messages for the year');
  await proposal.getByText('Good morning, you').click();
  await expect(proposal.getByRole('checkbox', { name: /Good morning, you/ })).not.toBeChecked();
  await proposal.getByRole('button', { name: 'Make our keepsake' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: '4 years together' })).toBeVisible();
  await expect(hers.getByRole('blockquote')).toHaveText(['I would marry you twice']);
});
