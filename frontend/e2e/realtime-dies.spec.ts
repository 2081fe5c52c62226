import { expect } from '@playwright/test';
import { Chat, aCouple, browse, history } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

test('kill -9 of realtime: what is written meanwhile arrives, once, and the sockets come back', { tag: '@alone' }, async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await hers.send('1');
  await expect(his.bubble('1')).toBeVisible();
  product.kill('realtime');
  for (const text of ['2', '3', '4']) await hers.send(text);
  await hers.hasTick('4', 'Sent');
  await Promise.all([hers.comesBack(), his.comesBack()]);
  await expect.poll(() => his.texts()).toEqual(['1', '2', '3', '4']);
  await his.send('5');
  await expect(hers.bubble('5')).toBeVisible();
  expect((await history(mira)).map(({ content }) => content)).toEqual(['1', '2', '3', '4', '5']);
});
