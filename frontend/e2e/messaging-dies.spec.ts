import { expect } from '@playwright/test';
import { Chat, type Person, aCouple, browse, messageHistory } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

const EACH = 20;

/** Sends texts as fast as the page accepts them and calls `kill` after a quarter of them. */
async function sendAll(chat: Chat, who: Person, kill: () => void): Promise<string[]> {
  const texts = Array.from({ length: EACH }, (_, index) => `${who.firstName} ${index + 1}`);
  for (const [index, text] of texts.entries()) {
    await chat.send(text);
    if (index === EACH / 4) kill();
  }
  return texts;
}

test(
  'kill -9 of messaging in the middle of 40 messages loses nothing and doubles nothing',
  { tag: '@alone' },
  async ({ browser }) => {
    const [mira, jonas] = await aCouple();
    const hers = await Chat.open(await browse(browser, mira), 'Jonas');
    const his = await Chat.open(await browse(browser, jonas), 'Mira');
    const [fromHer, fromHim] = await Promise.all([
      sendAll(hers, mira, () => product.kill('messaging')),
      sendAll(his, jonas, () => product.kill('messaging-2')),
    ]);

    for (const chat of [hers, his])
      await expect.poll(async () => (await chat.allTexts()).length, { timeout: 60_000 }).toBe(2 * EACH);
    for (const chat of [hers, his])
      await expect(chat.log.getByRole('img', { name: /Sending|Waiting|Not sent/ })).toHaveCount(0, { timeout: 30_000 });

    const truth = await messageHistory(mira);
    const contents = truth.map(({ content }) => content);
    expect(truth.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * EACH }, (_, index) => index + 1));
    expect(contents.filter((content) => content.startsWith('Mira'))).toEqual(fromHer);
    expect(contents.filter((content) => content.startsWith('Jonas'))).toEqual(fromHim);
    expect((await messageHistory(jonas)).map(({ _id }) => _id)).toEqual(truth.map(({ _id }) => _id));
    for (const chat of [hers, his]) await expect.poll(() => chat.allTexts()).toEqual(contents);
  },
);
