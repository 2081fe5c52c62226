import { type Browser, type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import {
  Chat,
  aCouple,
  answerToday,
  requestPartner,
  browse,
  register,
  sendText,
  shareGoal,
  newPerson,
  writeQuestion,
} from './people.js';
import { product } from './product.js';
import { test } from './test.js';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, viewport] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    test(`the chat is accessible on a ${device} in ${colorScheme}`, async ({ browser }) => {
      const [mira, jonas] = await aCouple();
      for (const text of ['Look: https://example.org', '❤️', 'and\nthree\nlines']) await sendText(mira, text);
      await sendText(jonas, 'How nice');
      await shareGoal(mira, 'Ten books');
      const page = await browse(browser, mira, { colorScheme, viewport, reducedMotion: 'reduce' });
      const chat = await Chat.open(page, 'Jonas');
      await chat.send('the last one');
      await chat.expectTick('the last one', 'Sent');
      await expect(chat.log.getByText('Ours · Proposed')).toBeVisible();
      await expectAccessible(page, 'chat');

      // By keyboard only: from the field back to the log and to its start.
      await chat.field.focus();
      await page.keyboard.type('by keys');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('and a second line');
      await page.keyboard.press('Enter');
      await expect(chat.log.getByText(/by keys\s+and a second line/)).toBeVisible();
      await expect(chat.field).toBeFocused();
    });
  }
}

/** A link of the form that mails have; it belongs to no account. */
const MAILS_LINK = `0198c7a2-5b1e-7c3d-9f40-2a6d1c8e7b35~lists~${'A'.repeat(43)}`;

interface Look {
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
  reducedMotion: 'reduce';
}

/** Opens a path and waits for its heading and its data. */
async function show(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await waitUntilLoaded(page);
}

const waitUntilLoaded = (page: Page): Promise<void> =>
  expect(page.locator('[aria-busy="true"], [class*="skeleton"]')).toHaveCount(0);

async function publicScreens(browser: Browser, look: Look): Promise<void> {
  const page = await (await browser.newContext({ baseURL: product.url, ...look })).newPage();
  const screens: [name: string, address: string, heading: string | RegExp, submit?: string][] = [
    ['landing', '/', /./],
    ['login', '/login', 'Welcome back', 'Sign In'],
    ['register', '/register', 'Start your space', 'Create Account'],
    ['forgot password', '/forgot-password', 'Forgot your password?', 'Send Reset Link'],
    ['reset password', '/reset-password/some-token', 'Choose a new password', 'Reset Password'],
    ['cancel an email change', '/cancel-email-change/some-token', 'Keep your email?'],
    ['switch mails off', `/unsubscribe/${MAILS_LINK}`, 'Switch these mails off?'],
    ['verify email', '/verify-email/some-token', 'This link does not work'],
    ['privacy', '/privacy', 'Your privacy in Duet'],
    ['not found', '/nowhere', 'Page Not Found'],
  ];
  for (const [name, address, heading, submit] of screens) {
    await show(page, address, heading);
    await expectAccessible(page, name);
    if (submit === undefined) continue;
    await page.getByRole('button', { name: submit, exact: true }).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    await expectAccessible(page, `${name} with its errors`);
  }

  await show(page, '/login', 'Welcome back');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Lantern-7');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'login that was refused');
  await show(page, '/forgot-password', 'Forgot your password?');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await expectAccessible(page, 'forgot password, sent');
}

