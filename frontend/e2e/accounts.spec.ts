import { type Browser, type Page, expect } from '@playwright/test';
import { linkMailedTo } from './mails.js';
import { Chat, PASSWORD, type Person, aCouple, browse, register, newPerson } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

const NEW_PASSWORD = 'Copper-Kettle-9';

/** Opens a page in a signed-out browser. */
const openVisitorPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: product.url })).newPage();

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const expectDashboard = (page: Page, { firstName }: Person): Promise<void> =>
  expect(page.getByRole('heading', { name: `Welcome, ${firstName}` })).toBeVisible();

async function openSettings(page: Page, section: string): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: `Configure ${section}` }).click();
}

/** Expects the login page. The server closes the socket of an ended session, so the page reacts at once. */
async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('auth-storage'))).toBeNull();
}

const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => String(JSON.parse(localStorage.getItem('auth-storage') ?? '{}').token));

async function profileStatus(token: string): Promise<number> {
  return (await fetch(`${product.url}/api/users/profile`, { headers: { authorization: `Bearer ${token}` } })).status;
}

test('a reset link replaces a forgotten password once', async ({ browser }) => {
  const page = await openVisitorPage(browser);
  const mira = await register(newPerson('Mira'));
  await page.goto('/memories?from=a-push#below');
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The login page has a field with the same label and stays until the next page is loaded.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(mira.email);
  await Promise.all([
    expect(page.getByText('Password reset email sent!')).toBeVisible(),
    page.getByRole('button', { name: 'Send Reset Link' }).click(),
  ]);
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();

  const link = await linkMailedTo(mira.email, 'Reset your Duet password');
  const choose = async (password: string): Promise<void> => {
    await page.goto(link);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Reset Password' }).click();
  };
  await choose(NEW_PASSWORD);
  // The page that had asked for the sign-in, over the mail and another tab.
  await expect(page).toHaveURL(/\/memories\?from=a-push#below$/);

  await choose('Another-Kettle-1');
  await expect(page.getByRole('alert').filter({ hasText: 'This link is invalid or has expired' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send another' })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await fillLogin(page, mira.email, PASSWORD);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await fillLogin(page, mira.email, NEW_PASSWORD);
  await expectDashboard(page, mira);
});

test('the login leads back to the page that needed a session', async ({ browser }) => {
  const page = await openVisitorPage(browser);
  const mira = await register(newPerson('Mira'));
  await page.goto('/settings?from=a-mail');
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, mira.email, PASSWORD);
  await expect(page).toHaveURL(/\/settings\?from=a-mail$/);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a registration leads back to it too', async ({ browser }) => {
  const page = await openVisitorPage(browser);
  const { firstName, lastName, username, email } = newPerson('Mira');
  await page.goto('/challenges?tab=goals&goal=none');
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/challenges\?tab=goals&goal=none$/);
});

test('a wrong password shows an error and keeps the typed values', async ({ browser }) => {
  const page = await openVisitorPage(browser);
  const mira = await register(newPerson('Mira'));
  await page.goto('/login');
  for (const email of [mira.email, `nobody.${mira.email}`]) {
    await fillLogin(page, email, 'Wrong-Lantern-7');
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong-Lantern-7');
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('a taken e-mail address or username shows an error at its field', async ({ browser }) => {
  const page = await openVisitorPage(browser);
  const [mira, jonas] = [await register(newPerson('Mira')), newPerson('Jonas')];
  await page.goto('/register');
  await page.getByLabel('First name').fill(jonas.firstName);
  await page.getByLabel('Last name').fill(jonas.lastName);
  await page.getByLabel('Username').fill(jonas.username);
  // Duet treats upper and lower case of an address as equal.
  await page.getByLabel('Email').fill(mira.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  const create = page.getByRole('button', { name: 'Create Account' });
  await create.click();
  const email = page.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription(/This email is already registered/);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();

  await email.fill(jonas.email);
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Username').fill(mira.username);
  await create.click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/This username is already taken/);
  await page.getByLabel('Username').fill(jonas.username);
  await create.click();
  await expect(page.getByRole('heading', { name: 'Welcome, Jonas' })).toBeVisible();
});

test('a confirmation link works once, and a new one is offered only to users who need it', async ({ browser }) => {
  const mira = await register(newPerson('Mira'));
  const page = await browse(browser, mira);
  await page.goto('/dashboard');
  await expect(page.getByText('Please verify your email.')).toBeVisible();

  // The page of an invalid link offers another mail.
  const subject = 'Confirm your email for Duet';
  await linkMailedTo(mira.email, subject);
  await page.goto('/verify-email/not-a-token');
  await expect(page.getByRole('heading', { name: 'This link is invalid or has expired' })).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('button', { name: 'Sent. Check your inbox' })).toBeDisabled();

  const link = await linkMailedTo(mira.email, subject, 2);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expectDashboard(page, mira);
  await expect(page.getByText('Please verify your email.')).toHaveCount(0);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your email is verified already' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  const stranger = await openVisitorPage(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'This link is invalid or has expired' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('two tabs of one browser refresh their session without signing out either', async ({ browser }) => {
  const mira = await register(newPerson('Mira'));
  const first = await browse(browser, mira);
  const second = await first.context().newPage();
  const tabs = [first, second];
  for (const tab of tabs) {
    await tab.goto('/dashboard');
    await expectDashboard(tab, mira);
  }
  let refreshes = 0;
  // A slow answer may be asked for again, so only successful refreshes count.
  first.context().on('response', (response) => {
    if (response.url().endsWith('/api/auth/refresh-token') && response.ok()) refreshes += 1;
  });

  const stale = await tokenIn(first);
  for (const tab of tabs) {
    // Only the old token has expired; a tab that calls later may already have the new one.
    await tab.route('**/api/stats/me', async (route) => {
      if ((await route.request().headerValue('authorization')) !== `Bearer ${stale}`) return route.continue();
      return route.fulfill({
        status: 401,
        json: { success: false, code: 'TOKEN_EXPIRED', message: 'x', requestId: 'x' },
      });
    });
  }
  await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Profile' }).first().click()));
  for (const tab of tabs) await expect(tab.getByText('Days Together')).toBeVisible();
  await expect.poll(() => tokenIn(first)).not.toBe(stale);
  await expect.poll(async () => (await tokenIn(second)) === (await tokenIn(first))).toBe(true);
  // Storage reaches the other tab late, so both may refresh: the server accepts the previous refresh token for 10 s.
  expect(refreshes).toBeLessThanOrEqual(tabs.length);

  // Both tabs also refresh when they are reloaded with a long expired token.
  refreshes = 0;
  await first.evaluate(() => {
    const stored: object = JSON.parse(localStorage.getItem('auth-storage') ?? '{}');
    localStorage.setItem('auth-storage', JSON.stringify({ ...stored, token: 'long-expired' }));
  });
  await Promise.all(tabs.map((tab) => tab.reload()));
  for (const tab of tabs) {
    await expect(tab.getByText('Days Together')).toBeVisible();
    await expect(tab.getByText('Connected', { exact: true }).filter({ visible: true })).toBeVisible();
  }
  expect(refreshes).toBeGreaterThan(0);
});

test('a session that another browser revokes ends at once', async ({ browser }) => {
  const [mira] = await aCouple();
  const [here, there] = [await browse(browser, mira), await browse(browser, mira)];
  await Chat.open(there, 'Jonas');
  const token = await tokenIn(there);
  await openSettings(here, 'Account');
  await here.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expectSignedOut(there);
  expect(await profileStatus(token)).toBe(401);
  await expect(here.getByText('this device')).toBeVisible();
  await expect(here.getByRole('button', { name: /^Sign out / })).toHaveCount(0);
});

test('a new password signs out every other browser, and only the new one signs in', async ({ browser }) => {
  const mira = await register(newPerson('Mira'));
  const [here, there] = [await browse(browser, mira), await browse(browser, mira)];
  await there.goto('/dashboard');
  await expect(there.getByText('Connected', { exact: true }).filter({ visible: true })).toBeVisible();
  await openSettings(here, 'Account');
  const change = here.getByRole('button', { name: 'Change Password' });
  await here.getByLabel('Current password').fill('Wrong-Lantern-7');
  await here.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await here.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await change.click();
  await expect(here.getByLabel('Current password')).toHaveAccessibleDescription(/The password is not correct/);
  await here.getByLabel('Current password').fill(PASSWORD);
  await change.click();
  await expect(here.getByText('Password changed. Your other sessions are signed out.')).toBeVisible();

  await expectSignedOut(there);
  await fillLogin(there, mira.email, PASSWORD);
  await expect(there.getByText('Invalid email or password')).toBeVisible();
  await fillLogin(there, mira.email, NEW_PASSWORD);
  await expectDashboard(there, mira);
  await here.reload();
  await expect(here.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('deleting an account signs it out, and the partner sees at once that they have no partner', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const his = await browse(browser, jonas);
  await his.goto('/dashboard');
  await expect(new Chat(his, 'Mira').log).toBeVisible();
  await expect(his.getByText('Connected', { exact: true }).filter({ visible: true })).toBeVisible();

  const hers = await browse(browser, mira);
  await hers.goto('/settings');
  await hers.getByRole('button', { name: 'Delete Account' }).click();
  const remove = hers.getByRole('button', { name: 'Delete for ever' });
  await expect(remove).toBeDisabled();
  await hers.getByLabel('Your password').fill('Wrong-Lantern-7');
  await remove.click();
  await expect(hers.getByLabel('Your password')).toHaveAccessibleDescription(/The password is not correct/);
  await hers.getByLabel('Your password').fill(PASSWORD);
  await remove.click();
  await expect(hers.getByText('Your account is deleted')).toBeVisible();
  await expectSignedOut(hers);

  await expect(his.getByText('No Partner Connected')).toBeVisible({ timeout: 5_000 });
  await expect(his.getByText('Mira').locator('visible=true')).toHaveCount(0);
  await fillLogin(hers, mira.email, PASSWORD);
  await expect(hers.getByText('Invalid email or password')).toBeVisible();
});
