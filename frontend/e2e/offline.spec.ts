import { randomUUID } from 'node:crypto';
import { type Browser, type Page, expect } from '@playwright/test';
import { type NetworkProxy, networkProxy } from './network-proxy.js';
import {
  Chat,
  type Person,
  aCouple,
  api,
  browse,
  messageHistory,
  sendText,
  unlinkPartner,
  writeQuestion,
} from './people.js';
import { aPictureFile } from './pictures.js';
import { test } from './test.js';

test.use({ serviceWorkers: 'allow' });

const AWAY = /^Duet cannot be reached right now/;
const QUESTION = 'Which tree would you be?';

/** The state that the browser stores of Duet's pages, byte for byte, as text. */
const keptBytes = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // Opening a database that is not there would make an empty one.
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === 'duet-kept')) return '';
    return new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open('duet-kept');
      opening.onerror = () => reject(new Error('not opened'));
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains('rows')) {
          database.close();
          return resolve('');
        }
        const reading = database.transaction('rows').objectStore('rows').get('state');
        reading.onsuccess = () => {
          database.close();
          resolve(reading.result ? new TextDecoder().decode(reading.result.bytes) : '');
        };
      };
    });
  });

const pictureCount = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('duet-kept');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('pictures').objectStore('pictures').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

const expectKept = (page: Page, words: string): Promise<void> =>
  expect.poll(() => keptBytes(page), { timeout: 20_000 }).toContain(words);

/** Opens the chat behind a proxy, with a message of the partner's and the worker in place. */
async function openBehind(proxy: NetworkProxy, browser: Browser, mira: Person, words: string): Promise<Chat> {
  const chat = await Chat.open(await browse(browser, mira, { origin: proxy.url }), 'Jonas');
  await expect(chat.bubble(words)).toBeVisible();
  await chat.page.evaluate(() => navigator.serviceWorker.ready);
  await expectKept(chat.page, words);
  return chat;
}

/** The page learns that the server is back by its button, or has found out by itself, which takes the button away. */
async function comeBack(proxy: NetworkProxy, page: Page): Promise<void> {
  await expect(page.getByText(AWAY)).toBeVisible();
  proxy.reconnect();
  await page.getByRole('button', { name: 'Try now' }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
}

/** The picture is there in full, not only its place. */
const expectDecoded = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page
        .getByRole('button', { name: /^Open photo/ })
        .locator('img')
        .evaluate((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0))
        .catch(() => 0),
    )
    .toBeGreaterThan(0);

test('without a server the chat, its picture, the question and the memories open; what is typed is sent once', async ({
  browser,
}) => {
  const proxy = await networkProxy();
  const [mira, jonas] = await aCouple();
  await writeQuestion(mira, QUESTION);
  await api('POST', '/capsules', jonas.session.token, {
    title: 'A week in Lisbon',
    kind: 'keepsake',
    clientId: randomUUID(),
  });
  await sendText(jonas, 'The key is under the pot');
  const hers = await openBehind(proxy, browser, mira, 'The key is under the pot');
  const { page } = hers;
  await page.getByLabel('Files to attach').setInputFiles([aPictureFile('pot.png', 640, 480)]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await hers.log.getByRole('img', { name: /^(Sent|Delivered|Read)$/ }).waitFor();
  // Her own picture is shown from the page's memory first.
  await page.reload();
  await expectDecoded(page);
  await expect.poll(() => pictureCount(page)).toBeGreaterThan(0);
  await page.goto('/dashboard');
  await expect(page.getByText(QUESTION)).toBeVisible();
  await expectKept(page, QUESTION);
  // The page asks for the memories on its own behalf, after what it shows.
  await expectKept(page, 'A week in Lisbon');

  proxy.disconnect();
  await page.goto('/chat');
  await expect(hers.bubble('The key is under the pot')).toBeVisible();
  await expect(page.getByText(AWAY)).toBeVisible();
  await expectDecoded(page);
  await hers.send('written without a server');
  await expect(hers.bubble('written without a server')).toBeVisible();
  await page.goto('/memories');
  await expect(page.getByRole('heading', { level: 1, name: 'Memories' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A week in Lisbon' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText(QUESTION)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome back, Mira' })).toBeVisible();
  expect(await keptBytes(page)).toContain('The key is under the pot');

  await comeBack(proxy, page);
  await expect(page.getByText(AWAY)).toHaveCount(0);
  await expect
    .poll(async () =>
      (await messageHistory(jonas)).filter(({ content }) => content !== '').map(({ content }) => content),
    )
    .toEqual(['The key is under the pot', 'written without a server']);
  proxy.close();
});

test('an open page without a network goes on, and a reload opens it again', async ({ browser }) => {
  const proxy = await networkProxy();
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'Home at 7');
  const hers = await openBehind(proxy, browser, mira, 'Home at 7');
  await hers.page.context().setOffline(true);
  await hers.page.reload();
  await expect(hers.bubble('Home at 7')).toBeVisible();
  await expect(hers.page.getByText(AWAY)).toBeVisible();
  await hers.page.context().setOffline(false);
  await sendText(jonas, 'Or at 8');
  await expect(hers.bubble('Or at 8')).toBeVisible({ timeout: 40_000 });
  await expect(hers.page.getByText(AWAY)).toHaveCount(0);
  proxy.close();
});

