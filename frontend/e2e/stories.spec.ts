import { type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse, readStory } from './people.js';
import { aPictureFile } from './pictures.js';
import { test } from './test.js';

test('two read a story in two browsers, choose in secret, come back to their page, and keep the ending', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira, { reducedMotion: 'reduce' });
  await hers.goto('/challenges?tab=stories');
  const bureau = hers.getByRole('listitem').filter({ hasText: 'The Bureau of Small Mysteries' });
  await bureau.getByRole('button', { name: 'Read it with Jonas' }).focus();
  await hers.keyboard.press('Enter');
  await expect(hers.getByRole('heading', { name: 'Jonas can begin the story with you' })).toBeVisible();
  const id = new URL(hers.url()).searchParams.get('story') ?? '';

  const his = await browse(browser, jonas, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await his.goto(`/challenges?tab=stories&story=${id}`);
  await his.getByRole('button', { name: 'Begin the story' }).click();
  await expect(hers.getByText('The letter is addressed to Mira and Jonas')).toBeVisible();
  await hers.getByRole('button', { name: 'Turn the page' }).click();
  await hers.getByRole('button', { name: 'Turn the page' }).click();

  // Her choice is secret, and still hers after a reload.
  const bell = { name: 'By the front door, with the bell and some drama' };
  await hers.getByRole('button', bell).click();
  await expect(hers.getByText('Only you can see this.', { exact: false })).toBeVisible();
  await hers.reload();
  await expect(hers.getByRole('button', bell)).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(hers, 'a secret choice');
  // He opens at the page that he saw last, and turns the two that she has turned.
  await his.getByRole('button', { name: 'Next', exact: true }).click();
  await his.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(his.getByText('Mira has chosen.', { exact: false })).toBeVisible();
  await expect(his.getByRole('button', { pressed: true })).toHaveCount(0);
  await his.getByRole('button', { name: 'By the back door, with the permission of the cat' }).click();
  const both = his.getByRole('list').filter({ hasText: 'with the bell and some drama' });
  await expect(both.getByText('with the permission of the cat', { exact: false })).toBeVisible();
  await his.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(his.getByText('One of you comes through the front, one through the back')).toBeVisible();

  await readStory([mira, jonas], id, ({ node }) => node?.takesPhoto === true);
  const toLastPage = async (page: Page): Promise<void> => {
    await page.evaluate((session) => localStorage.setItem(`duet-story-page ${session}`, '99'), id);
    await page.reload();
  };
  await toLastPage(hers);
  await toLastPage(his);
  await hers
    .locator('input[type=file]')
    .first()
    .setInputFiles(aPictureFile('mug.png', 320, 240));
  await expect(hers.getByRole('img', { name: 'mug.png' })).toBeVisible();
  await expectAccessible(hers, 'a page that takes a photo');
  await hers.getByRole('button', { name: 'Put it on the page' }).click();
  await expect(hers.getByRole('button', { name: 'Open photo from you' })).toBeVisible();
  // Her photo is secret until he has answered, here with a line.
  await expect(his.getByText('Mira is done with this page.', { exact: false })).toBeVisible();
  await expect(his.getByRole('button', { name: /^Open photo/ })).toHaveCount(0);
  await his.getByLabel('A line with it, or in its place').fill('A pebble from the sea');
  await his.getByRole('button', { name: 'Put it on the page' }).click();
  await expect(his.getByText('The dormice walk around the two exhibits')).toBeVisible();
  const exhibit = his.getByRole('button', { name: 'Open photo from Mira' });
  await expect(exhibit.getByRole('presentation')).toHaveJSProperty('naturalWidth', 320);
  await expectAccessible(his, 'a page that recalls a photo');

  await readStory([mira, jonas], id, ({ node }) => node?.id === 'next');
  for (const page of [hers, his]) {
    await toLastPage(page);
    await page.getByRole('button', { name: 'No case tonight. There is cake' }).click();
  }
  await expect(hers.getByText('The end', { exact: true })).toBeVisible();
  await expectAccessible(hers, 'the end of a story');
  await hers.getByRole('button', { name: 'Make a keepsake' }).focus();
  await hers.keyboard.press('Enter');
  await hers.getByRole('link', { name: 'Open the keepsake' }).click();
  await expect(hers.getByRole('heading', { name: 'The Bureau of Small Mysteries' })).toBeVisible();
  await expect(hers.getByText(bell.name)).toBeVisible();
  // The album draws what is near.
  for (const exhibited of [hers.getByRole('button', { name: /^Open photo/ }), hers.getByText('A pebble from the sea')])
    await expect(async () => {
      await hers.mouse.wheel(0, 300);
      await expect(exhibited).toBeInViewport({ timeout: 500 });
    }).toPass();
  await his.goto('/challenges?tab=stories');
  await expect(his.getByRole('link', { name: /^Read on / })).toBeVisible();
});
