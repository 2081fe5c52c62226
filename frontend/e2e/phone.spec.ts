import { type Locator, type Page, expect } from '@playwright/test';
import { Chat, aCouple, browse, sendText } from './people.js';
import { product } from './product.js';
import { test } from './test.js';
import { Touch, middleOf } from './touch.js';

/** The files of the chat: that of its page and that of what no other page needs, each with its hash. */
const THE_CHAT = /\/chat-(page-)?[\w-]{8}\.js$/;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a phone's dashboard shows the last message and never loads the chat", async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'Where shall we meet?');
  const page = await browse(browser, mira, PHONE);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/dashboard');
  const last = page.getByRole('region', { name: 'Conversation with Jonas' });
  await expect(last).toContainText('Where shall we meet?');
  await sendText(jonas, 'At the lanterns');
  await expect(last).toContainText('At the lanterns');
  await expect(last).toContainText('2 unread');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => THE_CHAT.test(url))).toEqual([]);
  await expect(page.getByRole('log')).toHaveCount(0);

  // The finger reaches Unlink last, and a press on the card of the message opens the chat.
  const order = await page.getByRole('main').getByRole('button').allTextContents();
  expect(order.at(-1)).toBe('Unlink');
  await last.getByRole('link', { name: 'Open chat' }).tap();
  await expect(new Chat(page, 'Jonas').bubble('At the lanterns')).toBeVisible();
  expect(scripts.filter((url) => THE_CHAT.test(url))).not.toEqual([]);
});

test('late components load after the messages', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'First the words');
  const page = await browse(browser, mira, PHONE);
  const seen: string[] = [];
  page.on('request', (request) => /\/gallery-[\w-]{8}\.js$/.test(request.url()) && seen.push('a panel'));
  await page.route('**/api/messages/conversation?*', async (route) => {
    // The browser is idle while it waits for the messages.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
    seen.push('messages');
    await route.continue();
  });
  await page.goto('/chat');
  await expect(new Chat(page, 'Jonas').bubble('First the words')).toBeVisible();
  await expect.poll(() => seen).toContain('a panel');
  expect(seen[0]).toBe('messages');
});

test('a swipe replies and a double tap loves', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'Tea or coffee?');
  const hers = await Chat.open(await browse(browser, mira, PHONE), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  const touch = await Touch.of(hers.page);
  const question = hers.bubble('Tea or coffee?');
  const at = await middleOf(question.locator('p'));

  // Too short, backwards, and upwards: nothing.
  for (const to of [
    { x: at.x + 30, y: at.y },
    { x: at.x - 80, y: at.y },
    { x: at.x + 10, y: at.y - 80 },
  ])
    await touch.drag(at, to);
  const cancel = hers.page.getByRole('button', { name: 'Cancel reply' });
  await expect(cancel).toHaveCount(0);
  await touch.drag(at, { x: at.x + 90, y: at.y + 5 });
  await expect(cancel).toBeVisible();
  await hers.send('Tea');
  await expect(his.bubble('Tea').getByRole('button', { name: /^In reply to/ })).toBeVisible();

  const loved = question.getByRole('button', { name: /^❤️/ });
  const twice = async (): Promise<void> => touch.doubleTap(await middleOf(question.locator('p')));
  await twice();
  await expect(loved).toBeVisible();
  await expect(his.bubble('Tea or coffee?').getByRole('button', { name: /^❤️/ })).toBeVisible();
  // A second double tap takes nothing back, and opens nothing.
  await twice();
  await expect(loved).toBeVisible();
  await expect(hers.page.getByRole('dialog')).toHaveCount(0);

  const middle = await middleOf(question.locator('p'));
  await touch.down(middle);
  const sheet = hers.page.getByRole('dialog', { name: 'Message' });
  await expect(sheet.getByRole('blockquote')).toContainText('Tea or coffee?');
  await touch.up();
  await expect(sheet.getByRole('button', { name: /^React with/ })).toHaveCount(6);
});

