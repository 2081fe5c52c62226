import { type Locator, type Page, expect } from '@playwright/test';
import { Authenticator } from './authenticator.js';
import { expectAccessible } from './axe.js';
import { Chat, PASSWORD, type Person, aCouple, browse, verifyEmail, sendText } from './people.js';
import { test } from './test.js';

const PIN = '271828';
const SECRET = 'sealed words';

async function openPanel(page: Page): Promise<Locator> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Privacy & Security' }).click();
  return page.getByRole('dialog', { name: 'Privacy & Security' }).getByRole('region', { name: 'App lock' });
}

async function setPin(page: Page): Promise<void> {
  const panel = await openPanel(page);
  await panel.getByText('PIN', { exact: true }).click();
  await panel.getByLabel('New PIN').fill(PIN);
  await panel.getByLabel('The same PIN again').fill(PIN);
  await panel.getByRole('button', { name: 'Set PIN' }).click();
  await expect(panel.getByRole('button', { name: 'Lock now' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

/** Navigates inside the app, because a reloaded page would be locked. */
async function goToChat(page: Page): Promise<Chat> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click();
  const chat = new Chat(page, 'Jonas');
  await expect(chat.log).toBeVisible();
  await chat.expectConnected();
  return chat;
}

async function lockNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Lock now' }).click();
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Duet is locked' })).not.toBeVisible();
}

/** Expects the lock, and no name, text or count anywhere in the document. */
async function expectLocked(page: Page, people: readonly Person[]): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Duet is locked' })).toBeVisible();
  const content = await page.content();
  for (const word of [
    SECRET,
    ...people.flatMap(({ firstName, lastName, username }) => [firstName, lastName, username]),
  ])
    expect(content).not.toContain(word);
  expect(await page.title()).toBe('Duet');
}

test('a fresh page asks for the PIN and then restores the page and the draft', async ({ browser }) => {
  const couple = await aCouple();
  const [mira, jonas] = couple;
  const page = await browse(browser, mira);
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await setPin(page);
  const hers = await goToChat(page);
  await hers.send(SECRET);
  await hers.expectTick(SECRET, 'Read');
  await hers.field.fill('half a sentence');

  await page.reload();
  await expect(page.getByLabel('PIN')).toBeFocused();
  await expectLocked(page, couple);
  await page.getByLabel('PIN').fill('0000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This PIN is not correct.')).toBeVisible();
  await expectLocked(page, couple);
  await expectAccessible(page, 'the lock');
  await unlock(page);
  await expect(hers.field).toHaveValue('half a sentence');
  await expect(hers.bubble(SECRET)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/chat');

  // A message that arrives while locked is delivered but not read.
  await lockNow(page);
  await expectLocked(page, couple);
  await his.send(`${SECRET} too`);
  await his.expectTick(`${SECRET} too`, 'Delivered');
  await expectLocked(page, couple);
  await unlock(page);
  await expect(hers.field).toHaveValue('half a sentence');
  await his.expectTick(`${SECRET} too`, 'Read');
});

test('two tabs lock and unlock together, and a second tab needs no PIN while the first is unlocked', async ({
  browser,
}) => {
  const couple = await aCouple();
  const first = await browse(browser, couple[0]);
  await setPin(first);
  const second = await first.context().newPage();
  await Chat.open(second, 'Jonas');
  await lockNow(first);
  await expectLocked(first, couple);
  await expectLocked(second, couple);
  await second.bringToFront();
  await unlock(second);
  await expect(second.getByRole('log', { name: 'Messages with Jonas' })).toBeVisible();
  await expect(first.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a wrong PIN makes the user wait, and a forgotten one lets them sign out', async ({ browser }) => {
  const page = await browse(browser, (await aCouple())[0]);
  await setPin(page);
  await page.reload();
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    // The page that has just loaded takes the focus once it reads keys.
    await expect(page.getByLabel('PIN')).toBeFocused();
    await page.getByLabel('PIN').fill(`000${wrong}`);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('PIN')).toHaveValue('');
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await expect(page.getByRole('timer')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('button', { name: 'Forgot your PIN? Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(auth-storage|duet-app-lock )/.test(key))),
  ).toEqual([]);
});

test('unlocking returns to the earlier messages that were on screen', async ({ browser }) => {
  const [mira] = await aCouple();
  for (let line = 1; line <= 60; line += 1) await sendText(mira, `line ${line}`);
  const page = await browse(browser, mira);
  await setPin(page);
  const hers = await goToChat(page);
  await expect(hers.bubble('line 60')).toBeVisible();
  await hers.log.evaluate((log) => log.scrollTo({ top: log.scrollHeight / 3 }));
  await expect(hers.bubble('line 60')).toHaveCount(0);
  const inSight = (): Promise<string[]> =>
    hers.log.evaluate((log) => {
      const { top, bottom } = log.getBoundingClientRect();
      const rows = [...log.querySelectorAll('[data-index]')].filter(
        (row) => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom,
      );
      return rows.map((row) => row.querySelector('p')?.textContent ?? '');
    });
  const before = await inSight();
  expect(before.length).toBeGreaterThan(2);
  await lockNow(page);
  await unlock(page);
  // Within one row, because the last visible row may have been cut off.
  await expect
    .poll(async () => (await inSight()).filter((text) => before.includes(text)).length)
    .toBeGreaterThanOrEqual(before.length - 2);
});

test('a passkey unlocks, but not with a stranger’s finger or without a connection', async ({ browser }) => {
  const couple = await aCouple();
  await verifyEmail(couple[0]);
  const page = await browse(browser, couple[0]);
  const device = await Authenticator.in(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Account' }).click();
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys.getByLabel('Your password').fill(PASSWORD);
  await passkeys.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  const panel = await openPanel(page);
  await panel.getByText('Passkey', { exact: true }).click();
  await panel.getByRole('button', { name: 'Lock with passkey' }).click();
  await expect(panel.getByRole('button', { name: 'Lock now' })).toBeVisible();
  await page.reload();
  await expectLocked(page, couple);
  const unlockIt = page.getByRole('button', { name: 'Unlock with passkey' });
  await device.verified(false);
  await unlockIt.click();
  await expectLocked(page, couple);
  await expect(unlockIt).toBeEnabled();
  await device.verified(true);
  await page.context().setOffline(true);
  await unlockIt.click();
  await expect(page.getByText('this takes a connection')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Passkey not at hand? Sign out' })).toBeVisible();
  await page.context().setOffline(false);
  await unlockIt.click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('an unfinished voice note survives the lock', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const page = await browse(browser, mira);
  await setPin(page);
  const hers = await goToChat(page);
  await page.getByRole('button', { name: 'Record a voice note' }).click();
  await expect(page.getByRole('timer', { name: '2 seconds' })).toBeVisible();
  await lockNow(page);
  await expectLocked(page, [mira, jonas]);
  await unlock(page);
  await expect(page.getByRole('button', { name: 'Play recording' })).toBeVisible();
  await page.getByRole('button', { name: 'Send voice note' }).click();
  await expect(hers.log.getByRole('group', { name: /^Voice note/ })).toBeVisible();
});
