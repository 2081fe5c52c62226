import { type Browser, type Page, expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './axe.js';
import { linkMailedTo } from './mails.js';
import { PASSWORD, type Person, browse, register, registerVerified, newPerson } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

// Several people in several browsers, with an axe check of every screen.
test.slow();

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

const HALF_MINUTE = 30_000;

const openVisitorPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: product.url })).newPage();

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const expectDashboard = (page: Page, { firstName }: Person): Promise<void> =>
  expect(page.getByRole('heading', { name: `Welcome, ${firstName}` })).toBeVisible();

async function openAccount(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  await expect(page.locator('[class*="skeleton"]')).toHaveCount(0);
}

test('a new e-mail address applies once its link is opened, ends other sessions, and can be cancelled from the old address', async ({
  browser,
}) => {
  const [mira, jonas] = [await register(newPerson('Mira')), await register(newPerson('Jonas'))];
  const [here, there] = [await browse(browser, mira, PHONE), await browse(browser, mira)];
  await openAccount(here);
  const section = here.getByRole('region', { name: 'Email' });
  await section.getByRole('button', { name: 'Change email' }).click();
  const { email } = newPerson('Mira');
  await section.getByLabel('New email').fill(jonas.email);
  await section.getByLabel('Your password').fill('Wrong-Lantern-7');
  await section.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByLabel('Your password')).toHaveAccessibleDescription('The password is not correct');
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByLabel('New email')).toHaveAccessibleDescription('This email is already registered');
  await expectAccessible(here, 'email change with its error');
  await section.getByLabel('New email').fill(email);
  await section.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await expect(section.getByText(mira.email)).toBeVisible();
  await expectAccessible(here, 'email change that waits');

  const stranger = await openVisitorPage(browser);
  await stranger.goto(await linkMailedTo(mira.email, 'Your Duet email is about to change'));
  await expectAccessible(stranger, 'cancelling an email change');
  await stranger.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(stranger.getByRole('heading', { name: 'The change is cancelled' })).toBeVisible();
  await expectAccessible(stranger, 'a cancelled email change');
  await stranger.goto(await linkMailedTo(email, 'Confirm your new email for Duet'));
  await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  await openAccount(here);
  await section.getByRole('button', { name: 'Change email' }).click();
  await section.getByLabel('New email').fill(email);
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Send the link' }).click();
  await here.goto(await linkMailedTo(email, 'Confirm your new email for Duet', 2));
  await expect(here.getByRole('heading', { name: 'Email verified' })).toBeVisible();

  await openAccount(here);
  await expect(section.getByText(email)).toBeVisible();
  await expect(section.getByText(mira.email)).toHaveCount(0);
  await there.goto('/dashboard');
  await expect(there.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await signIn(stranger, mira.email);
  await expect(stranger.getByText('Invalid email or password')).toBeVisible();
  await signIn(stranger, email);
  await expectDashboard(stranger, mira);
});