/** The distance from the end of a message to the end of the list that shows it, in pixels. */
async function roomBelow(log: Locator, message: Locator): Promise<number> {
  const [list, last] = [await log.boundingBox(), await message.boundingBox()];
  if (!list || !last) throw new Error('the message is not visible');
  return list.y + list.height - (last.y + last.height);
}

test('the newest message stays visible when something takes its room', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  for (let count = 1; count <= 14; count += 1) await sendText(mira, `Message number ${count}`);
  await sendText(mira, 'The newest');
  const hers = await Chat.open(await browse(browser, mira, PHONE), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  const newest = hers.bubble('The newest');
  const stays = (): Promise<void> => expect.poll(() => roomBelow(hers.log, newest)).toBeGreaterThanOrEqual(0);
  await stays();

  // His list opens at the first unread message, with the newest below the screen.
  await his.log.press('End');
  await expect(his.bubble('The newest')).toBeInViewport({ ratio: 1 });
  await his.bubble('The newest').hover();
  await his.bubble('The newest').getByRole('button', { name: 'More actions' }).click();
  await his.page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(hers.page.getByRole('button', { name: /pinned/i }).first()).toBeVisible();
  await stays();

  await hers.page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan') });
  await expect(hers.page.getByText('plan.txt')).toBeVisible();
  await stays();
  await hers.page.getByRole('button', { name: /^Remove/ }).click();

  await hers.field.press('ArrowUp');
  await expect(hers.page.getByRole('textbox', { name: 'Edit message' })).toBeVisible();
  await stays();
  await hers.page.keyboard.press('Escape');

  // The on-screen keyboard leaves half of the screen; a browser without one only reports its height.
  await hers.page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: 430, configurable: true });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(async () => (await hers.field.boundingBox())?.y ?? 999).toBeLessThan(430);
  await stays();
});

test('twice the text size leaves a conversation and the field', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  await sendText(jonas, 'Can you read this?');
  for (const viewport of [PHONE.viewport, { width: 320, height: 640 }]) {
    const page = await browse(browser, mira, { ...PHONE, viewport });
    const chat = await Chat.open(page, 'Jonas');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect(chat.bubble('Can you read this?')).toBeInViewport({ ratio: 1 });
    await expect(chat.field).toBeInViewport({ ratio: 1 });
    for (const name of ['Send', 'Record a voice note', 'Back to the dashboard', 'Conversation menu', 'Shared media']) {
      const button = page.getByRole('button', { name, exact: true });
      if (await button.isVisible()) await expect(button).toBeInViewport({ ratio: 1 });
    }
    const [log] = [await chat.log.boundingBox()];
    expect(log?.height).toBeGreaterThan(viewport.height / 4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  }
});

/** The placeholders on the screen that are wider than their fields. */
const cutPlaceholders = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const pen = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[placeholder]')].flatMap((field) => {
      const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
      if (!pen || field.offsetParent === null) return [];
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(field.placeholder).width > room ? [field.placeholder] : [];
    });
  });

test('no placeholder is cut on a narrow phone', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira, { ...PHONE, viewport: { width: 320, height: 640 } });
  const { field } = await Chat.open(page, 'Jonas');
  await expect(field).toHaveAttribute('placeholder', 'Message');
  await page.getByRole('button', { name: 'Conversation menu' }).click();
  await page.getByRole('menuitem', { name: 'Search the chat' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search the chat' })).toBeVisible();
  expect(await cutPlaceholders(page)).toEqual([]);
  for (const path of ['/memories', '/challenges']) {
    await page.goto(path);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('searchbox')).toHaveCount(2);
    expect(await cutPlaceholders(page)).toEqual([]);
  }
});

test('a finger signs in although the error of the field before it would move the button', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.url, ...PHONE })).newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill('not an address');
  const box = await page.getByRole('button', { name: 'Sign In', exact: true }).boundingBox();
  if (!box) throw new Error('the button has no place');
  // Its upper edge is where the error moves it away.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 6);
  await expect(page.getByText('Password is required')).toBeVisible();
});
