import { type Browser, type Locator, expect } from '@playwright/test';
import { Chat, aCouple, browse } from './people.js';

export const sent = (chat: Chat): Locator => chat.log.getByRole('img', { name: /^(Sent|Delivered|Read)$/ });
export const notes = (chat: Chat): Locator => chat.log.getByRole('group', { name: /^Voice note/ });

/** Opens the conversation of a new couple in two browsers. */
export async function twoChats(
  browser: Browser,
  options: Parameters<typeof browse>[2] = {},
): Promise<{ hers: Chat; his: Chat; mira: Awaited<ReturnType<typeof aCouple>>[0] }> {
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira, options), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas, options), 'Mira');
  return { hers, his, mira };
}

/** Waits until the recorder shows this many seconds. */
export const waitForRecording = (chat: Chat, seconds: number): Promise<void> =>
  expect
    .poll(async () => Number((await chat.page.getByRole('timer').textContent())?.split(':')[1]))
    .toBeGreaterThanOrEqual(seconds);

export async function record(chat: Chat, seconds: number): Promise<void> {
  await chat.page.getByRole('button', { name: 'Record a voice note' }).click();
  await waitForRecording(chat, seconds);
}
