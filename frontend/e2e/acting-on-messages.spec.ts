import { type Locator, type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { Chat, aCouple, browse, messageHistory, sendText } from './people.js';
import { test } from './test.js';
import { middleOf } from './touch.js';

/** The toolbar that appears beside a hovered message. */
const toolbarOf = (chat: Chat, text: string): Locator =>
  chat.bubble(text).getByRole('group', { name: 'Act on this message' });

/** Hovers and presses; retries if the list scrolls under the pointer. */
async function press(chat: Chat, text: string, button: string): Promise<void> {
  await expect(async () => {
    await chat.bubble(text).hover({ timeout: 3_000 });
    await toolbarOf(chat, text).getByRole('button', { name: button }).click({ timeout: 3_000 });
  }).toPass();
}

async function fromMenu(chat: Chat, text: string, entry: string): Promise<void> {
  await press(chat, text, 'More actions');
  await chat.page.getByRole('menuitem', { name: entry, exact: true }).click();
}

const chip = (chat: Chat, text: string, emoji: string): Locator =>
  chat.bubble(text).getByRole('button', { name: new RegExp(`^${emoji} `) });

// Two browsers and many steps need more than the default time on a busy machine.
test.describe.configure({ timeout: 180_000 });

test('the partner sees reactions, replies, edits and deletions without a reload', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  for (const text of ['Dinner at eight?', 'I bring the dessrt', 'Forget this one', 'And this'])
    await sendText(mira, text);
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');

  // He reacts and replies; she sees both.
  await press(his, 'Dinner at eight?', 'React with ❤️');
  await expect(chip(his, 'Dinner at eight?', '❤️')).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(hers, 'Dinner at eight?', '❤️')).toHaveAttribute('aria-pressed', 'false');
  await chip(hers, 'Dinner at eight?', '❤️').click();
  await expect(chip(his, 'Dinner at eight?', '❤️')).toHaveAccessibleName('❤️ 2, by You and Mira');
  await press(his, 'Dinner at eight?', 'Reply');
  await expect(his.field).toBeFocused();
  await his.send('Perfect');
  await expect(
    hers.bubble('Perfect').getByRole('button', { name: /^In reply to you: Dinner at eight\?/ }),
  ).toBeVisible();

  // An emoji outside the quick ones.
  await press(his, 'And this', 'More reactions');
  await his.page.getByRole('searchbox', { name: 'Search emoji' }).fill('octopus');
  await his.page.getByRole('button', { name: 'octopus' }).click();
  await expect(chip(hers, 'And this', '🐙')).toBeVisible();

  // She edits a message.
  await fromMenu(hers, 'I bring the dessrt', 'Edit');
  await hers.page.getByRole('textbox', { name: 'Edit message' }).fill('I bring the dessert');
  await hers.page.keyboard.press('Enter');
  await expect(his.bubble('I bring the dessert').getByText('edited')).toBeVisible();
  await expect(hers.field).toBeFocused();

  // She deletes, undoes it and deletes again.
  await fromMenu(hers, 'Forget this one', 'Delete');
  await expect(hers.log.getByText('Forget this one')).toHaveCount(0);
  await hers.page.getByRole('button', { name: 'Undo' }).click();
  await expect(hers.bubble('Forget this one')).toBeVisible();
  await expect(his.bubble('Forget this one')).toBeVisible();
  await fromMenu(hers, 'Forget this one', 'Delete');
  await expect(his.log.getByText('Forget this one')).toHaveCount(0);
  await expect(his.bubble('Message deleted')).toBeVisible();

  // Leaving the page within the five seconds still deletes the message.
  await fromMenu(hers, 'And this', 'Delete');
  await expect(hers.page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await hers.page.goto('/settings');
  await expect(his.log.getByText('And this')).toHaveCount(0);
  expect((await messageHistory(jonas)).filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(2);
});

test('the whole conversation works by keyboard alone', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'Where are you?');
  const page = await browse(browser, mira);
  const chat = await Chat.open(page, 'Jonas');
  await chat.field.focus();
  await page.keyboard.type('On my wya');
  await page.keyboard.press('Enter');
  await chat.expectTick('On my wya', /Sent|Delivered/);

  // Edit the last own message.
  await page.keyboard.press('ArrowUp');
  const edit = page.getByRole('textbox', { name: 'Edit message' });
  await expect(edit).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chat.field).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await edit.press('ControlOrMeta+a');
  await page.keyboard.type('On my way');
  await page.keyboard.press('Enter');
  await expect(chat.bubble('On my way').getByText('edited')).toBeVisible();

  // In the list: reply, react, open the menu, delete.
  await chat.log.focus();
  await page.keyboard.press('ArrowUp');
  await expect(chat.bubble('On my way')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(chat.bubble('Where are you?')).toBeFocused();
  await page.keyboard.press('r');
  await expect(chat.field).toBeFocused();
  await page.keyboard.type('Nearly there');
  await page.keyboard.press('Enter');
  await expect(chat.bubble('Nearly there').getByRole('button', { name: /^In reply to Jonas/ })).toBeVisible();

  await chat.bubble('Where are you?').focus();
  await page.keyboard.press('+');
  await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused();
  await page.keyboard.type('sloth');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chip(chat, 'Where are you?', '🦥')).toBeVisible();

  await chat.bubble('On my way').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chat.bubble('On my way')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(chat.log.getByText('On my way', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(chat.bubble('On my way')).toBeVisible();
});

