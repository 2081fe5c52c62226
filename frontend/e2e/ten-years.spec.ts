import { type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

const TEN_YEARS = 3_653 * 24 * 60 * 60;

/** The words that each of them buries. */
const HERS = 'I knew it on the second day.';
const HIS = 'I practised the question in the lift.';

test.afterEach(() => product.setClockAhead(0));

/** Signed in with a device whose clock is a year ahead. */
const ON_A_WRONG_CLOCK = `{
  const year = 365 * 24 * 60 * 60 * 1000;
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + year) : super(...given); }
    static now() { return Real.now() + year; }
  };
}`;

async function buryUntil2036(page: Page): Promise<void> {
  await page.goto('/memories');
  await page.getByRole('button', { name: 'New capsule' }).first().click();
  const form = page.getByRole('dialog', { name: 'New capsule' });
  await form.getByLabel('Title').fill('For our tenth year');
  for (const [part, digits] of [
    ['year', '2036'],
    ['month', '06'],
    ['day', '01'],
  ] as const) {
    await form.getByRole('spinbutton', { name: new RegExp(`^${part}`) }).focus();
    await page.keyboard.type(digits);
  }
  await form.getByRole('button', { name: 'Create capsule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'For our tenth year' })).toBeVisible();
}

async function contribute(page: Page, words: string): Promise<void> {
  await page.getByLabel('Your words').fill(words);
  await page.getByRole('button', { name: 'Put it in' }).click();
  await expect(page.getByRole('article').getByText(words)).toBeVisible();
}

// It moves the time of the whole product, so no other test may run beside it.
test(
  'a capsule is buried for ten years, stays shut on every clock but the server’s, and opens for both',
  { tag: '@alone' },
  async ({ browser }) => {
    const [mira, jonas] = await aCouple();
    const hers = await browse(browser, mira);
    const his = await browse(browser, jonas);
    await buryUntil2036(hers);
    await contribute(hers, HERS);
    await his.goto('/memories');
    // He receives one notice of it.
    await his.getByRole('button', { name: /^Notifications, \d unread$/ }).click();
    await his.getByRole('link', { name: /Mira started a memory capsule/ }).click();
    await expect(his.getByRole('heading', { level: 1, name: 'For our tenth year' })).toBeVisible();
    await contribute(his, HIS);
    await hers.getByRole('button', { name: 'Seal it' }).click();
    await his.getByRole('button', { name: 'Seal it' }).click();
    for (const page of [hers, his])
      await expect(page.getByRole('timer', { name: 'Time until it opens' })).toBeVisible();
    const days = await hers.getByRole('timer').textContent();

    await his.addInitScript(ON_A_WRONG_CLOCK);
    await his.reload();
    // The countdown follows the server: a device a year ahead shows the same days.
    await expect(his.getByRole('timer')).toHaveText(days ?? '');
    await expect(his.getByText(HERS)).toHaveCount(0);

    product.setClockAhead(TEN_YEARS);
    for (const page of [hers, his]) {
      await page.reload();
      await expect(page.getByText('Its day has come.', { exact: false })).toBeVisible();
      await expect(page.getByText(HERS)).toHaveCount(0);
    }
    await hers.getByRole('button', { name: "I'm ready" }).click();
    await expect(his.getByText('Mira is ready', { exact: false })).toBeVisible();
    await his.getByRole('button', { name: "I'm ready" }).click();

    // For both it begins by itself, one by one and in the same order.
    for (const page of [hers, his]) {
      await expect(page.getByText('1 of 2')).toBeVisible();
      await expect(page.getByRole('article').getByText(HERS)).toBeVisible();
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByRole('article').getByText(HIS)).toBeVisible();
      await page.getByRole('button', { name: 'Show everything' }).click();
      for (const words of [HERS, HIS]) await expect(page.getByRole('article').getByText(words)).toBeVisible();
    }
    await expectAccessible(hers, 'a capsule after ten years');

    await hers.goto('/dashboard');
    const activity = hers.getByRole('region', { name: 'Activity' });
    await expect(activity.getByRole('link', { name: 'You two opened a memory capsule' })).toBeVisible();
    await expectAccessible(hers, 'the dashboard with activities of a capsule');
  },
);
