import { type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { networkProxy } from './network-proxy.js';
import { aCouple, browse } from './people.js';
import { test } from './test.js';

/** The open items, in their order. */
const itemsOf = async (page: Page): Promise<string[]> => {
  const texts = await page.getByRole('region', { name: 'Open' }).locator('label').allInnerTexts();
  return texts.map((text) => text.trim());
};

const act = async (page: Page, item: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions: ${item}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('both write on a list and tick it live, and what one does without a connection merges', async ({ browser }) => {
  const proxy = await networkProxy();
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira, { origin: proxy.url, reducedMotion: 'reduce' });
  await hers.goto('/challenges?tab=lists');
  await hers.getByRole('button', { name: 'New list' }).focus();
  await hers.keyboard.press('Enter');
  await hers.getByText('Dinner for two').click();
  await expect(hers.getByRole('textbox', { name: 'Title' })).toHaveValue('Dinner for two');
  await expectAccessible(hers, 'a new list');
  await hers.getByRole('button', { name: 'Create list' }).click();
  await expect(hers.getByRole('heading', { name: 'Dinner for two' })).toBeVisible();
  const started = ['The main thing', 'A side dish', 'Salad', 'Something to drink', 'Dessert', 'Candles'];
  await expect.poll(() => itemsOf(hers)).toEqual(started);

  const his = await browse(browser, jonas, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await his.goto('/challenges?tab=lists');
  await his.getByRole('link', { name: 'Dinner for two' }).click();
  await his.getByRole('checkbox', { name: 'Salad' }).check();
  await expect(hers.getByRole('region', { name: 'Done' }).getByText('ticked by Jonas')).toBeVisible();
  await expectAccessible(his, 'a list');

  proxy.disconnect();
  await hers.getByRole('textbox', { name: 'Add to the list' }).fill('Lemons');
  await hers.keyboard.press('Enter');
  await hers.getByRole('checkbox', { name: 'Lemons' }).check();
  await act(hers, 'A side dish', 'Move up');
  await act(hers, 'Dessert', 'Remove');
  await act(hers, 'Candles', 'Remove');
  await expect(hers.getByText('on this device only', { exact: false })).toBeVisible();
  await expect.poll(() => itemsOf(hers)).toEqual(['A side dish', 'The main thing', 'Something to drink']);

  // She removes an item that he changes meanwhile: it stays, with his words.
  await act(his, 'Dessert', 'Edit');
  await his.getByRole('textbox', { name: 'Item' }).fill('Plum cake');
  await his.getByText('You', { exact: true }).click();
  await expectAccessible(his, 'editing an item');
  await his.getByRole('button', { name: 'Save' }).click();
  await expect(his.getByText('for you')).toBeVisible();
  await his.getByRole('textbox', { name: 'Add to the list' }).fill('Bread');
  await his.getByRole('button', { name: 'Add', exact: true }).click();

  proxy.reconnect();
  const merged = ['A side dish', 'The main thing', 'Something to drink', 'Plum cake', 'Bread'];
  for (const page of [hers, his]) {
    await expect.poll(() => itemsOf(page), { timeout: 60_000 }).toEqual(merged);
    await expect(page.getByRole('region', { name: 'Done' }).getByRole('checkbox', { name: 'Lemons' })).toBeChecked();
  }
  await expect(hers.getByText('on this device only', { exact: false })).not.toBeVisible();
  proxy.close();
});

/** The changes that the browser has stored; runs in the page. */
const countStoredChanges = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('duet-lists');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('changes').objectStore('changes').count();
      counting.addEventListener('error', () => reject(counting.error));
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });

