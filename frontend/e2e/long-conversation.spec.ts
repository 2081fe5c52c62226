import { type Page, expect } from '@playwright/test';
import { seedConversation } from '@duet/infra/long-conversation';
import { Chat, type Person, aCouple, browse, chatIdOf, sendText } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

/** The seqs of the visible messages and the position of the topmost. */
const messagesOnScreen = (page: Page) =>
  page.getByRole('log').evaluate((log) => {
    const { top, bottom } = log.getBoundingClientRect();
    const shown = [...log.querySelectorAll('[data-seq]')].filter(
      (one) => one.getBoundingClientRect().bottom > top && one.getBoundingClientRect().top < bottom,
    );
    return shown.map((one) => ({
      seq: Number(one.getAttribute('data-seq')),
      top: Math.round(one.getBoundingClientRect().top),
    }));
  });

const turnWheel = async (page: Page, pixels: number): Promise<void> => {
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, pixels);
};

/** Scrolls until a seq is visible. Each screen on the way must continue where the last one ended. */
async function scrollToSeq(page: Page, goal: number, pixels: number): Promise<void> {
  let before = await messagesOnScreen(page);
  await expect(async () => {
    await turnWheel(page, pixels);
    await expect.poll(async () => (await messagesOnScreen(page))[0]?.top).not.toBe(before[0]?.top);
    const now = await messagesOnScreen(page);
    const seqs = now.map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from(seqs, (_, index) => (seqs[0] ?? 0) + index));
    before = now;
    expect(seqs).toContain(goal);
  }).toPass({ timeout: 60_000, intervals: [0] });
}

async function aLongConversation(count: number, read = count): Promise<[Person, Person]> {
  const [mira, jonas] = await aCouple();
  await seedConversation(product.adminDatabaseUrl, {
    chatId: await chatIdOf(mira),
    people: [mira.session.user._id, jonas.session.user._id],
    count,
    read,
  });
  return [mira, jonas];
}

test('an old search hit can be read on in both directions without a gap, and the end can be reached again', async ({
  browser,
}) => {
  const [mira] = await aLongConversation(5_000);
  const page = await browse(browser, mira);
  const pages: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/messages/conversation') && pages.push(new URL(request.url()).search),
  );
  await page.goto('/chat?seq=2000');
  await expect(page.locator('[data-seq="2000"]')).toBeInViewport();
  // The pages around the end and the hit, and perhaps one more of each, but not the thirty in between.
  expect(pages.length).toBeLessThanOrEqual(6);
  await scrollToSeq(page, 1_900, -600);
  await scrollToSeq(page, 2_120, 600);
  await page.getByRole('button', { name: /^Jump to latest/ }).click();
  await expect(page.locator('[data-seq="5000"]')).toBeInViewport();
});

test('a new message is counted and does not move the messages being read', async ({ browser }) => {
  const [mira, jonas] = await aLongConversation(400);
  const page = await browse(browser, mira);
  await Chat.open(page, 'Jonas');
  await expect(page.locator('[data-seq="400"]')).toBeInViewport();
  await scrollToSeq(page, 330, -500);
  // Earlier pages have loaded; the visible messages must not move.
  let place = await messagesOnScreen(page);
  await expect(async () => {
    const last = place;
    place = await messagesOnScreen(page);
    expect(place).toEqual(last);
  }).toPass();
  for (const text of ['one', 'two', 'three']) await sendText(jonas, text);
  await expect(page.getByRole('button', { name: 'Jump to latest, 3 new' })).toBeVisible();
  expect(await messagesOnScreen(page)).toEqual(place);
  await page.getByRole('button', { name: /^Jump to latest/ }).click();
  await expect(page.getByRole('log').getByText('three', { exact: true })).toBeInViewport();
});

test('a conversation opens at the first unread message', async ({ browser }) => {
  const [mira] = await aLongConversation(500, 200);
  const page = await browse(browser, mira);
  await page.goto('/chat');
  const log = page.getByRole('log');
  await expect(log.getByText('New', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: /^Jump to latest, \d+ new$/ })).toBeVisible();
  // His first message after her read marker; three in seven are hers.
  await expect(log.locator('[data-seq="201"]').or(log.locator('[data-seq="204"]')).first()).toBeInViewport();
  await expect(log.locator('[data-seq="500"]')).toHaveCount(0);
  const seqs = (await messagesOnScreen(page)).map(({ seq }) => seq);
  expect(Math.min(...seqs)).toBeLessThan(206);
});

test('the tick of a message goes from sent to delivered to read', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await browse(browser, jonas);
  await hers.send('are you there?');
  await hers.expectTick('are you there?', 'Sent');
  // He has Duet open on another page.
  await his.goto('/settings');
  await expect(his.getByText('Connected', { exact: true }).filter({ visible: true })).toBeVisible();
  await hers.expectTick('are you there?', 'Sent');
  await hers.send('hello?');
  await hers.expectTick('hello?', 'Delivered');
  await his.goto('/chat');
  await hers.expectTick('hello?', 'Read');
  await hers.expectTick('are you there?', 'Read');
});
