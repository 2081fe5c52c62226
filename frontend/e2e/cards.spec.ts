import { expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { twoChats } from './media-chat.js';
import { test } from './test.js';

test('a goal is shared in the chat, changes there, is opened from it, and ends in a keepsake', async ({ browser }) => {
  const { hers, his } = await twoChats(browser, { reducedMotion: 'reduce' });
  await hers.page.goto('/challenges?tab=goals');
  await hers.page.getByRole('button', { name: 'New goal' }).click();
  await hers.page.getByRole('textbox', { name: 'What would you like to reach?' }).fill('Ten books');
  await hers.page.getByText('Counting up', { exact: true }).click();
  await hers.page.getByRole('textbox', { name: 'How many?' }).fill('10');
  await hers.page.getByRole('button', { name: 'Propose to Jonas' }).click();
  await hers.page.getByRole('button', { name: 'More actions' }).focus();
  await hers.page.keyboard.press('Enter');
  await hers.page.getByRole('menuitem', { name: 'Share in chat' }).click();
  await hers.page.getByRole('button', { name: 'Open the chat' }).click();
  const herCard = hers.log.getByRole('listitem').filter({ has: hers.page.getByRole('link', { name: 'Ten books' }) });
  await expect(herCard.getByText('Ours · Proposed')).toBeVisible();

  // A press that begins before the goal has loaded may end on another element.
  await expect(his.log.getByText('Ours · Proposed')).toBeVisible();
  await his.log.getByRole('link', { name: 'Ten books' }).click();
  await his.page.getByRole('button', { name: 'I’m in' }).click();
  await his.page.getByRole('textbox', { name: 'How much is new' }).fill('4');
  await his.page.getByRole('textbox', { name: 'A few words (optional)' }).fill('All by the lake.');
  await his.page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(herCard.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('value', '4');
  // The pointer rests where the toast was, above a button with a tip.
  await hers.page.mouse.move(0, 0);
  await expect(hers.page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(hers.page, 'a chat with a card');

  await his.page.getByRole('textbox', { name: 'How much is new' }).fill('6');
  await his.page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(herCard.getByText(/Reached on/)).toBeVisible();
  await his.page.getByRole('button', { name: 'Keep the way there' }).click();
  await expect(his.page.getByRole('heading', { level: 1, name: 'Ten books' })).toBeVisible();
  await expect(his.page.getByText('All by the lake.')).toBeVisible();
  const address = his.page.url();
  await herCard.getByRole('link', { name: 'Ten books' }).click();
  await hers.page.getByRole('button', { name: 'Keep the way there' }).click();
  await expect(hers.page).toHaveURL(address);
});