test('a change that waits survives a reload, and a removal can be taken back', async ({ browser }) => {
  const [mira] = await aCouple();
  const page = await browse(browser, mira, { reducedMotion: 'reduce' });
  await page.goto('/challenges?tab=lists');
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByText('Films', { exact: true }).click();
  await page.getByText('Films for our evenings').click();
  await page.getByRole('button', { name: 'Create list' }).click();
  await page.getByRole('button', { name: 'Pick one for us' }).click();
  await expect(page.getByText('Duet picked it for you two.')).toBeVisible();
  await act(page, 'A film neither of us knows', 'Remove');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('checkbox', { name: 'A film neither of us knows' })).toBeVisible();

  await page.route('**/api/lists/*/items', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Add to the list' }).fill('The one with the lighthouse');
  await page.keyboard.press('Enter');
  // A change shows before it is stored.
  await expect.poll(() => page.evaluate(countStoredChanges)).toBe(1);
  await page.reload();
  await expect(page.getByRole('img', { name: 'Not sent yet' })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('img', { name: 'Not sent yet' })).not.toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('checkbox', { name: 'The one with the lighthouse' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions for this list' }).click();
  await page.getByRole('menuitem', { name: 'Put into the archive' }).click();
  await expect(page.getByText('This list is in the archive.', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'All lists' }).click();
  await page.getByRole('button', { name: 'Show the archive' }).click();
  await expect(page.getByRole('region', { name: 'Archive' }).getByText('Films for our evenings')).toBeVisible();
  await expectAccessible(page, 'lists and the archive');
});

test('items are dragged into order by mouse, by finger and by keyboard, and the partner sees it', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const hers = await browse(browser, mira, { reducedMotion: 'reduce' });
  await hers.goto('/challenges?tab=lists');
  await hers.getByRole('button', { name: 'New list' }).click();
  await hers.getByRole('textbox', { name: 'Title' }).fill('In order');
  await hers.getByRole('button', { name: 'Create list' }).click();
  for (const text of ['One', 'Two', 'Three', 'Four']) {
    await hers.getByRole('textbox', { name: 'Add to the list' }).fill(text);
    await hers.keyboard.press('Enter');
  }
  await expect.poll(() => itemsOf(hers)).toEqual(['One', 'Two', 'Three', 'Four']);
  const handle = (page: Page, item: string) => page.getByRole('button', { name: `Move ${item}`, exact: true });
  const his = await browse(browser, jonas, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await his.goto(hers.url());

  // A hand lets go once the item stands where it belongs.
  await handle(hers, 'Four').hover();
  await hers.mouse.down();
  await handle(hers, 'One').hover({ force: true });
  await expect(hers.getByText('Four is at place 1 of 4')).toBeAttached();
  await hers.mouse.up();
  for (const page of [hers, his]) await expect.poll(() => itemsOf(page)).toEqual(['Four', 'One', 'Two', 'Three']);

  await handle(hers, 'Four').focus();
  await hers.keyboard.press('Space');
  await expect(hers.getByText('Four is picked up')).toBeAttached();
  for (const place of [2, 3]) {
    await hers.keyboard.press('ArrowDown');
    await expect(hers.getByText(`Four is at place ${place} of 4`)).toBeAttached();
  }
  await hers.keyboard.press('Space');
  await expect.poll(() => itemsOf(hers)).toEqual(['One', 'Two', 'Four', 'Three']);
  await expect(handle(hers, 'Four')).toBeFocused();
  await hers.keyboard.press('Space');
  await expect(hers.getByText('Four is picked up')).toBeAttached();
  await hers.keyboard.press('ArrowUp');
  await expect(hers.getByText('Four is at place 2 of 4')).toBeAttached();
  await hers.keyboard.press('Escape');
  await expect(hers.getByText('Four is back at its place')).toBeAttached();
  await expectAccessible(hers, 'a list with handles');
  for (const page of [hers, his]) await expect.poll(() => itemsOf(page)).toEqual(['One', 'Two', 'Four', 'Three']);

  // A finger on the handle drags; it does not scroll the page.
  const devices = await his.context().newCDPSession(his);
  const centreOf = async (item: string) => {
    const box = await handle(his, item).boundingBox();
    if (!box) throw new Error(`${item} has no handle`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await handle(his, 'One').scrollIntoViewIfNeeded();
  const [from, to] = [await centreOf('One'), await centreOf('Three')];
  await devices.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const share of [0.25, 0.5, 0.75, 1])
    await devices.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: from.x, y: from.y + (to.y - from.y) * share }],
    });
  await expect(his.getByText('One is at place 4 of 4')).toBeAttached();
  await devices.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  for (const page of [hers, his]) await expect.poll(() => itemsOf(page)).toEqual(['Two', 'Four', 'Three', 'One']);
});
