import { type Browser, type Page, expect } from '@playwright/test';
import { Chat, type Names, PASSWORD, newPerson } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

async function registerInBrowser(browser: Browser, names: Names, address = '/register'): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByLabel('First name').fill(names.firstName);
  await page.getByLabel('Last name').fill(names.lastName);
  await page.getByLabel('Username').fill(names.username);
  await page.getByLabel('Email').fill(names.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: `Welcome, ${names.firstName}` })).toBeVisible();
  return page;
}

/** Notes in the page the sentence of every toast about the link, from now on. */
function watchToasts(): void {
  const seen = new Set<string>();
  const look = (): void => {
    for (const { textContent } of document.querySelectorAll(
      'section[aria-label] [aria-live="polite"] span, section[aria-label] [role="alert"] span',
    ))
      if (/partner/i.test(textContent ?? '')) seen.add(textContent ?? '');
    document.documentElement.dataset['toasts'] = JSON.stringify([...seen]);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
}

const toastsOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(document.documentElement.dataset['toasts'] ?? '[]') as unknown);

test('two people register, link and chat without a reload, and a reload keeps everything', async ({ browser }) => {
  const [mira, jonas] = [newPerson('Mira'), newPerson('Jonas')];
  const [hers, his] = [await registerInBrowser(browser, mira), await registerInBrowser(browser, jonas)];

  await hers.getByLabel('Search by name, username or email').fill(jonas.username);
  await hers.getByRole('button', { name: `Send request to ${jonas.firstName} ${jonas.lastName}` }).click();
  await hers.getByRole('button', { name: 'Send Request', exact: true }).click();

  // His page is open all the time, so the request appears without a reload.
  await his.getByRole('tab', { name: 'Requests 1 pending' }).click();
  // Start waiting for the toast before causing it, because it is visible only for a moment.
  await Promise.all([
    expect(hers.getByText(`${jonas.firstName} is now your partner! 💕`)).toBeVisible(),
    his.getByRole('button', { name: new RegExp(`^Accept ${mira.firstName}`) }).click(),
  ]);
  const [herChat, hisChat] = [new Chat(hers, jonas.firstName), new Chat(his, mira.firstName)];
  // The moment is for both: the one who accepted, and the one who waited with the page open.
  for (const [page, partner] of [
    [hers, jonas],
    [his, mira],
  ] as const) {
    const moment = page.getByRole('dialog', { name: `You and ${partner.firstName}` });
    await moment.getByRole('button', { name: 'Say hello' }).click();
  }
  await Promise.all([expect(herChat.log).toBeVisible(), expect(hisChat.log).toBeVisible()]);

  await herChat.send('Is this thing on?');
  await expect(hisChat.bubble('Is this thing on?')).toBeVisible();
  await hisChat.send('Loud and clear');
  await expect(herChat.bubble('Loud and clear')).toBeVisible();

  await Promise.all([hers.goto('/chat'), his.reload()]);
  for (const chat of [herChat, hisChat]) {
    await expect(chat.bubble('Loud and clear')).toBeVisible();
    expect(await chat.texts()).toEqual(['Is this thing on?', 'Loud and clear']);
  }
});

test('an invite link leads a new user through registration to the link', async ({ browser }) => {
  const [mira, jonas] = [newPerson('Mira'), newPerson('Jonas')];
  const hers = await registerInBrowser(browser, mira);
  await hers.getByRole('button', { name: 'Create invite code' }).click();
  const code = await hers.getByLabel('Your invite code').textContent();
  await expect(hers.getByRole('img', { name: `QR code of your invite link, code ${code}` })).toBeVisible();

  const his = await registerInBrowser(browser, jonas, `/register?invite=${code}`);
  // "Not now" keeps the invite, also over a reload.
  await his.getByRole('button', { name: 'Not now' }).click();
  await his.reload();
  await his.getByRole('button', { name: 'Look at it' }).click();
  await his.evaluate(watchToasts);
  await hers.evaluate(watchToasts);
  await Promise.all([
    expect(his.getByText('Partner linked successfully!')).toBeVisible(),
    expect(hers.getByText(`${jonas.firstName} is now your partner! 💕`)).toBeVisible(),
    his.getByRole('button', { name: 'Link with Mira' }).click(),
  ]);
  for (const page of [hers, his]) await page.getByRole('button', { name: 'Look around first' }).click();
  await Promise.all([new Chat(hers, 'Jonas'), new Chat(his, 'Mira')].map(({ log }) => expect(log).toBeVisible()));
  // One toast each: the live update comes to both, but the one who linked knows already.
  expect(await toastsOf(hers)).toEqual(['Jonas is now your partner! 💕']);
  expect(await toastsOf(his)).toEqual(['Partner linked successfully!']);
});
