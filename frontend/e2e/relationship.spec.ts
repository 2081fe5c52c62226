import { type Page, expect } from '@playwright/test';
import { aCouple, browse } from './people.js';
import { test } from './test.js';

/** A day count of three digits that is no milestone of the product. */
const NEXT_YEAR = new Date().getFullYear() + 1;

const openDashboard = async (page: Page): Promise<void> => {
  await page.goto('/dashboard');
  await expect(page.getByText('Connected', { exact: true }).filter({ visible: true })).toBeVisible();
};

const moodsOn = (page: Page) => page.getByRole('region', { name: 'How today feels' });

const comingUp = (page: Page) => page.getByRole('region', { name: 'Coming up' });

/** Types a date into its segments, in any order of the locale. */
async function typeDay(page: Page, name: string, parts: Record<string, number>): Promise<void> {
  const group = page.getByRole('group', { name });
  for (const [part, value] of Object.entries(parts)) {
    await group.getByRole('spinbutton', { name: new RegExp(`^${part}`) }).click();
    await page.keyboard.type(String(value).padStart(2, '0'));
  }
}

async function addDate(page: Page, title: string, isSecret = false): Promise<void> {
  await comingUp(page).getByRole('button', { name: 'Add a date' }).click();
  await page.getByRole('textbox', { name: /^Title/ }).fill(title);
  await typeDay(page, 'Day', { month: 1, day: 15, year: NEXT_YEAR });
  if (isSecret) await page.getByText('Only for me').click();
  await page.getByRole('button', { name: 'Save date' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a date' })).toBeHidden();
}

const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('button', { name: 'Configure Relationship' }).click();
};

test('a date appears on both dashboards, a surprise on one, and Days Together follows the couple’s start date', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const [hers, his] = [await browse(browser, mira), await browse(browser, jonas)];
  for (const page of [hers, his]) await openDashboard(page);

  await addDate(hers, 'The ring', true);
  await expect(comingUp(hers).getByText('The ring')).toBeVisible();
  await expect(comingUp(hers).getByText('Only you see this')).toBeVisible();
  await addDate(hers, 'Our trip to Rome');
  await expect(comingUp(his).getByText('Our trip to Rome')).toBeVisible();
  await expect(his.getByText('Mira added an important date')).toBeVisible();
  // The later date is visible, so the earlier one would be too.
  await expect(comingUp(his).getByText('The ring')).toHaveCount(0);

  await openSettings(his);
  const dates = his.getByRole('region', { name: 'Important dates' });
  await expect(dates.getByText('Our trip to Rome')).toBeVisible();
  await expect(dates.getByText('The ring')).toHaveCount(0);
  await dates.getByRole('button', { name: 'Edit Our trip to Rome' }).click();
  await his.getByRole('textbox', { name: /^Title/ }).fill('Our trip to Venice');
  await his.getByRole('button', { name: 'Save date' }).click();
  await expect(comingUp(hers).getByText('Our trip to Venice')).toBeVisible();
  await dates.getByRole('button', { name: 'Delete Our trip to Venice' }).click();
  await his.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(comingUp(hers).getByText('Our trip to Venice')).toHaveCount(0);
  await expect(comingUp(hers).getByText('The ring')).toBeVisible();

  // Days Together changes on the partner's screen at once.
  const together = hers.getByRole('definition').filter({ hasText: /^1$/ });
  await expect(together).toBeVisible();
  await typeDay(his, 'Together since', { year: 2020 });
  await his.getByRole('button', { name: 'Save together since' }).click();
  await expect(together).toBeHidden();
  await expect(hers.getByText('Jonas changed the day you two count from')).toBeVisible();
});

test('a nudge and a mood reach the partner at once, and the next nudge waits on all devices of its sender', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const [hers, his] = [await browse(browser, mira), await browse(browser, jonas)];
  await openDashboard(his);
  await openDashboard(hers);
  await hers.getByRole('region', { name: 'Your partner' }).getByRole('link', { name: 'Jonas Winter' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'Jonas Winter' })).toBeVisible();
  await expect(hers.getByText('1 day together')).toBeVisible();
  await hers.getByRole('button', { name: 'I miss you' }).click();
  await expect(hers.getByText(/^Sent. The next one can go from /)).toBeFocused();
  await expect(hers.getByRole('button', { name: 'Good night' })).toBeDisabled();
  await expect(his.getByText('Mira misses you').first()).toBeVisible();
  await expect(his.getByText('Mira sent a small sign')).toBeVisible();
  await expect(his.getByRole('button', { name: 'Good night' })).toBeEnabled();
  const [herMoods, hisMoods] = [moodsOn(hers), moodsOn(his)];
  await herMoods.getByRole('radio', { name: 'In love' }).press('Space');
  await herMoods.getByRole('textbox', { name: 'A few words for Jonas' }).fill('Since breakfast');
  await herMoods.getByRole('button', { name: 'Share' }).click();
  await expect(hisMoods.getByText('Since breakfast')).toBeVisible();
  await expect(his.getByText('Mira shared how today feels').first()).toBeVisible();
  await herMoods.getByRole('button', { name: 'Take back' }).click();
  await expect(hisMoods.getByText('Mira has not shared a mood today.')).toBeVisible();
  await hers.reload();
  await expect(hers.getByText(/^Sent. The next one can go from /)).toBeVisible();
});

test('only the user who set a nickname sees it, on all their devices', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const [hers, tablet, his] = [await browse(browser, mira), await browse(browser, mira), await browse(browser, jonas)];
  for (const page of [tablet, his]) await openDashboard(page);
  await openDashboard(hers);
  await openSettings(hers);
  await hers.getByRole('textbox', { name: 'Nickname for Jonas' }).fill('Bärchen 🐻');
  await hers.getByRole('button', { name: 'Save nickname' }).click();
  await expect(hers.getByText('Nickname saved')).toBeVisible();
  await expect(tablet.getByRole('heading', { name: 'Bärchen 🐻', exact: true })).toBeVisible();
  await expect(tablet.getByText('You and Bärchen 🐻, all in one place.')).toBeVisible();
  await expect(tablet.getByRole('region', { name: 'Your partner' }).getByText('Jonas Winter')).toBeVisible();
  await his.reload();
  await expect(his.getByRole('heading', { name: 'Mira Winter', exact: true })).toBeVisible();
  await expect(his.getByText('Bärchen')).toHaveCount(0);
});
