import { type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse } from './people.js';
import { aPictureFile } from './pictures.js';
import { test } from './test.js';

const ANSWER = 'Your answer';

/** A second challenge: one picture each, which wait for each other. */
async function exchangeViews(hers: Page, his: Page): Promise<void> {
  await hers.goto('/challenges?tab=ideas');
  await hers.getByRole('searchbox', { name: 'Find an idea' }).fill('the colour hunt');
  await hers.getByRole('button', { name: 'The colour hunt' }).click();
  await hers.getByRole('button', { name: 'Propose to Jonas' }).click();
  await expect(hers.getByText('You proposed this. It starts when Jonas accepts.')).toBeVisible();
  await his.goto('/challenges');
  await his.getByRole('link', { name: 'The colour hunt' }).click();
  await his.getByRole('button', { name: 'I’m in' }).click();
  const input = (page: Page) => page.locator('input[type=file]').first();
  await input(hers).setInputFiles(aPictureFile('hers.png', 320, 240));
  await expect(hers.getByRole('img', { name: 'hers.png' })).toBeVisible();
  await expectAccessible(hers, 'a step with a chosen picture');
  await hers.getByRole('button', { name: /^Hand it in: Find ten things/ }).click();
  await expect(hers.getByText('Yours is in. Both appear together, once Jonas’s is here too.')).toBeVisible();
  await expect(his.getByText('Mira has handed in. It appears once yours is in.')).toBeVisible();
  await expect(his.getByRole('button', { name: /^Open photo/ })).toHaveCount(0);
  await input(his).setInputFiles(aPictureFile('his.png', 240, 320, [30, 110, 90]));
  await his.getByRole('button', { name: /^Hand it in: Find ten things/ }).click();
  for (const page of [hers, his])
    for (const tile of await pictures(page, 2)) await expect(tile.locator('img')).toHaveJSProperty('complete', true);
  await his.getByRole('button', { name: /^Open photo from Mira/ }).click();
  await expect(
    his.getByRole('dialog', { name: 'Photos and videos' }).getByRole('img', { name: 'Photo from Mira' }),
  ).toBeVisible();
  await expectAccessible(his, 'the pictures of a step in the viewer');
  await his.keyboard.press('Escape');
  await expectAccessible(his, 'a step with both pictures');
}

/** The pictures of the page, once there are so many. */
async function pictures(page: Page, count: number) {
  const tiles = page.getByRole('button', { name: /^Open photo from/ });
  await expect(tiles).toHaveCount(count);
  await expect(tiles.locator('img')).toHaveCount(count);
  return tiles.all();
}

test('two people do a challenge: proposed, accepted, answered in secret, revealed and celebrated', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira, { reducedMotion: 'reduce' });
  await hers.goto('/challenges?tab=ideas');
  await hers.getByRole('searchbox', { name: 'Find an idea' }).fill('below the surface');
  await expectAccessible(hers, 'the ideas for challenges');
  await hers.getByRole('button', { name: 'Three compliments below the surface' }).click();
  await expectAccessible(hers, 'an idea with its steps');
  await hers.getByRole('button', { name: 'Propose to Jonas' }).click();
  await expect(hers.getByText('You proposed this. It starts when Jonas accepts.')).toBeVisible();

  const his = await browse(browser, jonas, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await his.goto('/dashboard');
  await his.getByRole('link', { name: 'Look at it' }).click();
  await his.getByLabel('A word about it (optional)').fill('With pleasure');
  await expectAccessible(his, 'a proposed challenge');
  await his.getByRole('button', { name: 'I’m in' }).click();
  await expect(hers.getByText('With pleasure')).toBeVisible();

  const handIn = 'Hand it in: Write three compliments that are not about looks';
  await hers.getByLabel(ANSWER).fill('You never let anybody eat alone.');
  await hers.getByRole('button', { name: handIn }).click();
  await expect(hers.getByText('Yours is in. Both appear together, once Jonas’s is here too.')).toBeVisible();
  await expect(his.getByText('Mira has handed in. It appears once yours is in.')).toBeVisible();
  await expect(his.getByText('eat alone')).toHaveCount(0);
  await expectAccessible(his, 'a challenge with a secret step');
  await his.getByLabel(ANSWER).fill('You apologise to furniture.');
  await his.getByRole('button', { name: handIn }).click();
  for (const page of [hers, his]) {
    await expect(page.getByText('You never let anybody eat alone.')).toBeVisible();
    await expect(page.getByText('You apologise to furniture.')).toBeVisible();
  }

  const readOut = /^Done: Read them out/;
  await hers.getByRole('button', { name: readOut }).click();
  await his.getByRole('button', { name: readOut }).click();
  for (const page of [hers, his]) {
    await expect(page.getByRole('heading', { name: 'You did it' })).toBeVisible();
    await expect(page.getByText('70 points for both of you')).toBeVisible();
  }
  await expectAccessible(his, 'a completed challenge');

  await hers.getByLabel('Your words').fill('I will frame the furniture.');
  await hers.getByText('Wonderful', { exact: true }).click();
  await hers.getByRole('button', { name: 'Save my words' }).click();
  await expect(hers.getByText('Your words are saved. Both appear once Jonas has written too.')).toBeVisible();
  await expect(his.getByText('frame the furniture')).toHaveCount(0);
  await his.getByLabel('Your words').fill('Again, soon.');
  await his.getByText('Lovely', { exact: true }).click();
  await his.getByRole('button', { name: 'Save my words' }).click();
  await expect(his.getByText('I will frame the furniture.')).toBeVisible();
  await expect(hers.getByText('Again, soon.')).toBeVisible();

  await exchangeViews(hers, his);

  await hers.goto('/challenges?tab=together');
  await expect(hers.getByRole('region', { name: 'Earned' }).getByText('The first one')).toBeVisible();
  await expectAccessible(hers, 'points and badges');
  await hers.goto('/dashboard');
  await expect(hers.locator('dl > div').filter({ hasText: 'Challenges Completed' }).getByText('1')).toBeVisible();
});

test('an own challenge is written, proposed and done by keyboard alone', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira, { colorScheme: 'dark' });
  await hers.goto('/challenges?tab=ideas');
  await hers.getByRole('button', { name: 'Write your own' }).focus();
  await hers.keyboard.press('Enter');
  await hers.getByRole('textbox', { name: 'Title' }).focus();
  await hers.keyboard.type('Pancakes at midnight');
  await hers.getByRole('textbox', { name: 'What to do' }).focus();
  await hers.keyboard.type('Flip one without looking');
  await expectAccessible(hers, 'writing a challenge');
  await hers.keyboard.press('Enter');
  await expect(hers.getByRole('heading', { level: 1, name: 'Pancakes at midnight' })).toBeVisible();

  const his = await browse(browser, jonas);
  await his.goto('/challenges');
  await his.getByRole('link', { name: 'Pancakes at midnight' }).focus();
  await his.keyboard.press('Enter');
  await his.getByRole('button', { name: 'I’m in' }).focus();
  await his.keyboard.press('Enter');
  for (const page of [his, hers]) {
    const done = page.getByRole('button', { name: 'Done: Flip one without looking' });
    await done.focus();
    await page.keyboard.press('Enter');
    await expect(done).toHaveCount(0);
  }
  for (const page of [his, hers]) await expect(page.getByRole('heading', { name: 'You did it' })).toBeVisible();
});
