import { expect } from '@playwright/test';
import { Chat, aCouple, browse, sendText } from './people.js';
import { test } from './test.js';

/** A message taller than a phone's screen. */
const letter = (which: string): string => `The ${which} letter. ${'It goes on and on. '.repeat(60).trim()}`;

test('an embedded chat marks only visible messages as read', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await browse(browser, jonas, { viewport: { width: 1280, height: 420 } });
  await his.goto('/dashboard');
  const hisChat = new Chat(his, 'Mira');
  await hisChat.expectConnected();
  const embedded = his.getByRole('region', { name: 'Chat with Mira' });
  await expect(hisChat.log).toBeAttached();

  await hers.send('Dinner at eight?');
  await expect(hisChat.bubble('Dinner at eight?')).toBeAttached();
  await expect(embedded).toBeInViewport();
  await expect(hisChat.bubble('Dinner at eight?')).not.toBeInViewport();
  const toast = his.getByText('New message from Mira');
  await expect(toast).toBeVisible();
  await expect(his).toHaveTitle(/^\(1\)/);
  // When the toast has disappeared, the delay before reading has passed several times.
  await expect(toast).toBeHidden();
  await hers.expectTick('Dinner at eight?', 'Delivered');

  await hisChat.bubble('Dinner at eight?').scrollIntoViewIfNeeded();
  await hers.expectTick('Dinner at eight?', 'Read');
  await expect(his).not.toHaveTitle(/^\(/);
  await hers.send('Or nine?');
  await expect(hisChat.bubble('Or nine?')).toBeInViewport();
  await hers.expectTick('Or nine?', 'Read');
  await expect(toast).toHaveCount(0);
});

test('messages below the fold of the chat page stay unread and are counted on the jump button', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  for (const which of ['first', 'second', 'third']) await sendText(mira, letter(which));
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas, { viewport: { width: 390, height: 844 } }), 'Mira');
  await hers.expectTick(letter('first'), 'Read');
  const jump = his.page.getByRole('button', { name: /^Jump to latest, \d new/ });
  await expect(jump).toBeVisible();
  await hers.send('And one more thing');
  await expect(his.page.getByRole('button', { name: /^Jump to latest, [23] new/ })).toBeVisible();
  await hers.expectTick('And one more thing', 'Delivered');
  await expect(his.page.getByText('New message from Mira')).toHaveCount(0);
  await jump.click();
  await hers.expectTick('And one more thing', 'Read');
});