test('a second factor makes a password insufficient, and a recovery code replaces it once', async ({ browser }) => {
  const mira = await registerVerified(newPerson('Mira'));
  const here = await browse(browser, mira, PHONE);
  await openAccount(here);
  const section = here.getByRole('region', { name: 'Two-factor sign-in' });
  await section.getByRole('button', { name: 'Set up' }).click();
  await expectAccessible(here, 'second factor, password');
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = await section.getByLabel('Key for your authenticator app').textContent();
  const phone = new TOTP({ secret: Secret.fromBase32((key ?? '').replaceAll(' ', '')) });
  await section.getByLabel('Code').fill('not a code');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByLabel('Code')).toHaveAccessibleDescription(/This code is not correct/);
  await expectAccessible(here, 'second factor, scanning, with its error');
  const now = phone.generate();
  await section.getByLabel('Code').fill(now);
  await section.getByRole('button', { name: 'Turn on' }).click();
  const shown = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await expectAccessible(here, 'second factor, recovery codes');
  await section.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section.getByText('10 recovery codes are left.')).toBeVisible();
  await expectAccessible(here, 'second factor, on');

  const there = await openVisitorPage(browser);
  await signIn(there, mira.email);
  await expect(there.getByRole('heading', { name: 'One more step' })).toBeVisible();
  expect(await there.evaluate(() => localStorage.getItem('auth-storage'))).toBeNull();
  await expectAccessible(there, 'the second step of a sign-in');
  // The code that turned it on cannot be used again.
  await there.getByLabel('Code').fill(now);
  await there.getByRole('button', { name: 'Sign In' }).click();
  await expect(there.getByLabel('Code')).toHaveAccessibleDescription(/was used already/);
  await there.getByLabel('Code').fill(phone.generate({ timestamp: Date.now() + HALF_MINUTE }));
  await there.getByRole('button', { name: 'Sign In' }).click();
  await expectDashboard(there, mira);

  const third = await openVisitorPage(browser);
  await signIn(third, mira.email);
  await third.getByLabel('Code').fill(codes[0] ?? '');
  await third.getByRole('button', { name: 'Sign In' }).click();
  await expectDashboard(third, mira);

  await openAccount(here);
  await expect(section.getByText('9 recovery codes are left.')).toBeVisible();
  await section.getByRole('button', { name: 'Turn off' }).click();
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
  const fourth = await openVisitorPage(browser);
  await signIn(fourth, mira.email);
  await expectDashboard(fourth, mira);
});

test('removing a lost authenticator app takes three days, and every session can cancel it', async ({ browser }) => {
  const mira = await registerVerified(newPerson('Mira'));
  const here = await browse(browser, mira, PHONE);
  await openAccount(here);
  const section = here.getByRole('region', { name: 'Two-factor sign-in' });
  await section.getByRole('button', { name: 'Set up' }).click();
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Continue' }).click();
  const key = await section.getByLabel('Key for your authenticator app').textContent();
  await section
    .getByLabel('Code')
    .fill(new TOTP({ secret: Secret.fromBase32((key ?? '').replaceAll(' ', '')) }).generate());
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('button', { name: 'I have kept them' }).click();
  await here.goto('/dashboard');
  await expectDashboard(here, mira);

  const lost = await openVisitorPage(browser);
  await signIn(lost, mira.email);
  await lost.getByRole('link', { name: 'Get help' }).click();
  await expectAccessible(lost, 'a lost authenticator app');
  await lost.getByLabel('Email').fill(mira.email);
  await lost.getByRole('button', { name: 'Send the Link' }).click();
  await expect(lost.getByRole('heading', { name: 'The link is on its way' })).toBeVisible();
  await lost.goto(await linkMailedTo(mira.email, 'Remove two-factor sign-in'));
  await expectAccessible(lost, 'the removal of two-factor sign-in');
  await lost.getByRole('button', { name: 'Remove in Three Days' }).click();
  await expect(lost.getByRole('heading', { name: 'Three days to go' })).toBeVisible();

  const warning = here.getByText('asked to remove two-factor sign-in');
  await expect(warning).toBeVisible();
  await expectAccessible(here, 'the warning in a session');
  await here.getByRole('button', { name: 'Keep it' }).click();
  await expect(warning).toHaveCount(0);
  await lost.goto(await linkMailedTo(mira.email, 'Two-factor sign-in will be removed'));
  await lost.getByRole('button', { name: 'Keep It' }).click();
  await expect(lost.getByText('This link is invalid or has expired')).toBeVisible();
});

test('passkeys and a second factor need a confirmed address, and the screen offers the link again', async ({
  browser,
}) => {
  const page = await browse(browser, await register(newPerson('Mira')), PHONE);
  await openAccount(page);
  for (const name of ['Passkeys', 'Two-factor sign-in']) {
    const region = page.getByRole('region', { name });
    await expect(region.getByText('Please verify your email first')).toBeVisible();
    await expect(region.getByRole('button', { name: 'Send again' })).toBeVisible();
  }
  await expectAccessible(page, 'an account whose address is unproved');
});
