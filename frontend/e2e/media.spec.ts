import { readFileSync } from 'node:fs';
import { type Locator, type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { notes, record, sent, twoChats } from './media-chat.js';
import { Chat, aCouple, browse, messageHistory, sendText } from './people.js';
import { aPicture, aPictureFile } from './pictures.js';
import { test } from './test.js';

const attach = (chat: Chat, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> =>
  chat.page.getByLabel('Files to attach').setInputFiles(files);
const photos = (chat: Chat): Locator => chat.log.getByRole('button', { name: /^Open photo/ });
/** Waits until the picture is decoded. */
const expectDecoded = (tile: Locator): Promise<void> =>
  expect
    .poll(() =>
      tile
        .locator('img')
        .evaluate((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0))
        .catch(() => 0),
    )
    .toBeGreaterThan(0);

const paste = (chat: Chat, name: string, picture: Buffer): Promise<void> =>
  chat.field.evaluate(
    (field, { name, bytes }) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(
        new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name, { type: 'image/png' }),
      );
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { name, bytes: picture.toString('base64') },
  );

test('the partner receives picked and pasted photos, and a file with its name', async ({ browser }) => {
  const { hers, his, mira } = await twoChats(browser);
  await attach(hers, [
    aPictureFile('one.png', 640, 480),
    aPictureFile('two.png', 480, 640),
    { name: 'Plan für uns.txt', mimeType: 'text/plain', buffer: Buffer.from('first Rome, then Naples') },
  ]);
  await hers.send('from the weekend');
  await expect(photos(hers)).toHaveCount(2);
  await expect(sent(hers)).toHaveCount(2);

  await expect(photos(his)).toHaveCount(2);
  await expectDecoded(photos(his).first());
  await expectDecoded(photos(his).last());
  const [download] = await Promise.all([
    his.page.waitForEvent('download'),
    his.log.getByRole('button', { name: /^Download Plan für uns\.txt/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Plan für uns.txt');
  expect(readFileSync(await download.path(), 'utf8')).toBe('first Rome, then Naples');

  await paste(hers, 'pasted.png', aPicture(800, 300));
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(photos(his)).toHaveCount(3);
  await expectDecoded(photos(his).last());
  const history = await messageHistory(mira);
  expect(history.map(({ messageType, content }) => content || messageType)).toEqual([
    'from the weekend',
    'file',
    'image',
  ]);
  expect(history.map(({ attachments }) => attachments.length)).toEqual([2, 1, 1]);
});

test('the list follows a photo that one sends, although the tray of files gives its height back', async ({
  browser,
}) => {
  const [, jonas] = await aCouple();
  for (let n = 1; n <= 12; n += 1) await sendText(jonas, `line ${n}`);
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await his.page.setViewportSize({ width: 390, height: 640 });
  const distance = () => his.log.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
  await expect.poll(distance).toBeLessThanOrEqual(1);
  await attach(his, [aPictureFile('tall.png', 480, 640)]);
  await his.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expectDecoded(photos(his).first());
  await expect(
    his.log
      .getByRole('listitem')
      .last()
      .getByRole('img', { name: /^(Sent|Delivered|Read)$/ }),
  ).toBeVisible();
  await expect.poll(distance).toBeLessThanOrEqual(1);
});

test('a file that is too large is refused, an upload can be cancelled, and a waiting one survives a reload', async ({
  browser,
}) => {
  const [mira] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  await attach(hers, {
    name: 'huge.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  });
  await expect(hers.page.getByRole('alertdialog')).toContainText('File huge.bin is too large. Maximum size is 10MB.');
  await hers.page.getByRole('button', { name: 'OK' }).click();

  // No upload gets through.
  await hers.page.route('**/api/messages/upload', () => undefined);
  await attach(hers, aPictureFile('second thoughts.png', 300, 300));
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await hers.log.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(photos(hers)).toHaveCount(0);

  await attach(hers, aPictureFile('patient.png', 300, 300));
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(photos(hers)).toHaveCount(1);
  await hers.page.unrouteAll();
  await hers.page.reload();
  await expect(sent(hers)).toHaveCount(1);
  await expectDecoded(photos(hers).first());
  expect((await messageHistory(mira)).map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
    ['patient.png'],
  ]);
});

test('a photo that the server cannot take now waits with a reason, can be cancelled and is sent later', async ({
  browser,
}) => {
  const [mira] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  const why = hers.page.getByText('Duet can’t take files right now.');
  let attempts = 0;
  const unavailable = (wait: number) =>
    hers.page.route('**/api/messages/upload', (route) => {
      attempts += 1;
      return route.fulfill({
        status: 503,
        headers: { 'retry-after': String(wait) },
        json: { success: false, code: 'UNAVAILABLE', message: '', requestId: 'x' },
      });
    });
  await unavailable(600);
  await attach(hers, aPictureFile('second thoughts.png', 300, 300));
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(why).toBeVisible();
  await expectAccessible(hers.page, 'chat with a waiting upload');
  await hers.page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => attempts).toBe(2);
  await hers.log.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(photos(hers)).toHaveCount(0);
  await expect(why).toBeHidden();

  await hers.page.unrouteAll();
  await unavailable(1);
  await attach(hers, aPictureFile('patient.png', 300, 300));
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => attempts).toBeGreaterThan(3);
  await hers.page.unrouteAll();
  await expect(sent(hers)).toHaveCount(1);
  await expect(why).toBeHidden();
  expect((await messageHistory(mira)).map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([
    ['patient.png'],
  ]);
});

test('a photo is kept when the server answers that it stored nothing', async ({ browser }) => {
  const [mira] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  await hers.page.route('**/api/messages/upload', (route) =>
    route.fulfill({ status: 200, json: { success: true, data: { messages: [] } } }),
  );
  await attach(hers, aPictureFile('patient.png', 300, 300));
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(hers.log.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(photos(hers)).toHaveCount(1);
  await hers.page.unrouteAll();
  await hers.log.getByRole('button', { name: 'Retry' }).click();
  await expect(sent(hers)).toHaveCount(1);
  expect(await messageHistory(mira)).toHaveLength(1);
});

/** Records a video of some frames in the browser. */
const recordVideo = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.start();
    await new Promise<void>((resolve) => {
      const draw = (frame: number): void => {
        if (frame === 60) return resolve();
        pen?.fillRect(frame * 5, 0, 5, 180);
        requestAnimationFrame(() => draw(frame + 1));
      };
      draw(0);
    });
    await new Promise((resolve) => {
      recorder.addEventListener('stop', resolve);
      recorder.stop();
    });
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });

test('the partner sees the first frame of a video and plays it by range requests', async ({ browser }) => {
  test.slow();
  const { hers, his, mira } = await twoChats(browser);
  await attach(hers, {
    name: 'walk.webm',
    mimeType: 'video/webm',
    buffer: Buffer.from(await recordVideo(hers.page), 'base64'),
  });
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sent(hers)).toHaveCount(1, { timeout: 40_000 });
  const tile = his.log.getByRole('button', { name: /^Open video/ });
  await expectDecoded(tile);
  const part = his.page.waitForResponse(
    (response) => response.url().includes('/original?') && response.status() === 206,
  );
  await tile.click();
  await part;
  const film = his.page.getByRole('dialog').locator('video');
  await expect
    .poll(() => film.evaluate((video) => (video instanceof HTMLVideoElement ? video.videoWidth : 0)))
    .toBe(320);
  const [message] = await messageHistory(mira);
  expect(message?.messageType).toBe('video');
});

const LOOKS = [
  ['desktop', 'light', { width: 1280, height: 800 }],
  ['phone', 'dark', { width: 390, height: 844 }],
] as const;

/** Checks chosen files, recorder, its preview, bubbles, viewer and gallery. */
async function checkMediaScreens(page: Page, chat: Chat): Promise<void> {
  await attach(chat, [
    aPictureFile('a.png', 640, 480),
    aPictureFile('b.png', 300, 500),
    { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('eggs') },
  ]);
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page, 'files to send');
  await chat.send('from the market');
  await chat.send('see https://example.org');
  await expect(sent(chat)).toHaveCount(3);
  await record(chat, 1);
  await expectAccessible(page, 'recorder');
  await page.getByRole('button', { name: 'Stop and listen' }).click();
  await expect(page.getByRole('button', { name: 'Play recording' })).toBeVisible();
  await expectAccessible(page, 'recording to send');
  await page.getByRole('button', { name: 'Send voice note' }).click();
  await expect(sent(chat)).toHaveCount(4);
  await expect(notes(chat).getByText('Processing…')).toHaveCount(0, { timeout: 30_000 });
  await expectAccessible(page, 'photos, file and voice note in the chat');

  const second = photos(chat).last();
  await second.click();
  const viewer = page.getByRole('dialog', { name: 'Photos and videos' });
  await expect(viewer.getByText(/2 of 2/)).toBeVisible();
  await expect(viewer.getByRole('img', { name: /^Photo from/ })).toBeVisible();
  await expectAccessible(page, 'viewer');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText(/1 of 2/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(second).toBeFocused();

  await page.getByRole('button', { name: 'Shared media' }).click();
  const gallery = page.getByRole('dialog', { name: 'Shared media' });
  await expect(gallery.getByRole('button', { name: /^Open photo from you/ })).toHaveCount(2);
  await expectAccessible(page, 'gallery, photos');
  for (const [tab, shown] of [
    ['Voice', gallery.getByRole('group', { name: /^Voice note/ })],
    ['Files', gallery.getByText('list.txt')],
    ['Links', gallery.getByRole('link', { name: 'https://example.org' })],
  ] as const) {
    await gallery.getByRole('tab', { name: tab }).click();
    await expect(shown).toBeVisible();
    await expectAccessible(page, `gallery, ${tab}`);
  }
  await gallery.getByRole('button', { name: 'Show in chat' }).click();
  await expect(gallery).toHaveCount(0);
  await expect(
    chat
      .bubble('see https://example.org')
      .or(chat.log.getByRole('link', { name: 'https://example.org' }))
      .first(),
  ).toBeInViewport();
}

for (const [device, colorScheme, viewport] of LOOKS) {
  test(`files, recorder, viewer and gallery are accessible on a ${device} in ${colorScheme}`, async ({ browser }) => {
    // Axe checks nine screens.
    test.slow();
    const [mira] = await aCouple();
    const page = await browse(browser, mira, { viewport, colorScheme, reducedMotion: 'reduce' });
    await checkMediaScreens(page, await Chat.open(page, 'Jonas'));
  });
}
