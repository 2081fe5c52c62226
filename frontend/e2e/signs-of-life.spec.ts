import { expect } from '@playwright/test';
import { Chat, aCouple, api, browse } from './people.js';
import { test } from './test.js';

test('typing, presence and ticks show what the partner does', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  // He was never here.
  await expect(hers.page.getByText('Offline', { exact: true })).toBeVisible();

  // He is online on another page.
  const his = await browse(browser, jonas);
  await his.goto('/settings');
  await expect(hers.page.getByText('Online', { exact: true })).toBeVisible();
  await hers.send('Are you there?');
  await hers.expectTick('Are you there?', /Sent|Delivered/);
  await expect(his.getByText('New message from Mira')).toBeVisible();

  await his.getByRole('link', { name: 'Chat' }).first().click();
  const hisChat = new Chat(his, 'Mira');
  await expect(hisChat.bubble('Are you there?')).toBeVisible();
  await hers.expectTick('Are you there?', 'Read');

  await hisChat.field.pressSequentially('Yes, wait');
  await expect(hers.page.getByText('Jonas is typing')).toBeAttached();
  await expect(hers.page.getByText('Jonas is typing')).not.toBeAttached();
  await hisChat.field.press('Enter');
  await expect(hers.bubble('Yes, wait')).toBeVisible();
  await hisChat.expectTick('Yes, wait', 'Read');
  await expect(hers.page.getByText(/^New message from/)).toHaveCount(0);

  await his.context().close();
  const lastSeen = /^Last seen (?:today|yesterday) at /;
  await expect(hers.page.getByText(lastSeen)).toBeVisible({ timeout: 20_000 });
  await hers.page.getByRole('link', { name: 'Jonas Winter' }).first().click();
  await expect(hers.page.getByText(lastSeen)).toBeVisible();

  // He hides it: her open page forgets it, and so does a new one.
  await api('PUT', '/users/settings', jonas.session.token, { settings: { privacy: { lastSeen: false } } });
  await expect(hers.page.getByText('Offline', { exact: true })).toBeVisible();
  await hers.page.reload();
  await expect(hers.page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(hers.page.getByText(lastSeen)).toHaveCount(0);
});