async function screensWithoutPartner(browser: Browser, look: Look): Promise<void> {
  const [mira, jonas] = [await register(newPerson('Mira')), await register(newPerson('Jonas'))];
  await requestPartner(jonas, mira, 'It is me');
  const page = await browse(browser, mira, look);
  await show(page, '/dashboard', 'Welcome, Mira');
  await expectAccessible(page, 'dashboard alone, find partner');
  await page.getByRole('button', { name: 'Create invite code' }).click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await page.getByLabel('Search by name, username or email').fill(jonas.username);
  await page.getByRole('button', { name: /^Send request to Jonas/ }).click();
  await expect(page.getByRole('button', { name: 'Send Request', exact: true })).toBeVisible();
  await expectAccessible(page, 'dashboard alone, writing a request');
  await page.getByRole('tab', { name: /^Requests/ }).click();
  await expect(page.getByText('It is me')).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, 'dashboard alone, requests');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog').getByText('Jonas would like to be your partner')).toBeVisible();
  await expectAccessible(page, 'notifications');
  await show(page, '/profile', 'Mira Winter');
  await expectAccessible(page, 'profile alone');
  await show(page, '/settings', 'Settings');
  await page.getByRole('button', { name: 'Configure Relationship' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'settings alone, Relationship');
}

async function screensOfCouple(browser: Browser, look: Look): Promise<void> {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'Where shall we meet?');
  const page = await browse(browser, mira, look);
  await show(page, '/dashboard', 'Welcome back, Mira');
  // A phone shows the last message, a larger screen the whole chat.
  await expect(page.getByRole('region', { name: 'Conversation with Jonas' })).toContainText('Where shall we meet?');
  await expectAccessible(page, 'dashboard linked');
  await page.getByRole('button', { name: 'Add a date' }).click();
  await page.getByRole('button', { name: 'Save date' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await expectAccessible(page, 'adding a date, with errors');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'asked whether to unlink');
  await show(page, '/chat', 'Chat with Jonas');
  await expectAccessible(page, 'chat');
  await show(page, '/memories', 'Memories');
  await expectAccessible(page, 'memories');
  await show(page, '/notifications', 'Notifications');
  await expectAccessible(page, 'notifications');
  await show(page, '/search?q=meet', 'Search');
  await expect(page.getByRole('link', { name: /Where shall we meet/ })).toBeVisible();
  await expectAccessible(page, 'search');
  await show(page, '/challenges', 'Challenges');
  await expectAccessible(page, 'challenges');
  await show(page, '/challenges?tab=goals', 'Challenges');
  await expectAccessible(page, 'goals');
  await show(page, '/challenges?tab=stories', 'Challenges');
  await expect(page.getByRole('heading', { name: 'The Last Two Lamplighters' })).toBeVisible();
  await expectAccessible(page, 'stories');
  await show(page, '/challenges?tab=wishes', 'Challenges');
  await expectAccessible(page, 'wishes');
  await show(page, '/partner', 'Jonas Winter');
  await page.getByRole('radio', { name: 'Calm' }).press('Space');
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await expectAccessible(page, 'partner, with a mood');
  await page.getByRole('button', { name: 'Block Jonas' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'asked whether to block the partner');
  await show(page, '/challenges?tab=lists', 'Challenges');
  await expectAccessible(page, 'lists');
  await show(page, '/profile', 'Mira Winter');
  await expectAccessible(page, 'profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByRole('dialog').getByLabel('Username').fill('x');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();
  await expectAccessible(page, 'profile, editing with an error');
  await page.keyboard.press('Escape');
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') });
  await expect(page.getByRole('button', { name: 'Save picture' })).toBeVisible();
  await expectAccessible(page, 'profile, cropping a picture');
}

async function dailyQuestion(browser: Browser, look: Look): Promise<void> {
  const [mira, jonas] = await aCouple();
  await writeQuestion(mira, 'Which colour is our lantern?');
  const page = await browse(browser, mira, look);
  const card = page.getByRole('region', { name: 'Question of the day' });
  await show(page, '/dashboard', 'Welcome back, Mira');
  await card.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(card.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a question of the day, with an error');
  await card.getByRole('button', { name: 'More about this question' }).click();
  await expect(page.getByRole('menuitem', { name: 'Another question today' })).toBeVisible();
  await expectAccessible(page, 'a question of the day, its menu');
  await page.keyboard.press('Escape');
  await card.getByRole('textbox', { name: 'Your answer' }).fill('Paper white, like moths');
  await card.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(card.getByText('Waiting for Jonas')).toBeVisible();
  await expectAccessible(page, 'a question of the day that waits for the other');
  const his = await browse(browser, jonas, look);
  await show(his, '/dashboard', 'Welcome back, Jonas');
  await expect(his.getByText('Mira has answered. You see it when you have answered too.')).toBeVisible();
  await expectAccessible(his, 'a question of the day that the other has answered');
  await answerToday(jonas, 'Blue, I thought');
  await expect(card.getByText('Your rhythm: 1 day.')).toBeVisible();
  await card.getByRole('button', { name: 'React with ❤️' }).click();
  await expect(card.getByRole('button', { name: '❤️ 1, by you' })).toBeVisible();
  await expectAccessible(page, 'a question of the day that both have answered');

  await writeQuestion(mira, 'And of which colour is our door?');
  await show(page, '/challenges', 'Challenges');
  await expect(page.getByText('And of which colour is our door?')).toBeVisible();
  await expect(page.getByText('Blue, I thought')).toBeVisible();
  await expectAccessible(page, 'challenges, with answers');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('moths');
  await page.getByRole('link', { name: /Which colour is our lantern/ }).focus();
  await expectAccessible(page, 'search that finds a question');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Blue, I thought' })).toBeFocused();
  await expectAccessible(page, 'challenges, at the answer that was found');
  await page.getByRole('searchbox', { name: 'Search your answers' }).fill('zebra');
  await expect(page.getByText('No results for “zebra”')).toBeVisible();
  await expectAccessible(page, 'challenges, nothing found');
  await page.getByRole('button', { name: 'Write a question' }).click();
  await page.getByRole('button', { name: 'Save question' }).click();
  await expect(page.getByText('Please write a question')).toBeVisible();
  await expectAccessible(page, 'writing a question, with an error');
}

async function overlays(browser: Browser, look: Look): Promise<void> {
  const [mira] = await aCouple();
  await sendText(mira, 'A needle in the hay');
  const page = await browse(browser, mira, look);
  await show(page, '/settings', 'Settings');
  await expectAccessible(page, 'settings');
  for (const section of ['Account', 'Notifications', 'Privacy & Security', 'Relationship', 'Appearance']) {
    await page.getByRole('button', { name: `Configure ${section}` }).click();
    await expect(page.getByRole('dialog', { name: section })).toBeVisible();
    await waitUntilLoaded(page);
    await expectAccessible(page, `settings, ${section}`);
    await page.getByRole('button', { name: 'Close' }).click();
  }
  await page.getByRole('button', { name: 'Configure Relationship' }).click();
  await page.getByLabel('Time zone').and(page.getByRole('combobox')).fill('Europe/B');
  await expect(page.getByRole('option', { name: 'Europe/Berlin' })).toBeVisible();
  await expectAccessible(page, 'settings, choosing a time zone');
  await show(page, '/settings', 'Settings');
  for (const danger of ['Unlink Partner', 'Delete Account']) {
    await page.getByRole('button', { name: danger }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page, `settings, ${danger}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expectAccessible(page, 'user menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('needle');
  await expect(page.getByText('A needle in the hay')).toBeVisible();
  await expectAccessible(page, 'search');
  await page.keyboard.press('Escape');
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (!(await menu.isVisible())) return;
  // By keyboard: a toast, such as the evening's reminder of the question, may cover it and stays while the pointer rests on it.
  await menu.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectAccessible(page, 'drawer');
}

const GROUPS = {
  'before the sign-in': publicScreens,
  'of a user without a partner': screensWithoutPartner,
  'of a couple': screensOfCouple,
  'around the daily question': dailyQuestion,
  'with panels, dialogs and menus': overlays,
};

for (const [device, colorScheme, viewport] of [
  ['desktop', 'light', DESKTOP],
  ['phone', 'dark', PHONE],
] as const) {
  for (const [group, walk] of Object.entries(GROUPS)) {
    test(`the screens ${group} are accessible on a ${device} in ${colorScheme}`, ({ browser }) =>
      walk(browser, { colorScheme, viewport, reducedMotion: 'reduce' }));
  }
}
