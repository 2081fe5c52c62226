import { expect } from '@playwright/test';
import { makeDoor } from './door.js';
import { Chat, aCouple, browse } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

test('a message crosses between two realtime replicas, and so do typing and presence', async ({ browser }) => {
  const door = await makeDoor({ realtimeUrl: product.secondRealtimeUrl });
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas, { origin: door.url }), 'Mira');
  await expect(hers.page.getByText('Online', { exact: true })).toBeVisible();
  await hers.send('from the first');
  await expect(his.bubble('from the first')).toBeVisible();
  await his.field.pressSequentially('from the second');
  await expect(hers.page.getByText('Jonas is typing')).toBeAttached();
  await his.field.press('Enter');
  await expect(hers.bubble('from the second')).toBeVisible();
  await his.hasTick('from the second', 'Read');
  door.close();
});
