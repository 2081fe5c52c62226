import { expect } from '@playwright/test';
import { Chat, aCouple, browse, messageHistory } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

const EACH = 100;

const sendAll = async (chat: Chat, name: string): Promise<string[]> => {
  const texts = Array.from({ length: EACH }, (_, index) => `${name} ${index + 1}`);
  await chat.sendBurst(texts);
  return texts;
};

for (const victims of [
  ['messaging', 'nats', 'messaging-2'],
  ['realtime', 'redis', 'realtime-2'],
]) {
  test(
    `both screens and the database agree after 200 messages at once while ${victims.join(', ')} are killed one after the other`,
    { tag: '@alone' },
    async ({ browser }) => {
      test.setTimeout(480_000);
      const [mira, jonas] = await aCouple();
      const hers = await Chat.open(await browse(browser, mira), 'Jonas');
      const his = await Chat.open(await browse(browser, jonas), 'Mira');
      const bursts = Promise.all([sendAll(hers, 'Mira'), sendAll(his, 'Jonas')]);
      for (const [index, victim] of victims.entries()) {
        await expect
          .poll(async () => (await messageHistory(mira).catch(() => [])).length, { timeout: 120_000 })
          .toBeGreaterThan(20 * (index + 1));
        product.kill(victim);
      }
      const [fromHer, fromHim] = await bursts;
      await expect
        .poll(async () => (await messageHistory(mira).catch(() => [])).length, { timeout: 180_000 })
        .toBe(2 * EACH);

      const truth = await messageHistory(jonas);
      const contents = truth.map(({ content }) => content);
      expect(truth.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * EACH }, (_, index) => index + 1));
      expect(contents.filter((content) => content.startsWith('Mira'))).toEqual(fromHer);
      expect(contents.filter((content) => content.startsWith('Jonas'))).toEqual(fromHim);
      for (const chat of [hers, his]) await expect.poll(() => chat.allTexts(), { timeout: 120_000 }).toEqual(contents);
      for (const chat of [hers, his])
        await expect(chat.log.getByRole('img', { name: /Sending|Waiting|Not sent/ })).toHaveCount(0);
    },
  );
}