test('a deleted message leaves the device, and a disappearing one goes by the local clock', async ({ browser }) => {
  const proxy = await networkProxy();
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'stays here');
  const hers = await openBehind(proxy, browser, mira, 'stays here');
  const { page } = hers;
  await hers.send('said too much');
  await hers.expectTick('said too much', /Sent|Delivered|Read/);
  await expectKept(page, 'said too much');
  const [, message] = await messageHistory(mira);
  const token = mira.session.token;
  const call = (method: string, path: string, body?: object) =>
    fetch(`${proxy.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
  expect((await call('DELETE', `/messages/${message?._id}`, { forEveryone: true })).ok).toBe(true);
  await expect.poll(() => keptBytes(page), { timeout: 20_000 }).not.toContain('said too much');

  const changed = await call('PUT', '/messages/disappearing', { seconds: 3_600 });
  expect(changed.ok).toBe(true);
  await sendText(jonas, 'gone in an hour');
  await expect(hers.bubble('gone in an hour')).toBeVisible();
  await expectKept(page, 'gone in an hour');
  proxy.disconnect();
  await page.reload();
  await expect(hers.bubble('gone in an hour')).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
  await page.reload();
  await expect(hers.bubble('stays here')).toBeVisible();
  await expect(hers.bubble('gone in an hour')).toHaveCount(0);
  await expect.poll(() => keptBytes(page)).not.toContain('gone in an hour');
  proxy.close();
});

test('signing out removes what the device keeps, and so does an unlink with the next contact', async ({ browser }) => {
  const proxy = await networkProxy();
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'between us');
  const hers = await openBehind(proxy, browser, mira, 'between us');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await expectKept(his.page, 'between us');
  await his.page.getByRole('button', { name: 'User menu' }).click();
  await his.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect.poll(() => keptBytes(his.page)).toBe('');

  proxy.disconnect();
  await unlinkPartner(jonas);
  await hers.page.reload();
  await expect(hers.bubble('between us')).toBeVisible();
  await comeBack(proxy, hers.page);
  await expect.poll(() => keptBytes(hers.page), { timeout: 20_000 }).toBe('');
  await expect(hers.page.getByText('between us')).toHaveCount(0);
  proxy.close();
});

test('behind an app lock everything is sealed, and the PIN opens it without a server', async ({ browser }) => {
  const proxy = await networkProxy();
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'sealed words');
  const hers = await openBehind(proxy, browser, mira, 'sealed words');
  const { page } = hers;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Privacy & Security' }).click();
  const panel = page.getByRole('dialog', { name: 'Privacy & Security' }).getByRole('region', { name: 'App lock' });
  await panel.getByText('PIN', { exact: true }).click();
  await panel.getByLabel('New PIN').fill('271828');
  await panel.getByLabel('The same PIN again').fill('271828');
  await panel.getByRole('button', { name: 'Set PIN' }).click();
  await expect(panel.getByRole('button', { name: 'Lock now' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click();
  await expect(hers.bubble('sealed words')).toBeVisible();
  // A new PIN clears the storage, and settings write it again without messages: a write from here on has them.
  const before = (await keptBytes(page)).length;
  await sendText(jonas, 'sealed too');
  await expect(hers.bubble('sealed too')).toBeVisible();
  await expect.poll(async () => (await keptBytes(page)).length, { timeout: 20_000 }).toBeGreaterThan(before);
  for (const word of ['sealed words', 'sealed too', 'Jonas', 'chatId', mira.username])
    expect(await keptBytes(page)).not.toContain(word);

  proxy.disconnect();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Duet is locked' })).toBeVisible();
  await expect(page.getByText('sealed words')).toHaveCount(0);
  await page.getByLabel('PIN').fill('271828');
  await page.keyboard.press('Enter');
  await expect(hers.bubble('sealed words')).toBeVisible();
  await expect(page.getByText(AWAY)).toBeVisible();
  proxy.close();
});

test('a newer build waits on every page until the person wants it there', async ({ browser }) => {
  const proxy = await networkProxy();
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'hello');
  const hers = await openBehind(proxy, browser, mira, 'hello');
  const { page } = hers;
  const pages = [page, await page.context().newPage()];
  const banner = (one: Page) => one.getByText(/^There is a newer version of Duet/);
  for (const one of pages) {
    await one.goto('/dashboard');
    await expect.poll(() => one.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  }
  proxy.deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  for (const one of pages) {
    await expect(banner(one)).toBeVisible();
    await one.evaluate(() => void Reflect.set(window, 'isSamePage', true));
  }
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
  expect(waiting).toBe('installed');
  // The worker takes over for both with the first press; the other page still shows its own build.
  for (const one of pages) {
    expect(await one.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
    await Promise.all([one.waitForEvent('load'), one.getByRole('button', { name: 'Reload' }).click()]);
    await expect(one.getByRole('heading', { name: 'Welcome back, Mira' })).toBeVisible();
    await expect(banner(one)).toHaveCount(0);
  }
  proxy.close();
});
