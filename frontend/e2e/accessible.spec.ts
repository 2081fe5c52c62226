import AxeBuilder from '@axe-core/playwright';
import { type Page, expect, test } from '@playwright/test';
import { Chat, aCouple, browse, send } from './people.js';

const violations = async (page: Page): Promise<string[]> => {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, viewport] of [['phone', { width: 390, height: 844 }], ['desktop', { width: 1280, height: 800 }]] as const) {
    test(`the chat is accessible on a ${device} in ${colorScheme}`, async ({ browser }) => {
      const [mira, jonas] = await aCouple();
      for (const text of ['Look: https://example.org', '❤️', 'and\nthree\nlines']) await send(mira, text);
      await send(jonas, 'How nice');
      const page = await browse(browser, mira, { colorScheme, viewport, reducedMotion: 'reduce' });
      const chat = await Chat.open(page, 'Jonas');
      await chat.send('the last one');
      await chat.hasTick('the last one', 'Sent');
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);

      // Everything with the keyboard alone: from the field back to the log and its older end.
      await chat.field.focus();
      await page.keyboard.type('by keys');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('and a second line');
      await page.keyboard.press('Enter');
      await expect(chat.log.getByText(/by keys\s+and a second line/)).toBeVisible();
      await expect(chat.field).toBeFocused();
    });
  }
}
