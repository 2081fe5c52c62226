import { expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { twoChats } from './media-chat.js';
import { aPictureFile } from './pictures.js';
import { test } from './test.js';

const CONTROL = process.platform === 'darwin' ? 'Meta' : 'Control';

test('signs typed anywhere on the chat page go to the composer, and never out of a field or a dialog', async ({
  browser,
}) => {
  const { hers, his } = await twoChats(browser);
  const { page, field } = hers;
  await hers.send('Shall we?');
  await expect(his.bubble('Shall we?')).toBeVisible();

  // On the page, and on a message that the pointer has chosen: its shortcuts are for the keyboard.
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await page.keyboard.type('really');
  await expect(field).toHaveValue('really');
  await field.fill('');
  await hers.bubble('Shall we?').click();
  await page.keyboard.type('every day');
  await expect(field).toHaveValue('every day');
  await field.press('Enter');
  await expect(his.bubble('every day')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeHidden();

  // The keyboard's own message: its keys act.
  await hers.log.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('r');
  await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Fields and dialogs keep their signs.
  await page.keyboard.press(`${CONTROL}+k`);
  await page.keyboard.type('tree');
  await expect(page.getByRole('searchbox')).toHaveValue('tree');
  await page.keyboard.press('Escape');
  await page.keyboard.press(`${CONTROL}+/`);
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await page.keyboard.type('xyz');
  await expectAccessible(page, 'the list of shortcuts');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toHaveValue('');
});

test('bold, italics, code, quotes and links are marked for both, and plain where a line is quoted', async ({
  browser,
}) => {
  const { hers, his } = await twoChats(browser);
  const hostile = '<img src=x onerror=alert(1)> *<b>no</b>*';
  await hers.field.fill(
    `*Tonight* or _later_?\n> at eight\nsee https://duet.example/a_b_c, \`npm *x*\`\n\`\`\`\n1\n2\n\`\`\``,
  );
  await hers.field.press('Enter');
  const message = his.log.getByRole('listitem').filter({ has: his.page.locator('strong') });
  await expect(message.locator('strong')).toHaveText('Tonight');
  await expect(message.locator('em')).toHaveText('later');
  await expect(message.getByRole('blockquote')).toHaveText('at eight');
  await expect(message.getByRole('link', { name: 'https://duet.example/a_b_c', exact: true })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  await expect(message.locator('code')).toHaveText(['npm *x*', '1\n2']);

  // A reply quotes plain words; a copy has the marks.
  await his.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await message.hover();
  await message.getByRole('button', { name: 'Reply' }).click();
  await his.send('Later!');
  const reply = hers.log.getByRole('listitem').filter({ hasText: 'Later!' });
  await expect(reply.getByRole('button', { name: /In reply to you: Tonight or later\?/ })).toBeVisible();
  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click();
  await his.page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
  await expect
    .poll(() => his.page.evaluate(() => navigator.clipboard.readText()))
    .toContain('*Tonight* or _later_?\n> at eight');
  await hers.send(hostile);
  const attack = his.log.getByRole('listitem').filter({ hasText: 'onerror' });
  await expect(attack.locator('strong')).toHaveText('<b>no</b>');
  await expect(attack.locator('img')).toHaveCount(0);
  await expectAccessible(his.page, 'a chat with marks and a reply');
});

test('a long message begins short, and is whole after a press', async ({ browser }) => {
  const { hers, his } = await twoChats(browser);
  const story = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ');
  await hers.send(story);
  const message = his.log.getByRole('listitem').filter({ hasText: 'word0' });
  await expect(message).not.toContainText('word399');
  await message.getByRole('button', { name: 'Read more' }).press('Enter');
  await expect(message).toContainText('word399');
  await expect(message.getByRole('button', { name: 'Read more' })).toBeHidden();
});

test('words and their photos are one message, and more than five files become several', async ({ browser }) => {
  const { hers, his } = await twoChats(browser);
  const { page } = hers;
  const files = Array.from({ length: 7 }, (_, n) => aPictureFile(`${n}.png`, 60 + n, 40));
  await page.getByLabel('Files to attach').setInputFiles(files);
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(7);
  await hers.send('The *harbour* at night');
  const first = his.log.getByRole('listitem').filter({ hasText: 'The harbour at night' });
  await expect(first.getByRole('button', { name: /^Open photo/ })).toHaveCount(5);
  await expect(his.log.getByRole('button', { name: /^Open photo/ })).toHaveCount(7);
  await expect(his.log.locator('[data-message]')).toHaveCount(2);

  // Its sender corrects the words; the photos stay.
  await hers.field.press('ArrowUp');
  const edit = page.getByRole('textbox', { name: 'Edit message' });
  await edit.fill('The harbour at noon');
  await edit.press('Enter');
  const corrected = his.log.getByRole('listitem').filter({ hasText: 'The harbour at noon' });
  await expect(corrected.getByRole('button', { name: /^Open photo/ })).toHaveCount(5);
});

test('files pasted on the page wait in the tray, pasted words in the field, and a picture can be copied', async ({
  browser,
}) => {
  const { hers, his } = await twoChats(browser);
  const { page } = hers;
  const picture = aPictureFile('pasted.png', 60, 40);
  await page.evaluate(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], 'pasted.png', { type: 'image/png' }));
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
      const words = new DataTransfer();
      words.setData('text/plain', 'from the clipboard');
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: words, bubbles: true, cancelable: true }),
      );
    },
    [...picture.buffer],
  );
  await expect(page.getByRole('button', { name: 'Remove pasted.png' })).toBeVisible();
  await expect(hers.field).toHaveValue('from the clipboard');
  await hers.field.press('Enter');
  const photo = his.log.getByRole('listitem').filter({ hasText: 'from the clipboard' });
  await expect(photo.getByRole('button', { name: /^Open photo/ })).toBeVisible();

  await his.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await photo.focus();
  await photo.press('Enter');
  await his.page.getByRole('menuitem', { name: 'Copy picture' }).click();
  await expect
    .poll(() => his.page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => [...types])))
    .toEqual(['image/png']);
});

test('ticks differ in form, and the toolbar covers no word of its message', async ({ browser }) => {
  const { hers, his } = await twoChats(browser);
  await hers.send('Hi');
  await hers.expectTick('Hi', 'Read');
  const read = hers.bubble('Hi').getByRole('img', { name: 'Read' });
  await expect(read).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  for (const width of [1280, 800]) {
    for (const chat of [hers, his]) {
      await chat.page.setViewportSize({ width, height: 800 });
      const message = chat.bubble('Hi');
      await message.hover();
      const toolbar = await message.getByRole('group', { name: 'Act on this message' }).boundingBox();
      const words = await message.getByText('Hi', { exact: true }).boundingBox();
      if (!toolbar || !words) throw new Error('no toolbar or no words');
      const isApart =
        toolbar.y + toolbar.height <= words.y ||
        toolbar.y >= words.y + words.height ||
        toolbar.x + toolbar.width <= words.x ||
        toolbar.x >= words.x + words.width;
      expect(isApart, `toolbar at ${width}`).toBe(true);
      await chat.page.mouse.move(0, 0);
    }
  }
});
