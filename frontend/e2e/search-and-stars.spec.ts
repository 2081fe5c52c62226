import { type Locator, type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { Chat, type Person, aCouple, api, browse, messageHistory, sendText } from './people.js';
import { test } from './test.js';

// Two browsers and many steps need more than the default time on a busy machine.
test.describe.configure({ timeout: 180_000 });

/** The chat opens at its end once nothing is unread. */
const readAll = ({ session }: Person): Promise<unknown> => api('PATCH', '/messages/read', session.token, {});

const starOn = (chat: Chat, text: string): Locator => chat.bubble(text).getByRole('img', { name: 'Starred' });

/** Opens the menu of a message by the keyboard. */
async function fromMenu(chat: Chat, text: string, entry: string): Promise<void> {
  await chat.bubble(text).focus();
  await chat.page.keyboard.press('Enter');
  await chat.page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function fromChatMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a search in the chat walks through the whole conversation, by keyboard and by filters', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(mira, 'The lighthouse was white');
  await sendText(jonas, 'Our LIGHTHOUSE, by the sea');
  // Both stay below the rate limit of one person.
  for (let n = 0; n < 110; n += 1) await sendText(n % 2 === 0 ? mira : jonas, `filler ${n}`);
  await sendText(jonas, 'See https://example.org/lighthouse');
  await sendText(mira, 'Back to the lighthouse?');
  await readAll(mira);
  const page = await browse(browser, mira);
  const hers = await Chat.open(page, 'Jonas');
  await expect(hers.bubble('Back to the lighthouse?')).toBeVisible();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Search the chat' });
  const count = bar.getByRole('status');
  await expect(bar.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('lighth');
  await expect(count).toHaveText('1 of 4');
  await expect(hers.bubble('Back to the lighthouse?')).toBeInViewport();
  await expectAccessible(page, 'the chat with its search');
  // Words in a link count too.
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('2 of 4');
  // The next one is far above what the page has loaded.
  await page.keyboard.press('Enter');
  await expect(count).toHaveText('3 of 4');
  await expect(hers.bubble('Our LIGHTHOUSE, by the sea')).toBeInViewport();
  await bar.getByRole('button', { name: 'Earlier result' }).click();
  await expect(hers.bubble('The lighthouse was white')).toBeInViewport();
  await expect(bar.getByRole('button', { name: 'Earlier result' })).toBeDisabled();
  await bar.getByRole('searchbox').focus();
  await page.keyboard.press('Shift+Enter');
  await expect(count).toHaveText('3 of 4');

  await bar.getByRole('button', { name: 'From' }).click();
  await page.getByRole('menuitem', { name: 'Jonas' }).click();
  await expect(count).toHaveText('1 of 2');
  // Without words the filters search alone.
  await bar.getByRole('button', { name: 'Kind' }).click();
  await page.getByRole('menuitem', { name: 'Links' }).click();
  await bar.getByRole('searchbox').fill('');
  await expect(count).toHaveText('1 of 1');
  await expect(page.getByRole('link', { name: 'https://example.org/lighthouse' })).toBeInViewport();
  await bar.getByRole('searchbox').fill('nowhere');
  await expect(count).toHaveText('Nothing found');

  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('a search goes to a day, on a phone too', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'The very first words');
  for (let n = 0; n < 40; n += 1) await sendText(mira, `filler ${n}`);
  await readAll(mira);
  const page = await browse(browser, mira, { viewport: { width: 390, height: 780 }, hasTouch: true });
  const hers = await Chat.open(page, 'Jonas');
  await expect(hers.bubble('filler 39')).toBeInViewport();
  await page.getByRole('button', { name: 'Search the chat' }).click();
  const bar = page.getByRole('search', { name: 'Search the chat' });
  await bar.getByRole('button', { name: 'Date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Date' });
  const first = dialog.getByRole('group', { name: 'First day' });
  for (const [segment, value] of [
    [/^month/, '1'],
    [/^day/, '2'],
    [/^year/, '2026'],
  ] as const) {
    await first.getByRole('spinbutton', { name: segment }).click();
    await page.keyboard.type(value);
  }
  await expectAccessible(page, 'the days of a search');
  await dialog.getByRole('button', { name: 'Jump to the first day' }).click();
  await expect(hers.bubble('The very first words')).toBeInViewport();
});

test('a star, a deletion for oneself and an unread mark are nobody else’s', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  for (const text of ['The key is under the mat', 'A clumsy joke', 'See you at eight']) await sendText(jonas, text);
  const [here, there] = [await browse(browser, mira), await browse(browser, mira)];
  const hers = await Chat.open(here, 'Jonas');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await his.expectTick('See you at eight', 'Read');
  const elsewhere = await Chat.open(there, 'Jonas');
  const before = JSON.stringify(await messageHistory(jonas));

  await fromMenu(hers, 'The key is under the mat', 'Star');
  await expect(starOn(hers, 'The key is under the mat')).toBeVisible();
  await expect(starOn(elsewhere, 'The key is under the mat')).toBeVisible();
  await expect(starOn(his, 'The key is under the mat')).toHaveCount(0);
  await fromChatMenu(there, 'Starred messages');
  const panel = there.getByRole('dialog', { name: 'Starred messages' });
  await expectAccessible(there, 'the starred messages');
  await panel.getByRole('button', { name: /The key is under the mat/ }).click();
  await expect(panel).toHaveCount(0);
  await expect(elsewhere.bubble('The key is under the mat')).toBeInViewport();

  await fromMenu(hers, 'A clumsy joke', 'Delete for me');
  await here.getByRole('button', { name: 'Undo' }).click();
  await expect(hers.bubble('A clumsy joke')).toBeVisible();
  await fromMenu(hers, 'A clumsy joke', 'Delete for me');
  await expect(elsewhere.log.getByText('A clumsy joke')).toHaveCount(0);
  await expect(hers.log.getByText('A clumsy joke')).toHaveCount(0);
  await expect(his.bubble('A clumsy joke')).toBeVisible();
  await here.reload();
  await expect(hers.bubble('See you at eight')).toBeVisible();
  await expect(hers.log.getByText('A clumsy joke')).toHaveCount(0);
  await expect(hers.log.getByText('Message deleted')).toHaveCount(0);

  await there.close();
  await fromMenu(hers, 'The key is under the mat', 'Mark unread');
  await expect(hers.log.getByText('New', { exact: true })).toBeVisible();
  await expect(here).toHaveTitle(/^\(2\)/);
  await his.expectTick('See you at eight', 'Read');
  expect(JSON.stringify(await messageHistory(jonas))).toBe(before);
  // She comes back to the conversation: seen is read.
  await here.getByRole('link', { name: 'Dashboard' }).first().click();
  await here.goto('/chat');
  await expect(here).not.toHaveTitle(/^\(2\)/);
});