test('both partners see pins and disappearing messages; drafts and scheduled messages follow the user', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'The door code is 4711');
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const herPhone = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');

  await fromMenu(hers, 'The door code is 4711', 'Pin');
  await expect(his.page.getByRole('button', { name: /^Pinned message The door code/ })).toBeVisible();
  await his.page.getByRole('button', { name: 'All pinned messages' }).click();
  await his.page.getByRole('dialog').getByRole('button', { name: 'Unpin' }).click();
  await expect(hers.page.getByRole('button', { name: /^Pinned message/ })).toHaveCount(0);
  await his.page.getByRole('button', { name: 'Close' }).click();

  await hers.field.pressSequentially('I was just thinking');
  await expect(herPhone.field).toHaveValue('I was just thinking');
  await hers.page.reload();
  await expect(hers.field).toHaveValue('I was just thinking');
  await hers.page.getByRole('button', { name: 'Send later' }).click();
  await hers.page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await expect(herPhone.page.getByRole('button', { name: '1 scheduled' })).toBeVisible();
  await expect(herPhone.field).toHaveValue('');
  await herPhone.page.getByRole('button', { name: '1 scheduled' }).click();
  await herPhone.page.getByRole('button', { name: 'Send now' }).click();
  await expect(his.bubble('I was just thinking')).toBeVisible();
  await expect(hers.page.getByRole('button', { name: '1 scheduled' })).toHaveCount(0);

  await hers.page.getByRole('button', { name: 'Conversation menu' }).click();
  await hers.page.getByRole('menuitem', { name: 'Disappearing messages' }).click();
  await hers.page.getByText('1 hour', { exact: true }).click();
  await hers.page.getByRole('button', { name: 'Save' }).click();
  await expect(his.page.getByRole('button', { name: 'Messages disappear after 1 hour' })).toBeVisible();
  await his.send('Gone by lunch');
  await expect(hers.bubble('Gone by lunch').getByRole('img', { name: /^Disappears/ })).toBeVisible();
  expect((await messageHistory(mira)).filter(({ content }) => content === 'I was just thinking')).toHaveLength(1);
});

async function checkMessageScreens(page: Page, chat: Chat, isPhone: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Smileys' })).toBeVisible();
  await expectAccessible(page, 'emoji');
  await page.keyboard.press('Escape');
  if (isPhone) return;
  await chat.bubble('Look at this').hover();
  await expect(toolbarOf(chat, 'Look at this')).toBeVisible();
  await expectAccessible(page, 'toolbar of a message');
  await press(chat, 'Look at this', 'More actions');
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await expectAccessible(page, 'menu of a message');
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await expectAccessible(page, 'replying');
  await page.getByRole('button', { name: 'Cancel reply' }).click();
}

