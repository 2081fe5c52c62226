import { type Browser, type Page, expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { Authenticator } from './authenticator.js';
import { expectAccessible } from './axe.js';
import { PASSWORD, type Person, browse, registerVerified, newPerson } from './people.js';
import { test } from './test.js';

// Several people in several browsers, with an axe check of every screen.
test.slow();

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function openAccount(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Account' }).click();
  await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toBeVisible();
}

async function addPasskey(page: Page): Promise<void> {
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await section(page).getByLabel('Your password').fill(PASSWORD);
  await section(page).getByRole('button', { name: 'Continue' }).click();
}

const expectDashboard = (page: Page, { firstName }: Person): Promise<void> =>
  expect(page.getByRole('heading', { name: `Welcome, ${firstName}` })).toBeVisible();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
}

const pressPasskey = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Sign in with a passkey' }).click();

/**
 * A device whose owner has just signed in with the password. If the browser offers passkeys in the e-mail field, this
 * authenticator accepts at once, so tests of the button use a browser without that offer.
 */
async function aDevice(
  browser: Browser,
  person: Person,
  offers = false,
): Promise<{ page: Page; device: Authenticator }> {
  const page = await browse(browser, person, PHONE);
  if (!offers)
    await page.addInitScript(() =>
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false }),
    );
  return { page, device: await Authenticator.in(page) };
}

test('a passkey can be added, named and used to sign in, but not after its removal', async ({ browser }) => {
  const mira = await registerVerified(newPerson('Mira'));
  const { page, device } = await aDevice(browser, mira);
  await openAccount(page);
  await addPasskey(page);
  const row = section(page).getByRole('listitem');
  await expect(row).toContainText('not used yet');
  await expect(row).toContainText('Chrome on Linux');
  expect(await device.keys()).toBe(1);
  await expectAccessible(page, 'passkeys');

  await section(page)
    .getByRole('button', { name: /^Rename/ })
    .click();
  await section(page).getByRole('textbox', { name: 'Name' }).fill('');
  await section(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page).getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Name is required');
  await expectAccessible(page, 'a passkey without a name');
  await section(page).getByRole('textbox', { name: 'Name' }).fill('My phone');
  await section(page).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('My phone');

  await page.goto('/dashboard');
  await expectDashboard(page, mira);
  await signOut(page);
  await expectAccessible(page, 'the sign-in with passkeys');
  await pressPasskey(page);
  await expectDashboard(page, mira);
  await openAccount(page);
  await expect(row).toContainText('last used: Just now');

  await section(page).getByRole('button', { name: 'Remove My phone' }).click();
  await section(page).getByLabel('Your password').fill(PASSWORD);
  await expectAccessible(page, 'removing a passkey');
  await section(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.goto('/dashboard');
  await signOut(page);
  await pressPasskey(page);
  await expect(page.getByText('This passkey opens no account here.')).toBeVisible();
});

test('a passkey counts as both factors, a password alone does not', async ({ browser }) => {
  const mira = await registerVerified(newPerson('Mira'));
  const { page } = await aDevice(browser, mira);
  await openAccount(page);
  await addPasskey(page);
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  const factor = page.getByRole('region', { name: 'Two-factor sign-in' });
  await factor.getByRole('button', { name: 'Set up' }).click();
  await factor.getByLabel('Your password').fill(PASSWORD);
  await factor.getByRole('button', { name: 'Continue' }).click();
  const key = await factor.getByLabel('Key for your authenticator app').textContent();
  await factor
    .getByLabel('Code')
    .fill(new TOTP({ secret: Secret.fromBase32((key ?? '').replaceAll(' ', '')) }).generate());
  await factor.getByRole('button', { name: 'Turn on' }).click();
  await factor.getByRole('button', { name: 'I have kept them' }).click();
  await page.goto('/dashboard');
  await signOut(page);
  await page.getByLabel('Email').fill(mira.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await pressPasskey(page);
  await expectDashboard(page, mira);
});

test('the browser offers a passkey in the e-mail field', async ({ browser }) => {
  const mira = await registerVerified(newPerson('Mira'));
  const { page, device } = await aDevice(browser, mira, true);
  await openAccount(page);
  await addPasskey(page);
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await device.answers(false);
  await page.goto('/dashboard');
  await signOut(page);
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await device.answers(true);
  await page.reload();
  await expectDashboard(page, mira);
});

test('failed user verification adds no passkey and keeps the typed values', async ({ browser }) => {
  const mira = await registerVerified(newPerson('Mira'));
  const { page, device } = await aDevice(browser, mira);
  await openAccount(page);
  await device.verified(false);
  await addPasskey(page);
  await expect(section(page).getByText('No passkey was added. You can try again.')).toBeVisible();
  await expectAccessible(page, 'a passkey that was not added');
  await device.verified(true);
  await section(page).getByRole('button', { name: 'Continue' }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
});
