import { expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { twoChats } from './media-chat.js';
import { test } from './test.js';

test('a message is reported by keyboard alone, the partner learns nothing, and a block ends it', async ({
  browser,
}) => {
  const { hers, his } = await twoChats(browser);
  await his.page.getByRole('textbox', { name: 'Message Mira' }).fill('I know where you live');
  await his.page.keyboard.press('Enter');
  const said = hers.log.getByRole('listitem').filter({ hasText: 'I know where you live' });
  await said.focus();
  const { page } = hers;
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Report…' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Report Jonas' });
  await expect(form.getByText('The message goes along')).toBeVisible();
  await form.getByRole('radio', { name: 'Harassment' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'A threat' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Since Friday');
  await expectAccessible(page, 'the report');
  const send = form.getByRole('button', { name: 'Send report' });
  await send.focus();
  await page.keyboard.press('Enter');
  const filed = page.getByRole('dialog', { name: 'Your report is in' });
  await expect(filed).toBeVisible();
  await expectAccessible(page, 'the filed report');

  await his.page.getByRole('textbox', { name: 'Message Mira' }).fill('Hello?');
  await his.page.keyboard.press('Enter');
  await expect(his.log.getByText('Hello?')).toBeVisible();
  await expect(his.page.getByText(/report/i)).toHaveCount(0);

  await filed.getByRole('button', { name: 'Block Jonas' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Block Jonas?' }).getByRole('button', { name: 'Block' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});
