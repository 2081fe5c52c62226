import { expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, browse } from './people.js';
import { test } from './test.js';

test('two people bury a capsule: each adds in secret, both seal it, and then neither reads it', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira);
  await hers.goto('/memories');
  await hers.getByRole('button', { name: 'New capsule' }).first().click();
  const form = hers.getByRole('dialog', { name: 'New capsule' });
  await form.getByRole('button', { name: 'Create capsule' }).click();
  await expect(form.getByText('Title is required')).toBeVisible();
  await expect(form.getByText('Please choose a day from tomorrow on')).toBeVisible();
  await expectAccessible(hers, 'creating a capsule, with errors');
  await form.getByLabel('Title').fill('For our tenth year');
  for (const [part, digits] of [
    ['year', '2036'],
    ['month', '06'],
    ['day', '01'],
  ] as const) {
    await form.getByRole('spinbutton', { name: new RegExp(`^${part}`) }).focus();
    await hers.keyboard.type(digits);
  }
  await form.getByRole('button', { name: 'Create capsule' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'For our tenth year' })).toBeVisible();

  const his = await browse(browser, jonas);
  await his.goto('/memories');
  await his.getByRole('link', { name: 'For our tenth year' }).click();
  await expect(his.getByRole('heading', { level: 1, name: 'For our tenth year' })).toBeVisible();

  await hers.getByLabel('Your words').fill('I knew it on the second day.');
  await hers.getByRole('button', { name: 'Put it in' }).click();
  await expect(hers.getByRole('article').getByText('I knew it on the second day.')).toBeVisible();
  // His page follows without a reload, and shows that there is something, not what.
  await expect(his.getByText('1 memory inside (Mira: 1)')).toBeVisible();
  await expect(his.getByText('second day')).toHaveCount(0);
  await expectAccessible(his, 'a capsule that collects');

  await hers.getByRole('button', { name: 'Seal it' }).click();
  await expect(his.getByText('Mira has sealed it already.')).toBeVisible();
  await his.getByRole('button', { name: 'Seal it' }).click();
  for (const page of [hers, his]) {
    await expect(page.getByRole('timer', { name: 'Time until it opens' })).toBeVisible();
    await expect(page.getByText('second day')).toHaveCount(0);
    await expect(page.getByLabel('Your words')).toHaveCount(0);
  }
  await expectAccessible(hers, 'a sealed capsule');
});

test('an album grows on both screens, is finished, and is talked about', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira, { viewport: { width: 390, height: 844 } });
  await hers.goto('/memories');
  await hers.getByRole('button', { name: 'New capsule' }).first().click();
  const form = hers.getByRole('dialog', { name: 'New capsule' });
  await form.getByText('Album that grows', { exact: true }).click();
  await form.getByLabel('Title').fill('A week in Lisbon');
  await form.getByText('Sea', { exact: true }).click();
  await form.getByRole('button', { name: 'Create capsule' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'A week in Lisbon' })).toBeVisible();

  const his = await browse(browser, jonas);
  await his.goto('/memories');
  await his.getByRole('link', { name: 'A week in Lisbon' }).click();
  await his.getByLabel('Your words').fill('The storm, and cherries.');
  await his.getByLabel('Place (optional)').fill('Alfama');
  await his.getByRole('button', { name: 'Put it in' }).click();
  const piece = hers.getByRole('article').filter({ hasText: 'The storm, and cherries.' });
  await expect(piece.getByText('Alfama')).toBeVisible();
  await expect(piece.getByRole('button')).toHaveCount(0);

  await hers.getByRole('button', { name: 'Finish album' }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Finish album' }).click();
  await expect(his.getByLabel('Your words')).toHaveCount(0);
  await hers.getByRole('textbox', { name: 'Comment' }).fill('I would go back tomorrow.');
  await hers.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(his.getByText('I would go back tomorrow.')).toBeVisible();
  await his.getByRole('button', { name: 'React with ❤️' }).click();
  await expect(hers.getByRole('button', { name: 'React with ❤️' })).toContainText('1');
  await expectAccessible(hers, 'a finished album');

  await hers.goto('/memories');
  await hers.getByRole('tab', { name: 'Timeline' }).click();
  await expect(hers.getByRole('article').getByText('The storm, and cherries.')).toBeVisible();
  await expectAccessible(hers, 'the timeline');
});
