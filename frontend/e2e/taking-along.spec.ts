import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Download, type Page, type Route, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse } from './people.js';
import { aPictureFile } from './pictures.js';
import { test } from './test.js';
import { unzipInto } from './unzip.js';

/** Each size is another picture. */
const SIZES = [
  { width: 300, height: 200 },
  { width: 240, height: 320 },
];

const pictures = SIZES.map(({ width, height }, index) =>
  aPictureFile(`IMG_${index + 1}.png`, width, height, [40, 90 + index * 60, 120]),
);

async function makeAlbum(page: Page, title: string): Promise<void> {
  await page.goto('/memories');
  await page.getByRole('button', { name: 'New capsule' }).first().click();
  const form = page.getByRole('dialog', { name: 'New capsule' });
  await form.getByText('Album that grows', { exact: true }).click();
  await form.getByLabel('Title').fill(title);
  await form.getByRole('button', { name: 'Create capsule' }).click();
  await page.getByLabel('Photos, videos and voice notes to add').setInputFiles(pictures);
  await expect(page.getByRole('button', { name: /^Open photo from/ })).toHaveCount(SIZES.length);
}

/** By keyboard alone: opens the capsule's menu and chooses the copy. */
async function takeAlong(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More about this capsule' }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: 'Take it along (ZIP)' });
  await expect(entry).toBeVisible();
  while (!(await entry.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** The files of a download, and its page as a browser without the product shows it. */
async function openCopy(page: Page, download: Download, folder: string) {
  const names = await unzipInto(folder, await download.path());
  const copy = await page.context().newPage();
  await copy.goto(pathToFileURL(join(folder, 'index.html')).href);
  return { names, copy };
}

test('a couple takes an album along: the ZIP has its pictures, and a page to print', async ({ browser }, testInfo) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira);
  await makeAlbum(hers, 'A week in Lisbon');

  // The server's permission is late: the page says that it works on it.
  let allow = (): void => undefined;
  const allowed = new Promise<void>((resolve) => (allow = resolve));
  const permission = async (route: Route): Promise<void> => {
    await allowed;
    await route.continue();
  };
  await hers.route('**/api/capsules/*/archive', permission, { times: 1 });
  const arrives = hers.waitForEvent('download');
  await takeAlong(hers);
  await expect(hers.getByRole('img', { name: 'Preparing the copy' })).toBeVisible();
  allow();
  const download = await arrives;
  expect(download.suggestedFilename()).toContain('A week in Lisbon');
  await expect(hers.getByRole('img', { name: 'Preparing the copy' })).toHaveCount(0);

  const folder = testInfo.outputPath('copy');
  const { names, copy } = await openCopy(hers, download, folder);
  expect(names).toEqual([
    'capsule.json',
    'index.html',
    expect.stringMatching(/IMG_\d\.\w+$/),
    expect.stringMatching(/IMG_\d\.\w+$/),
  ]);
  expect(JSON.parse(readFileSync(join(folder, 'capsule.json'), 'utf8'))).toMatchObject({
    title: 'A week in Lisbon',
    contributions: [{ by: 'Mira' }, { by: 'Mira' }],
  });
  await expect(copy.getByRole('heading', { level: 1 })).toHaveText('A week in Lisbon');
  const shown = await copy.locator('article img').evaluateAll((images) =>
    images.map((image) => ({
      width: (image as HTMLImageElement).naturalWidth,
      height: (image as HTMLImageElement).naturalHeight,
    })),
  );
  expect(shown.toSorted((one, other) => other.width - one.width)).toEqual(SIZES);
  await expectAccessible(copy, 'the printable page of a capsule');
  await copy.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(copy, 'the printable page of a capsule on a phone');

  // The partner gets the same, on a phone.
  const his = await browse(browser, jonas, { viewport: { width: 390, height: 844 } });
  await his.goto('/memories');
  await his.getByRole('link', { name: 'A week in Lisbon' }).click();
  const second = his.waitForEvent('download');
  await takeAlong(his);
  expect(await unzipInto(testInfo.outputPath('his'), await (await second).path())).toEqual(names);
});
