import { expect } from '@playwright/test';
import { Chat, aCouple, browse, send, unlink } from './people.js';
import { test } from './test.js';

test('whoever is left sees it at once, and hears and reads nothing more', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await send(mira, 'between us');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await expect(his.bubble('between us')).toBeVisible();
  await unlink(mira);
  await expect(his.page).toHaveURL(/\/dashboard$/);
  await expect(his.page.getByText('No Partner Connected')).toBeVisible();
  await expect(his.page.getByText('between us')).toHaveCount(0);
});
