import { type Page, expect } from '@playwright/test';
import { seedConversation } from '@duet/infra/long-conversation';
import { Chat, type Person, aCouple, browse, chatIdOf, send } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

/** The seqs of the messages on the screen, and where the topmost of them is. */
const onScreen = (page: Page) =>
  page.getByRole('log').evaluate((log) => {
    const { top, bottom } = log.getBoundingClientRect();
    const shown = [...log.querySelectorAll('[data-seq]')].filter((one) => one.getBoundingClientRect().bottom > top && one.getBoundingClientRect().top < bottom);
    return shown.map((one) => ({ seq: Number(one.getAttribute('data-seq')), top: Math.round(one.getBoundingClientRect().top) }));
  });

const turn = async (page: Page, pixels: number): Promise<void> => {
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, pixels);
};

/** Turns the wheel until a seq is in sight; each screen on the way must go on where the last one ended. */
async function readTo(page: Page, goal: number, pixels: number): Promise<void> {
  let before = await onScreen(page);
  await expect(async () => {
    await turn(page, pixels);
    await expect.poll(async () => (await onScreen(page))[0]?.top).not.toBe(before[0]?.top);
    const now = await onScreen(page);
    const seqs = now.map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from(seqs, (_, index) => (seqs[0] ?? 0) + index));
    before = now;
    expect(seqs).toContain(goal);
  }).toPass({ timeout: 60_000, intervals: [0] });
}

async function aLongConversation(count: number, read = count): Promise<[Person, Person]> {
  const [mira, jonas] = await aCouple();
  await seedConversation(product.adminDatabaseUrl, { chatId: await chatIdOf(mira), people: [mira.session.user._id, jonas.session.user._id], count, read });
  return [mira, jonas];
}

test('from an old hit of a search one reads on in both directions without a gap, and comes back to the end', async ({ browser }) => {
  const [mira] = await aLongConversation(5_000);
  const page = await browse(browser, mira);
  const pages: string[] = [];
  page.on('request', (request) => request.url().includes('/messages/conversation') && pages.push(new URL(request.url()).search));
  await page.goto('/chat?seq=2000');
  await expect(page.locator('[data-seq="2000"]')).toBeInViewport();
  // The end, what is around, and perhaps a page on from either: not the thirty between the two.
  expect(pages.length).toBeLessThanOrEqual(6);
  await readTo(page, 1_900, -600);
  await readTo(page, 2_120, 600);
  await page.getByRole('button', { name: /^Jump to latest/ }).click();
  await expect(page.locator('[data-seq="5000"]')).toBeInViewport();
});

test('a new message does not move what one reads, and is counted', async ({ browser }) => {
  const [mira, jonas] = await aLongConversation(400);
  const page = await browse(browser, mira);
  await Chat.open(page, 'Jonas');
  await expect(page.locator('[data-seq="400"]')).toBeInViewport();
  await readTo(page, 330, -500);
  // Earlier pages have come in by then; what is on the screen rests.
  let place = await onScreen(page);
  await expect(async () => {
    const last = place;
    place = await onScreen(page);
    expect(place).toEqual(last);
  }).toPass();
  for (const text of ['one', 'two', 'three']) await send(jonas, text);
  await expect(page.getByRole('button', { name: 'Jump to latest, 3 new' })).toBeVisible();
  expect(await onScreen(page)).toEqual(place);
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
  // The first of his after what she had read; every seventh three are hers.
  await expect(log.locator('[data-seq="201"]').or(log.locator('[data-seq="204"]')).first()).toBeInViewport();
  await expect(log.locator('[data-seq="500"]')).toHaveCount(0);
  const seqs = (await onScreen(page)).map(({ seq }) => seq);
  expect(Math.min(...seqs)).toBeLessThan(206);
});

test('ticks: stored, arrived at the other, read by the other', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const his = await browse(browser, jonas);
  await hers.send('are you there?');
  await hers.hasTick('are you there?', 'Sent');
  // He has Duet open, but looks at something else.
  await his.goto('/settings');
  await expect(his.getByText('Connected', { exact: true })).toBeVisible();
  await hers.hasTick('are you there?', 'Sent');
  await hers.send('hello?');
  await hers.hasTick('hello?', 'Delivered');
  await his.goto('/chat');
  await hers.hasTick('hello?', 'Read');
  await hers.hasTick('are you there?', 'Read');
});
