import { readFileSync } from 'node:fs';
import { type Browser, type Locator, type Page, expect } from '@playwright/test';
import { isAccessible } from './axe.js';
import { Chat, aCouple, browse, history } from './people.js';
import { aPicture, aPictureFile } from './pictures.js';
import { test } from './test.js';

const attach = (chat: Chat, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> => chat.page.getByLabel('Files to attach').setInputFiles(files);
const photos = (chat: Chat): Locator => chat.log.getByRole('button', { name: /^Open photo/ });
const sent = (chat: Chat): Locator => chat.log.getByRole('img', { name: /^(Sent|Delivered|Read)$/ });
const notes = (chat: Chat): Locator => chat.log.getByRole('group', { name: /^Voice note/ });

/** The picture has really arrived: it has been decoded. */
const isShown = (tile: Locator): Promise<void> =>
  expect.poll(() => tile.locator('img').evaluate((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0)).catch(() => 0)).toBeGreaterThan(0);

async function twoChats(browser: Browser, options: Parameters<typeof browse>[2] = {}): Promise<{ hers: Chat; his: Chat; mira: Awaited<ReturnType<typeof aCouple>>[0] }> {
  const [mira, jonas] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira, options), 'Jonas');
  const his = await Chat.open(await browse(browser, jonas, options), 'Mira');
  return { hers, his, mira };
}

