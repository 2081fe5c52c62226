import { expect } from '@playwright/test';
import { Chat, aCouple, browse, sendText, unlinkPartner } from './people.js';
import { test } from './test.js';

test('after an unlink the ex-partner sees it at once and receives no more messages', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(mira, 'between us');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await expect(his.bubble('between us')).toBeVisible();
  await unlinkPartner(mira);
  await expect(his.page).toHaveURL(/\/dashboard$/);
  await expect(his.page.getByText('No Partner Connected')).toBeVisible();
  await expect(his.page.getByText('between us')).toHaveCount(0);
});
