import { expect } from '@playwright/test';
import { makeDoor } from './door.js';
import { Chat, aCouple, browse, history, send } from './people.js';
import { test } from './test.js';

test('whoever was offline sees exactly what they missed, and what they wrote meanwhile leaves once', async ({ browser }) => {
  const door = await makeDoor();
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira, { origin: door.url }), 'Jonas');
  await hers.send('before');
  await hers.hasTick('before', 'Sent');

  door.shut();
  await expect(hers.page.getByText('Connected', { exact: true })).not.toBeVisible();
  await send(jonas, 'while you were away 1');
  await send(jonas, 'while you were away 2');
  await hers.send('written in a tunnel');
  await hers.send('and another');
  await hers.hasTick('written in a tunnel', /Sending|Waiting/);

  door.open();
  await hers.comesBack();
  const expected = ['before', 'while you were away 1', 'while you were away 2', 'written in a tunnel', 'and another'];
  await expect.poll(() => hers.texts()).toEqual(expected);
  await hers.hasTick('and another', 'Sent');
  expect((await history(jonas)).map(({ content }) => content)).toEqual(expected);
  door.close();
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
  await hers.hasTick('keep me', /Sending|Waiting/);
  await page.unrouteAll();
  const again = await Chat.open(await page.context().newPage(), 'Jonas');
  await again.hasTick('keep me', 'Sent');
  await page.close();
  expect((await history(jonas)).map(({ content }) => content)).toEqual(['keep me']);
});

test('where WebSockets do not get through, polling carries the talk', async ({ browser }) => {
  const door = await makeDoor({ webSockets: false });
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira, { origin: door.url }), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await his.send('over the air');
  await expect(hers.bubble('over the air')).toBeVisible();
  await hers.send('over the wire');
  await expect(his.bubble('over the wire')).toBeVisible();
  door.close();
});