for (const [device, colorScheme, viewport] of [
  ['desktop', 'light', { width: 1280, height: 800 }],
  ['phone', 'dark', { width: 390, height: 844 }],
] as const) {
  test(`the menus and dialogs of messages are accessible on a ${device} in ${colorScheme}`, async ({ browser }) => {
    const [mira, jonas] = await aCouple();
    await sendText(jonas, 'Look at this');
    const page = await browse(browser, mira, { colorScheme, viewport, reducedMotion: 'reduce' });
    const chat = await Chat.open(page, 'Jonas');
    await checkMessageScreens(page, chat, device === 'phone');
    await chat.field.fill('Good morning');
    await page.getByRole('button', { name: 'Send later' }).click();
    await expectAccessible(page, 'when to send');
    await page.getByRole('menuitem', { name: 'Choose a time…' }).click();
    // The menu of the same name closes while the dialog opens.
    await expect(page.getByRole('dialog', { name: 'Send later' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
    await expectAccessible(page, 'choosing a time');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await expectAccessible(page, 'menu of the conversation');
    await page.getByRole('menuitem', { name: 'Disappearing messages' }).click();
    await expect(page.getByRole('dialog', { name: 'Disappearing messages' })).toBeVisible();
    await expectAccessible(page, 'disappearing messages');
  });
}

test('the newest message stays in sight when bars and long texts take space', async ({ browser }) => {
  const [, jonas] = await aCouple();
  for (let n = 1; n <= 24; n += 1) await sendText(jonas, `line ${n}`);
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  const newest = his.bubble('line 24');
  await expect(newest).toBeInViewport({ ratio: 1 });
  const isClear = () =>
    newest.evaluate((bubble) => {
      const list = bubble.closest('[role="log"]');
      return list !== null && bubble.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom;
    });

  await press(his, 'line 24', 'Reply');
  await expect(his.page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await expect.poll(isClear).toBe(true);

  await his.field.fill('one\ntwo\nthree\nfour\nfive\nsix');
  await expect.poll(isClear).toBe(true);

  // A phone with its keyboard open: the chat has the whole screen.
  await his.page.setViewportSize({ width: 390, height: 420 });
  await expect.poll(isClear).toBe(true);
  await expect(his.page.getByRole('navigation', { name: 'Quick navigation' })).toBeHidden();
  await expect(his.page.getByText('Please verify your email.')).toBeHidden();

  // A reader who has scrolled up is left where they are.
  await his.log.evaluate((log) => log.scrollTo({ top: 0 }));
  await expect(his.bubble('line 1')).toBeInViewport();
  await his.field.fill('');
  await expect(his.bubble('line 1')).toBeInViewport();

  await his.page.setViewportSize({ width: 390, height: 844 });
  await his.page.getByRole('button', { name: 'Back to the dashboard' }).click();
  await expect(his.page).toHaveURL(/\/dashboard$/);
  const note = his.page.getByText('Please verify your email.');
  await expect(note).toBeVisible();
  await his.page.getByRole('button', { name: 'Put this note away' }).click();
  await expect(note).toBeHidden();
});

test('a menu closes by Escape or a press beside it, which does nothing else, and gives the focus back', async ({
  browser,
}) => {
  const [mira] = await aCouple();
  const { page } = await Chat.open(await browse(browser, mira), 'Jonas');
  const button = page.getByRole('button', { name: 'Conversation menu' });
  const beside = await middleOf(page.getByRole('button', { name: 'Search the chat' }));
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(beside.x, beside.y)]) {
    await button.click();
    await expect(page.getByRole('menuitem', { name: 'Starred messages' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Search the chat' })).toBeFocused();
    await close();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await expect(page.getByRole('search', { name: 'Search the chat' })).toHaveCount(0);
});
