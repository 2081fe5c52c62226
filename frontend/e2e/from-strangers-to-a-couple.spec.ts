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
  await Promise.all([
    expect(his.getByText('Partner linked successfully!')).toBeVisible(),
    expect(hers.getByText(`${jonas.firstName} is now your partner! 💕`)).toBeVisible(),
    his.getByRole('button', { name: 'Link with Mira' }).click(),
  ]);
  await Promise.all([new Chat(hers, 'Jonas'), new Chat(his, 'Mira')].map(({ log }) => expect(log).toBeVisible()));
});
