import { expect } from '@playwright/test';
import { notes, record, sent, twoChats, waitForRecording } from './media-chat.js';
import { Chat, aCouple, browse, messageHistory } from './people.js';
import { test } from './test.js';

test('the partner plays a voice note in full, and its sender sees that it was played', async ({ browser }) => {
  // The test plays it twice in full and waits for its conversion in between.
  test.slow();
  const { hers, his, mira } = await twoChats(browser);
  await record(hers, 2);
  await hers.page.getByRole('button', { name: 'Pause recording' }).click();
  await expect(hers.page.getByRole('button', { name: 'Resume recording' })).toBeVisible();
  await hers.page.getByRole('button', { name: 'Resume recording' }).click();
  await waitForRecording(hers, 3);
  await hers.page.getByRole('button', { name: 'Stop and listen' }).click();
  const recorded = Number(
    await hers.page.getByRole('group', { name: 'Voice recorder' }).getByRole('slider').getAttribute('max'),
  );
  expect(recorded).toBeGreaterThan(3);
  await hers.page.getByRole('button', { name: 'Play recording' }).click();
  await expect(hers.page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await hers.page.getByRole('button', { name: 'Send voice note' }).focus();
  await hers.page.keyboard.press('Enter');
  await expect(hers.page.getByRole('button', { name: 'Record a voice note' })).toBeFocused();

  // Her own can be played at once, before the server has converted it.
  await expect(notes(hers).getByRole('button', { name: 'Play voice note' })).toBeEnabled();
  await expect(notes(his).getByText('New')).toBeVisible({ timeout: 30_000 });
  const [message] = await messageHistory(mira);
  const [attachment] = message?.attachments ?? [];
  // The fake microphone skips beats on a busy machine, so the length is the server's.
  expect(Math.abs((attachment?.duration ?? 0) - recorded)).toBeLessThan(2);
  expect(attachment?.waveform).toHaveLength(20);
  expect(Math.max(...(attachment?.waveform ?? []))).toBeGreaterThan(0);

  await notes(his).getByRole('button', { name: 'Play voice note' }).click();
  await expect(notes(his).getByRole('button', { name: 'Pause voice note' })).toBeVisible();
  await expect(notes(hers).getByText('Played')).toBeVisible();
  // Playback ends by itself.
  await expect(notes(his).getByRole('button', { name: 'Play voice note' })).toBeVisible();
  const slider = notes(his).getByRole('slider');
  await slider.focus();
  await his.page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^1 second of/);
});

test('holding records, releasing sends, and sliding aside discards a voice note', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const hers = await Chat.open(page, 'Jonas');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const mic = page.getByRole('button', { name: 'Record a voice note' });
  const cancelHint = page.getByText('Slide to cancel');
  const hold = async (): Promise<[number, number]> => {
    const box = await mic.boundingBox();
    const at: [number, number] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await touch('touchStart', ...at);
    await expect(cancelHint).toBeVisible();
    await expect(cancelHint.locator('..')).toContainText('0:01');
    return at;
  };

  const [x, y] = await hold();
  await touch('touchMove', x - 60, y);
  await touch('touchMove', x - 120, y);
  await expect(cancelHint).toHaveCount(0);
  await touch('touchEnd');
  await hold();
  await touch('touchEnd');
  await expect(sent(hers)).toHaveCount(1);
  await expect(notes(hers)).toHaveCount(1);
  // A key records after a finger has.
  await mic.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop and listen' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete recording' }).click();
  // Sliding up locks the recording.
  await hold();
  await touch('touchMove', x, y - 90);
  await touch('touchEnd');
  await expect(page.getByRole('button', { name: 'Stop and listen' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete recording' }).click();
  await expect(hers.field).toBeVisible();
  expect((await messageHistory(mira)).map(({ messageType }) => messageType)).toEqual(['voice']);
});
