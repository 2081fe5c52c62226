import { expect } from '@playwright/test';
import { networkProxy } from './network-proxy.js';
import { Chat, aCouple, browse, messageHistory, sendText } from './people.js';
import { test } from './test.js';

test('after being offline a page shows missed messages and sends pending ones once', async ({ browser }) => {
  const proxy = await networkProxy();
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira, { origin: proxy.url }), 'Jonas');
  await hers.send('before');
  await hers.expectTick('before', 'Sent');

  proxy.disconnect();
  await expect(hers.page.getByText('Connected', { exact: true }).filter({ visible: true })).not.toBeVisible();
  await sendText(jonas, 'while you were away 1');
  await sendText(jonas, 'while you were away 2');
  await hers.send('written in a tunnel');
  await hers.send('and another');
  await hers.expectTick('written in a tunnel', /Sending|Waiting/);

  proxy.reconnect();
  await hers.waitForReconnection();
  const expected = ['before', 'while you were away 1', 'while you were away 2', 'written in a tunnel', 'and another'];
  await expect.poll(() => hers.texts()).toEqual(expected);
  await hers.expectTick('and another', 'Sent');
  expect((await messageHistory(jonas)).map(({ content }) => content)).toEqual(expected);
  proxy.close();
});

test('a text written offline survives a reload and is sent once', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const page = await browse(browser, mira);
  const hers = await Chat.open(page, 'Jonas');
  await page.route('**/api/messages', (route) => route.abort());
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await page.reload();
  await expect(hers.log).toBeVisible();
  await hers.send('keep me');
  await hers.expectTick('keep me', /Sending|Waiting/);
  await page.unrouteAll();
  const again = await Chat.open(await page.context().newPage(), 'Jonas');
  await again.expectTick('keep me', 'Sent');
  await page.close();
  expect((await messageHistory(jonas)).map(({ content }) => content)).toEqual(['keep me']);
});

test('polling replaces WebSockets where a proxy blocks them', async ({ browser }) => {
  const proxy = await networkProxy({ webSockets: false });
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira, { origin: proxy.url }), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await his.send('over the air');
  await expect(hers.bubble('over the air')).toBeVisible();
  await hers.send('over the wire');
  await expect(his.bubble('over the wire')).toBeVisible();
  proxy.close();
});
