import { expect } from '@playwright/test';
import { sent, twoChats } from './media-chat.js';
import { test } from './test.js';

test('a sticker and a drawn note reach the partner, who reacts and replies', async ({ browser }) => {
  const { hers, his } = await twoChats(browser);
  await hers.page.getByRole('button', { name: 'Stickers' }).click();
  const all = hers.page.getByRole('grid', { name: 'All stickers' });
  await all.getByRole('button', { name: 'I love you' }).focus();
  await hers.page.keyboard.press('ArrowRight');
  await expect(all.getByRole('button', { name: 'Big hug' })).toBeFocused();
  await hers.page.keyboard.press('Enter');
  await expect(hers.log.getByRole('img', { name: 'Big hug' })).toBeVisible();

  const hug = his.log.getByRole('listitem').filter({ has: his.page.getByRole('img', { name: 'Big hug' }) });
  await expect(hug.locator('svg').first()).toBeVisible();
  await hug.focus();
  await his.page.keyboard.press('r');
  await expect(his.page.getByText('Reply to Mira')).toBeVisible();
  await his.page.getByRole('button', { name: 'Stickers' }).click();
  await his.page.getByRole('grid', { name: 'All stickers' }).getByRole('button', { name: 'Kiss' }).click();
  const reply = hers.log.getByRole('listitem').filter({ has: hers.page.getByRole('img', { name: 'Kiss' }) });
  await expect(reply.getByRole('button', { name: /Big hug/ })).toBeVisible();

  await hers.page.getByRole('button', { name: 'Stickers' }).click();
  await expect(hers.page.getByRole('grid', { name: 'Recently used' }).getByRole('button')).toHaveCount(1);
  await hers.page.getByRole('button', { name: 'Draw a note' }).click();
  const dialog = hers.page.getByRole('dialog', { name: 'Drawn note' });
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  const box = await dialog.getByRole('img', { name: /^Your drawing/ }).boundingBox();
  const { x, y } = box ?? { x: 0, y: 0 };
  const draw = async (from: number): Promise<void> => {
    await hers.page.mouse.move(x + from, y + 60);
    await hers.page.mouse.down();
    await hers.page.mouse.move(x + from + 80, y + 140, { steps: 5 });
    await hers.page.mouse.up();
  };
  await draw(40);
  await draw(140);
  await expect(dialog.getByRole('img', { name: 'Your drawing, 2 strokes' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('img', { name: 'Your drawing, 1 stroke' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  await expect(his.log.getByRole('button', { name: 'Open photo' })).toBeVisible({ timeout: 30_000 });
  await expect(sent(hers)).toHaveCount(2);
});
