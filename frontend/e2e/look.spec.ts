import { test } from '@playwright/test';
import { Chat, aCouple, browse, send } from './people.js';
const shots = '/tmp/chat-shots';
test('look', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  for (const [who, text] of [[mira, 'So this is ours now. Just us two in here 💛'], [jonas, 'Finally a chat where my mother cannot find me'], [mira, 'She will find a way.'], [jonas, 'How was the train?'], [mira, 'Forty minutes late, but I had a window and the whole lake was pink. I tried to take a photo and got my own nose in the glass.'], [mira, 'https://example.org/lake has some.'], [jonas, '❤️'], [jonas, 'Things to bring:\n– the big bag\n– the list from the fridge'], [mira, 'ok']] as const) await send(who, text);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, viewport] of [['phone', { width: 390, height: 844 }], ['desk', { width: 1280, height: 800 }]] as const) {
      const a = await browse(browser, mira, { colorScheme, viewport });
      const chat = await Chat.open(a, 'Jonas');
      const b = await browse(browser, jonas, { colorScheme, viewport });
      const other = await Chat.open(b, 'Mira');
      await chat.send(`hello from ${name} ${colorScheme}`);
      await other.field.pressSequentially('typing now');
      await a.waitForTimeout(400);
      await a.screenshot({ path: `${shots}/${name}-${colorScheme}.png` });
      await other.field.fill('');
      await b.screenshot({ path: `${shots}/${name}-${colorScheme}-b.png` });
      await b.goto('/dashboard'); await b.getByRole('log').waitFor(); await b.waitForTimeout(300);
      await b.screenshot({ path: `${shots}/${name}-${colorScheme}-dash.png` });
      await a.context().close(); await b.context().close();
    }
  }
});
