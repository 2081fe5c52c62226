import { type Browser, type Page, expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { isAccessible } from './axe.js';
import { linkMailedTo } from './mails.js';
import { PASSWORD, type Person, browse, register, somebody } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

// Several people in several browsers each, and every screen on the way is heard by axe.
test.slow();

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

const HALF_MINUTE = 30_000;

const visit = async (browser: Browser): Promise<Page> => (await browser.newContext({ baseURL: product.url })).newPage();

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const isHome = (page: Page, { firstName }: Person): Promise<void> => expect(page.getByRole('heading', { name: `Welcome, ${firstName}` })).toBeVisible();

async function openAccount(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await expect(page.locator('[class*="skeleton"]')).toHaveCount(0);
}

test('a new email is the account’s once its link was opened, and every session stays', async ({ browser }) => {
  const [mira, jonas] = [await register(somebody('Mira')), await register(somebody('Jonas'))];
  const [here, there] = [await browse(browser, mira, PHONE), await browse(browser, mira)];
  await openAccount(here);
  const section = here.getByRole('region', { name: 'Email' });
  await section.getByRole('button', { name: 'Change email' }).click();
  const { email } = somebody('Mira');
  await section.getByLabel('New email').fill(jonas.email);
  await section.getByLabel('Your password').fill('Wrong-Lantern-7');
  await section.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByLabel('Your password')).toHaveAccessibleDescription('The password is not correct');
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByLabel('New email')).toHaveAccessibleDescription('This email is already registered');
  await isAccessible(here, 'email change with its error');
  await section.getByLabel('New email').fill(email);
  await section.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await expect(section.getByText(mira.email)).toBeVisible();
  await isAccessible(here, 'email change that waits');

  const link = await linkMailedTo(email, 'Confirm your new email for Duet');
  const stranger = await visit(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'Email verified' })).toBeVisible();

  await openAccount(here);
  await expect(section.getByText(email)).toBeVisible();
  await expect(section.getByText(mira.email)).toHaveCount(0);
  await there.goto('/dashboard');
  await isHome(there, mira);
  await signIn(stranger, mira.email);
  await expect(stranger.getByText('Invalid email or password')).toBeVisible();
  await signIn(stranger, email);
  await isHome(stranger, mira);
});

test('with an authenticator app a password alone opens nothing; a recovery code does, once', async ({ browser }) => {
  const mira = await register(somebody('Mira'));
  const here = await browse(browser, mira, PHONE);
  await openAccount(here);
  const section = here.getByRole('region', { name: 'Two-factor sign-in' });
  await section.getByRole('button', { name: 'Set up' }).click();
  await isAccessible(here, 'second factor, password');
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = await section.getByLabel('Key for your authenticator app').textContent();
  const phone = new TOTP({ secret: Secret.fromBase32((key ?? '').replaceAll(' ', '')) });
  await section.getByLabel('Code').fill('not a code');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByLabel('Code')).toHaveAccessibleDescription(/This code is not correct/);
  await isAccessible(here, 'second factor, scanning, with its error');
  const now = phone.generate();
  await section.getByLabel('Code').fill(now);
  await section.getByRole('button', { name: 'Turn on' }).click();
  const shown = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await isAccessible(here, 'second factor, recovery codes');
  await section.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section.getByText('10 recovery codes are left.')).toBeVisible();
  await isAccessible(here, 'second factor, on');

  const there = await visit(browser);
  await signIn(there, mira.email);
  await expect(there.getByRole('heading', { name: 'One more step' })).toBeVisible();
  expect(await there.evaluate(() => localStorage.getItem('auth-storage'))).toBeNull();
  await isAccessible(there, 'the second step of a sign-in');
  // The one that turned it on is used up.
  await there.getByLabel('Code').fill(now);
  await there.getByRole('button', { name: 'Sign In' }).click();
  await expect(there.getByLabel('Code')).toHaveAccessibleDescription(/was used already/);
  await there.getByLabel('Code').fill(phone.generate({ timestamp: Date.now() + HALF_MINUTE }));
  await there.getByRole('button', { name: 'Sign In' }).click();
  await isHome(there, mira);

  const third = await visit(browser);
  await signIn(third, mira.email);
  await third.getByLabel('Code').fill(codes[0] ?? '');
  await third.getByRole('button', { name: 'Sign In' }).click();
  await isHome(third, mira);

  await openAccount(here);
  await expect(section.getByText('9 recovery codes are left.')).toBeVisible();
  await section.getByRole('button', { name: 'Turn off' }).click();
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
  const fourth = await visit(browser);
  await signIn(fourth, mira.email);
  await isHome(fourth, mira);
});
