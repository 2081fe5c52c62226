import { expect } from '@playwright/test';
import { Chat, aCouple, browse, messageHistory } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

test(
  'after kill -9 of realtime, texts sent meanwhile arrive once and the sockets reconnect',
  { tag: '@alone' },
  async ({ browser }) => {
    const [mira, jonas] = await aCouple();
    const hers = await Chat.open(await browse(browser, mira), 'Jonas');
    const his = await Chat.open(await browse(browser, jonas), 'Mira');
    await hers.send('1');
    await expect(his.bubble('1')).toBeVisible();
    product.kill('realtime');
    for (const text of ['2', '3', '4']) await hers.send(text);
    await hers.expectTick('4', 'Sent');
    await Promise.all([hers.waitForReconnection(), his.waitForReconnection()]);
    await expect.poll(() => his.texts()).toEqual(['1', '2', '3', '4']);
    await his.send('5');
    await expect(hers.bubble('5')).toBeVisible();
    expect((await messageHistory(mira)).map(({ content }) => content)).toEqual(['1', '2', '3', '4', '5']);
  },
);