const paste = (chat: Chat, name: string, picture: Buffer): Promise<void> =>
  chat.field.evaluate(
    (field, { name, bytes }) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name, { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { name, bytes: picture.toString('base64') },
  );

test('photos that are picked or pasted are there at the other, and a file keeps its name', async ({ browser }) => {
  const { hers, his, mira } = await twoChats(browser);
  await attach(hers, [aPictureFile('one.png', 640, 480), aPictureFile('two.png', 480, 640), { name: 'Plan für uns.txt', mimeType: 'text/plain', buffer: Buffer.from('first Rome, then Naples') }]);
  await hers.send('from the weekend');
  await expect(photos(hers)).toHaveCount(2);
  await expect(sent(hers)).toHaveCount(3);

  await expect(photos(his)).toHaveCount(2);
  await isShown(photos(his).first());
  await isShown(photos(his).last());
  const [download] = await Promise.all([his.page.waitForEvent('download'), his.log.getByRole('button', { name: /^Download Plan für uns\.txt/ }).click()]);
  expect(download.suggestedFilename()).toBe('Plan für uns.txt');
  expect(readFileSync(await download.path(), 'utf8')).toBe('first Rome, then Naples');

  await paste(hers, 'pasted.png', aPicture(800, 300));
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(photos(his)).toHaveCount(3);
  await isShown(photos(his).last());
  const told = await history(mira);
  expect(told.map(({ messageType, content }) => content || messageType)).toEqual(['image', 'file', 'from the weekend', 'image']);
  expect(told.map(({ attachments }) => attachments.length)).toEqual([2, 1, 0, 1]);
});

test('a file that is too large stays here, an upload can be taken back, and one that waits survives a reload', async ({ browser }) => {
  const [mira] = await aCouple();
  const hers = await Chat.open(await browse(browser, mira), 'Jonas');
  await attach(hers, { name: 'huge.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(hers.page.getByRole('alertdialog')).toContainText('File huge.bin is too large. Maximum size is 10MB.');
  await hers.page.getByRole('button', { name: 'OK' }).click();

  // Nothing gets through.
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
  await isShown(photos(hers).first());
  expect((await history(mira)).map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([['patient.png']]);
});

/** A film of some frames, made by the browser itself. */
const aFilm = (page: Page): Promise<string> =>
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

test('a video has its first picture at the other, and plays by parts', async ({ browser }) => {
  test.slow();
  const { hers, his, mira } = await twoChats(browser);
  await attach(hers, { name: 'walk.webm', mimeType: 'video/webm', buffer: Buffer.from(await aFilm(hers.page), 'base64') });
  await hers.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sent(hers)).toHaveCount(1, { timeout: 40_000 });
  const tile = his.log.getByRole('button', { name: /^Open video/ });
  await isShown(tile);
  const part = his.page.waitForResponse((response) => response.url().includes('/original?') && response.status() === 206);
  await tile.click();
  await part;
  const film = his.page.getByRole('dialog').locator('video');
  await expect.poll(() => film.evaluate((video) => (video instanceof HTMLVideoElement ? video.videoWidth : 0))).toBe(320);
  const [message] = await history(mira);
  expect(message?.messageType).toBe('video');
});

/** Waits until the recorder has come this far, in seconds. */
const hasRecorded = (chat: Chat, seconds: number): Promise<void> =>
  expect.poll(async () => Number((await chat.page.getByRole('timer').textContent())?.split(':')[1])).toBeGreaterThanOrEqual(seconds);

async function record(chat: Chat, seconds: number): Promise<void> {
  await chat.page.getByRole('button', { name: 'Record a voice note' }).click();
  await hasRecorded(chat, seconds);
}

test('a voice note is recorded, heard by the other for as long as it lasts, and known to be heard', async ({ browser }) => {
  // It is heard twice in full, and turned into what every browser plays in between.
  test.slow();
  const { hers, his, mira } = await twoChats(browser);
  await record(hers, 2);
  await hers.page.getByRole('button', { name: 'Pause recording' }).click();
  await expect(hers.page.getByRole('button', { name: 'Resume recording' })).toBeVisible();
  await hers.page.getByRole('button', { name: 'Resume recording' }).click();
  await hasRecorded(hers, 3);
  await hers.page.getByRole('button', { name: 'Stop and listen' }).click();
  const recorded = Number(await hers.page.getByRole('group', { name: 'Voice recorder' }).getByRole('slider').getAttribute('max'));
  expect(recorded).toBeGreaterThan(3);
  await hers.page.getByRole('button', { name: 'Play recording' }).click();
  await expect(hers.page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await hers.page.getByRole('button', { name: 'Send voice note' }).focus();
  await hers.page.keyboard.press('Enter');
  await expect(hers.page.getByRole('button', { name: 'Record a voice note' })).toBeFocused();

  // Her own can be heard at once, whatever the server still does with it.
  await expect(notes(hers).getByRole('button', { name: 'Play voice note' })).toBeEnabled();
  await expect(notes(his).getByText('New')).toBeVisible({ timeout: 30_000 });
  const [message] = await history(mira);
  const [attachment] = message?.attachments ?? [];
  // The browser's false microphone skips beats on a busy machine; the server counts what is there to be heard.
  expect(Math.abs((attachment?.duration ?? 0) - recorded)).toBeLessThan(2);
  expect(attachment?.waveform).toHaveLength(20);
  expect(Math.max(...(attachment?.waveform ?? []))).toBeGreaterThan(0);

  await notes(his).getByRole('button', { name: 'Play voice note' }).click();
  await expect(notes(his).getByRole('button', { name: 'Pause voice note' })).toBeVisible();
  await expect(notes(hers).getByText('Played')).toBeVisible();
  // It comes to its end by itself.
  await expect(notes(his).getByRole('button', { name: 'Play voice note' })).toBeVisible();
  const slider = notes(his).getByRole('slider');
  await slider.focus();
  await his.page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^1 second of/);
});

test('a finger holds to record, lets go to send, and slides aside to throw it away', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const hers = await Chat.open(page, 'Jonas');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const mic = page.getByRole('button', { name: 'Record a voice note' });
  const held = page.getByText('Slide to cancel');
  const hold = async (): Promise<[number, number]> => {
    const box = await mic.boundingBox();
    const at: [number, number] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await touch('touchStart', ...at);
    await expect(held).toBeVisible();
    await expect(held.locator('..')).toContainText('0:01');
    return at;
  };

  const [x, y] = await hold();
  await touch('touchMove', x - 60, y);
  await touch('touchMove', x - 120, y);
  await expect(held).toHaveCount(0);
  await touch('touchEnd');
  await hold();
  await touch('touchEnd');
  await expect(sent(hers)).toHaveCount(1);
  await expect(notes(hers)).toHaveCount(1);
  // Slid up it records on without the finger.
  await hold();
  await touch('touchMove', x, y - 90);
  await touch('touchEnd');
  await expect(page.getByRole('button', { name: 'Stop and listen' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete recording' }).click();
  await expect(hers.field).toBeVisible();
  expect((await history(mira)).map(({ messageType }) => messageType)).toEqual(['voice']);
});

const LOOKS = [
  ['desktop', 'light', { width: 1280, height: 800 }],
  ['phone', 'dark', { width: 390, height: 844 }],
] as const;

/** Each screen in turn: what is chosen, the recorder, its preview, the bubbles, the viewer, the gallery. */
async function walk(page: Page, chat: Chat): Promise<void> {
  await attach(chat, [aPictureFile('a.png', 640, 480), aPictureFile('b.png', 300, 500), { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('eggs') }]);
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(3);
  await isAccessible(page, 'files to send');
  await chat.send('see https://example.org');
  await expect(sent(chat)).toHaveCount(3);
  await record(chat, 1);
  await isAccessible(page, 'recorder');
  await page.getByRole('button', { name: 'Stop and listen' }).click();
  await expect(page.getByRole('button', { name: 'Play recording' })).toBeVisible();
  await isAccessible(page, 'recording to send');
  await page.getByRole('button', { name: 'Send voice note' }).click();
  await expect(sent(chat)).toHaveCount(4);
  await expect(notes(chat).getByText('Processing…')).toHaveCount(0, { timeout: 30_000 });
  await isAccessible(page, 'photos, file and voice note in the chat');

  const second = photos(chat).last();
  await second.click();
  const viewer = page.getByRole('dialog', { name: 'Photos and videos' });
  await expect(viewer.getByText(/2 of 2/)).toBeVisible();
  await expect(viewer.getByRole('img', { name: /^Photo from/ })).toBeVisible();
  await isAccessible(page, 'viewer');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText(/1 of 2/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(second).toBeFocused();

  await page.getByRole('button', { name: 'Shared media' }).click();
  const gallery = page.getByRole('dialog', { name: 'Shared media' });
  await expect(gallery.getByRole('button', { name: /^Open photo from Mira/ })).toHaveCount(2);
  await isAccessible(page, 'gallery, photos');
  for (const [tab, shown] of [['Voice', gallery.getByRole('group', { name: /^Voice note/ })], ['Files', gallery.getByText('list.txt')], ['Links', gallery.getByRole('link', { name: 'https://example.org' })]] as const) {
    await gallery.getByRole('tab', { name: tab }).click();
    await expect(shown).toBeVisible();
    await isAccessible(page, `gallery, ${tab}`);
  }
  await gallery.getByRole('button', { name: 'Show in chat' }).click();
  await expect(gallery).toHaveCount(0);
  await expect(chat.bubble('see https://example.org').or(chat.log.getByRole('link', { name: 'https://example.org' })).first()).toBeInViewport();
}

for (const [device, colorScheme, viewport] of LOOKS) {
  test(`files, recorder, viewer and gallery are accessible on a ${device} in ${colorScheme}`, async ({ browser }) => {
    // Axe hears nine screens.
    test.slow();
    const [mira] = await aCouple();
    const page = await browse(browser, mira, { viewport, colorScheme, reducedMotion: 'reduce' });
    await walk(page, await Chat.open(page, 'Jonas'));
  });
}
