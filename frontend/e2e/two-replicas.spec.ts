import { expect } from '@playwright/test';
import { networkProxy } from './network-proxy.js';
import { Chat, aCouple, browse } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

test('messages, typing and presence cross between two realtime replicas', async ({ browser }) => {
  const proxy = await networkProxy({ realtimeUrl: product.secondRealtimeUrl });
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas, { origin: proxy.url }), 'Mira');
  await expect(hers.page.getByText('Online', { exact: true })).toBeVisible();
  await hers.send('from the first');
  await expect(his.bubble('from the first')).toBeVisible();
  await his.field.pressSequentially('from the second');
  await expect(hers.page.getByText('Jonas is typing')).toBeAttached();
  await his.field.press('Enter');
  await expect(hers.bubble('from the second')).toBeVisible();
  await his.expectTick('from the second', 'Read');
  proxy.close();
});
