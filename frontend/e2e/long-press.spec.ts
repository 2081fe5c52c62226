import { type Locator, type Page, expect } from '@playwright/test';
import { Chat, aCouple, browse, messageHistory, sendText } from './people.js';
import { test } from './test.js';
import { Touch, middleOf } from './touch.js';

const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Message' });

/** Waits until the sheet has finished its animation. */
async function waitForSheet(page: Page): Promise<void> {
  await expect(sheetOf(page)).toBeVisible();
  await sheetOf(page).evaluate((sheet) =>
    Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => sheet),
  );
}

/**
 * Waits until the page has handled all events of a release and rendered their effects. The browser delivers input in order,
 * so a key that does nothing arrives after the click that a touch may cause.
 */
async function waitForRelease(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Expects the open sheet, with none of its entries pressed. */
async function expectSheetUntouched(page: Page): Promise<void> {
  await waitForRelease(page);
  await expect(sheetOf(page)).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Choose a reaction' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
}

const TEXTS = Array.from({ length: 9 }, (_, index) => `Message number ${index + 1}`);

test.describe.configure({ timeout: 180_000 });

test('the touch that opens a message’s sheet presses nothing in it', async ({ browser }) => {
  const [mira] = await aCouple();
  for (const text of TEXTS) await sendText(mira, text);
  const page = await browse(browser, mira, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const chat = await Chat.open(page, 'Jonas');
  const touch = await Touch.of(page);
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(sheetOf(page)).toHaveCount(0);
  };

  // For messages at every height: above the sheet and below each of its entries.
  for (const text of TEXTS.slice(1)) {
    await chat.bubble(text).scrollIntoViewIfNeeded();
    const at = await middleOf(chat.bubble(text).locator('p'));
    await touch.down(at);
    // As soon as the sheet is attached, while it still rises.
    await expect(sheetOf(page)).toBeAttached();
    await touch.up();
    await expectSheetUntouched(page);
    await close();

    await touch.down(at);
    await waitForSheet(page);
    await touch.up();
    await expectSheetUntouched(page);
    await close();
  }

  await chat.bubble('Message number 9').scrollIntoViewIfNeeded();
  const last = await middleOf(chat.bubble('Message number 9').locator('p'));
  await touch.down(last);
  await touch.move({ x: last.x + 4, y: last.y - 5 });
  await waitForSheet(page);
  await touch.move({ x: last.x + 6, y: last.y - 60 });
  await touch.up();
  await expectSheetUntouched(page);
  await close();

  await touch.down(last);
  await waitForSheet(page);
  await touch.cancel();
  await expectSheetUntouched(page);
  await close();

  // A second finger on "Edit" while the first one stays down.
  await touch.down(last);
  await waitForSheet(page);
  const edit = await middleOf(page.getByRole('menuitem', { name: 'Edit' }));
  await touch.down(last, edit);
  await touch.up(last);
  await touch.up();
  await expectSheetUntouched(page);

  // The next touch counts: the guard ends with the press that opened the sheet.
  await touch.tap(await middleOf(page.getByRole('menuitem', { name: 'Edit' })));
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveValue('Message number 9');
  await expect(sheetOf(page)).toHaveCount(0);
  expect(
    (await messageHistory(mira))
      .flatMap(({ reactions, deletedAt }) => [...reactions, deletedAt])
      .filter((one) => one !== null),
  ).toEqual([]);
});

test('two fingers open no sheet, and a tap on the microphone keeps recording', async ({ browser }) => {
  const [mira] = await aCouple();
  for (const text of TEXTS) await sendText(mira, text);
  const page = await browse(browser, mira, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.clock.install();
  const chat = await Chat.open(page, 'Jonas');
  const touch = await Touch.of(page);
  const [first, second] = [
    await middleOf(chat.bubble('Message number 8').locator('p')),
    await middleOf(chat.bubble('Message number 5').locator('p')),
  ];
  // The page's clock stands still, so that the second finger always comes before the end of a long press.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await touch.down(first);
  // The first sheet loads its code, and React shows it by a timer of the page.
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(sheetOf(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await touch.up();
  await page.keyboard.press('Escape');
  await page.clock.runFor(2_000);
  await expect(sheetOf(page)).toHaveCount(0);

  await touch.down(first);
  await touch.down(first, second);
  await page.clock.runFor(2_000);
  await expect(sheetOf(page)).toHaveCount(0);
  await touch.up();

  // The recorder takes the place of the microphone before the click of this tap, with Send under the finger.
  const microphone = page.getByRole('button', { name: 'Record a voice note' });
  await touch.down(await middleOf(microphone));
  await expect(microphone).toHaveAttribute('aria-disabled', 'false');
  await expect(page.getByText(/^Recording\. Let go/)).toBeVisible();
  await touch.up();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Stop and listen' })).toBeVisible();
  await waitForRelease(page);
  await expect(page.getByRole('button', { name: 'Stop and listen' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete recording' }).click();
  await expect(chat.field).toBeVisible();
  expect(await messageHistory(mira)).toHaveLength(TEXTS.length);
});
