import { type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse } from './people.js';
import { aPictureFile } from './pictures.js';
import { test } from './test.js';

const COUNT = 60;

/** Pictures of different shapes and colours: equal bytes would be the same picture. */
const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aPictureFile(`IMG_${index + 1}.png`, 90 + (index % 5) * 30, 90 + (index % 3) * 40, [
      (index * 37) % 256,
      (index * 91) % 256,
      (index * 13) % 256,
    ]),
  );

const tiles = (page: Page) => page.getByRole('button', { name: /^Open photo from/ });
const addFiles = (page: Page, files: ReturnType<typeof pictures>): Promise<void> =>
  page.getByLabel('Photos, videos and voice notes to add').setInputFiles(files);

async function createAlbum(page: Page, title: string): Promise<void> {
  await page.goto('/memories');
  await page.getByRole('button', { name: 'New capsule' }).first().click();
  const form = page.getByRole('dialog', { name: 'New capsule' });
  await form.getByText('Album that grows', { exact: true }).click();
  await form.getByLabel('Title').fill(title);
  await form.getByRole('button', { name: 'Create capsule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('an album of 60 pictures arrives whole although the page is reloaded in the middle', async ({ browser }) => {
  test.slow();
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira);
  await createAlbum(hers, 'A week in Lisbon');
  const his = await browse(browser, jonas, { viewport: { width: 390, height: 844 } });
  await his.goto('/memories');
  await his.getByRole('link', { name: 'A week in Lisbon' }).click();

  await addFiles(hers, pictures(COUNT));
  await expect(hers.getByText(/^([5-9]|\d\d) of 60 added$/)).toBeVisible();
  await expectAccessible(hers, 'an album while pictures arrive');
  await hers.reload();
  // It goes on by itself, and the count goes on as well.
  await expect(hers.getByText(/^\d+ of 60 added$/)).toBeVisible();
  await expect(hers.getByText(/^60 memories inside/)).toBeVisible({ timeout: 60_000 });
  await expect(hers.getByRole('region', { name: 'Adding files' })).toHaveCount(0);
  await expect(his.getByText('60 memories inside (Mira: 60)')).toBeVisible();

  await expect(tiles(his).first().locator('img')).toBeVisible();
  await expectAccessible(his, 'an album on a phone');
  await tiles(his).first().click();
  const viewer = his.getByRole('dialog', { name: 'Photos and videos' });
  await expect(viewer.getByText(/1 of 60/)).toBeVisible();
  await his.keyboard.press('ArrowRight');
  await expect(viewer.getByText(/2 of 60/)).toBeVisible();
  await expect(viewer.locator('img[alt]:not([alt=""])')).toBeVisible();
  await expectAccessible(his, 'a picture of an album in full screen');
  await his.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);

  // The same pictures once more: recognised, not doubled.
  await addFiles(hers, pictures(2));
  await expect(hers.getByText('Already in this album')).toHaveCount(2);
  await hers.getByRole('button', { name: 'Done' }).click();
  await expect(hers.getByText(/^60 memories inside/)).toBeVisible();
});

test('by keyboard alone: a picture gets a caption, which the partner reads, and is removed', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira);
  await createAlbum(hers, 'Our balcony');
  const his = await browse(browser, jonas);
  await his.goto('/memories');
  await his.getByRole('link', { name: 'Our balcony' }).click();
  await addFiles(hers, pictures(1));
  await tiles(hers).first().focus();
  await hers.keyboard.press('Enter');
  await hers.getByRole('button', { name: 'Change this' }).focus();
  await hers.keyboard.press('Enter');
  await expect(hers.getByLabel('A few words about it')).toBeFocused();
  await hers.keyboard.type('The first tomatoes');
  await expectAccessible(hers, 'writing a caption');
  await hers.getByRole('button', { name: 'Save' }).focus();
  await hers.keyboard.press('Enter');
  await expect(his.getByRole('button', { name: /The first tomatoes$/ })).toBeVisible();
  await hers.getByRole('button', { name: 'Remove from the capsule' }).focus();
  await hers.keyboard.press('Enter');
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).focus();
  await hers.keyboard.press('Enter');
  await expect(tiles(his)).toHaveCount(0);
});

test('a recorded voice note is in the album, and both can play it', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira);
  await createAlbum(hers, 'What we said');
  const his = await browse(browser, jonas);
  await his.goto('/memories');
  await his.getByRole('link', { name: 'What we said' }).click();
  await hers.getByRole('button', { name: 'Record a voice note' }).click();
  await expect
    .poll(async () => Number((await hers.getByRole('timer').textContent())?.split(':')[1]))
    .toBeGreaterThanOrEqual(1);
  await hers.getByRole('button', { name: 'Add voice note' }).click();
  for (const page of [hers, his]) {
    const note = page.getByRole('group', { name: /^Voice note/ });
    await note.getByRole('button', { name: 'Play voice note' }).click();
    await expect(note.getByRole('button', { name: 'Pause voice note' }).or(note.getByText(/ \/ 0:0/))).not.toHaveCount(
      0,
    );
  }
});
