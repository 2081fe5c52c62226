import { expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { aCouple, answerToday, browse, writeQuestion } from './people.js';
import { test } from './test.js';

test('one offers a wish, the other chooses it with joint points, and both say that it came true', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  await writeQuestion(mira, 'What did you enjoy today?');
  for (const person of [mira, jonas]) await answerToday(person, 'A walk by the lake');
  const hers = await browse(browser, mira, { reducedMotion: 'reduce' });
  // The points of the question arrive after both answers.
  await expect(async () => {
    await hers.goto('/challenges?tab=wishes');
    await expect(hers.getByText('5 joint points are free for wishes')).toBeVisible();
  }).toPass();
  await hers.getByRole('button', { name: 'New wish' }).focus();
  await hers.keyboard.press('Enter');
  await hers.getByRole('textbox', { name: 'What would you gladly do for Jonas?' }).fill('Breakfast in bed');
  await hers.getByRole('textbox', { name: 'Points' }).fill('5');
  await expectAccessible(hers, 'writing a wish');
  await hers.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(hers.getByRole('region', { name: 'You would gladly' }).getByText('Breakfast in bed')).toBeVisible();

  const his = await browse(browser, jonas, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await his.goto('/challenges?tab=wishes');
  await expectAccessible(his, 'wishes');
  await his.getByRole('button', { name: 'I’d love that: Breakfast in bed' }).click();
  await expect(his.getByText('0 joint points are free for wishes')).toBeVisible();
  await expect(hers.getByText('Jonas would love this.', { exact: false })).toBeVisible();
  await hers.getByRole('button', { name: 'It came true: Breakfast in bed' }).focus();
  await hers.keyboard.press('Enter');
  await expect(his.getByText('Mira says that it came true. Did it?')).toBeVisible();
  await his.getByRole('button', { name: 'It came true: Breakfast in bed' }).click();
  await his.getByRole('button', { name: 'Show what came true' }).click();
  await expect(his.getByRole('region', { name: 'Came true' }).getByText('Breakfast in bed')).toBeVisible();
  await expectAccessible(his, 'wishes that came true');
});
