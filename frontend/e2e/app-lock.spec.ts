import { type Locator, type Page, expect } from '@playwright/test';
import { Authenticator } from './authenticator.js';
import { isAccessible } from './axe.js';
import { Chat, PASSWORD, type Person, aCouple, browse, send } from './people.js';
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

/** Through the app: a page that is loaded anew would be locked. */
async function goToChat(page: Page): Promise<Chat> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click();
  const chat = new Chat(page, 'Jonas');
  await expect(chat.log).toBeVisible();
  await chat.isConnected();
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

/** Neither on the screen nor anywhere in the document: no name, no word, no count. */
async function isLocked(page: Page, people: readonly Person[]): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Duet is locked' })).toBeVisible();
  const content = await page.content();
  for (const word of [SECRET, ...people.flatMap(({ firstName, lastName, username }) => [firstName, lastName, username])]) expect(content).not.toContain(word);
  expect(await page.title()).toBe('Duet');
}

test('a PIN stands before a fresh page; behind it is the page that was left, with what was being written', async ({ browser }) => {
  const couple = await aCouple();
  const [mira, jonas] = couple;
  const page = await browse(browser, mira);
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await setPin(page);
  const hers = await goToChat(page);
  await hers.send(SECRET);
  await hers.hasTick(SECRET, 'Read');
  await hers.field.fill('half a sentence');

  await page.reload();
  await expect(page.getByLabel('PIN')).toBeFocused();
  await isLocked(page, couple);
  await page.getByLabel('PIN').fill('0000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This PIN is not correct.')).toBeVisible();
  await isLocked(page, couple);
  await isAccessible(page, 'the lock');
  await unlock(page);
  await expect(hers.field).toHaveValue('half a sentence');
  await expect(hers.bubble(SECRET)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/chat');

  // What comes in while it is locked has arrived and is not read.
  await lockNow(page);
  await isLocked(page, couple);
  await his.send(`${SECRET} too`);
  await his.hasTick(`${SECRET} too`, 'Delivered');
  await isLocked(page, couple);
  await unlock(page);
  await expect(hers.field).toHaveValue('half a sentence');
  await his.hasTick(`${SECRET} too`, 'Read');
});

test('two tabs are locked and unlocked as one, and the second needs no PIN while the first is open', async ({ browser }) => {
  const couple = await aCouple();
  const first = await browse(browser, couple[0]);
  await setPin(first);
  const second = await first.context().newPage();
  await Chat.open(second, 'Jonas');
  await lockNow(first);
  await isLocked(first, couple);
  await isLocked(second, couple);
  await second.bringToFront();
  await unlock(second);
  await expect(second.getByRole('log', { name: 'Messages with Jonas' })).toBeVisible();
  await expect(first.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('whoever forgot the PIN signs out, and a wrong one makes them wait', async ({ browser }) => {
  const page = await browse(browser, (await aCouple())[0]);
  await setPin(page);
  await page.reload();
  for (let wrong = 1; wrong <= 5; wrong += 1) {
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
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(auth-storage|duet-app-lock )/.test(key)))).toEqual([]);
});

test('whoever was reading earlier messages comes back to them', async ({ browser }) => {
  const [mira] = await aCouple();
  for (let line = 1; line <= 60; line += 1) await send(mira, `line ${line}`);
  const page = await browse(browser, mira);
  await setPin(page);
  const hers = await goToChat(page);
  await expect(hers.bubble('line 60')).toBeVisible();
  await hers.log.evaluate((log) => log.scrollTo({ top: log.scrollHeight / 3 }));
  await expect(hers.bubble('line 60')).toHaveCount(0);
  const inSight = (): Promise<string[]> =>
    hers.log.evaluate((log) => {
      const { top, bottom } = log.getBoundingClientRect();
      const rows = [...log.querySelectorAll('[data-index]')].filter((row) => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom);
      return rows.map((row) => row.querySelector('p')?.textContent ?? '');
    });
  const before = await inSight();
  expect(before.length).toBeGreaterThan(2);
  await lockNow(page);
  await unlock(page);
  // To a row more or less: the last one in sight may have been cut.
  await expect.poll(async () => (await inSight()).filter((text) => before.includes(text)).length).toBeGreaterThanOrEqual(before.length - 2);
});

test('a passkey unlocks, another finger does not, and without a connection it says so', async ({ browser }) => {
  const couple = await aCouple();
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
  await isLocked(page, couple);
  const unlockIt = page.getByRole('button', { name: 'Unlock with passkey' });
  await device.verified(false);
  await unlockIt.click();
  await isLocked(page, couple);
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

test('a voice note that was being recorded waits behind the lock', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const page = await browse(browser, mira);
  await setPin(page);
  const hers = await goToChat(page);
  await page.getByRole('button', { name: 'Record a voice note' }).click();
  await expect(page.getByRole('timer', { name: '2 seconds' })).toBeVisible();
  await lockNow(page);
  await isLocked(page, [mira, jonas]);
  await unlock(page);
  await expect(page.getByRole('button', { name: 'Play recording' })).toBeVisible();
  await page.getByRole('button', { name: 'Send voice note' }).click();
  await expect(hers.log.getByRole('group', { name: /^Voice note/ })).toBeVisible();
});
