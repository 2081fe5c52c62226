import { type Page, expect } from '@playwright/test';
import type { Settings } from '@duet/contracts';
import { expectAccessible } from './axe.js';
import { PASSWORD, Chat, aCouple, api, browse, messageHistory, newPerson, register } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');

test('a visitor chooses German, signs up and changes to Spanish; the partner stays with English', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'A place for the two of you.' })).toBeVisible();

  // By keyboard, on a page without React.
  await page.locator('summary', { hasText: 'Language' }).focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'the landing page with its languages');
  await page.getByRole('link', { name: 'Deutsch' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expectAccessible(page, 'the landing page in German');
  // The plain address follows the choice, whatever the browser prefers.
  await page.goto('/privacy');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expectAccessible(page, 'the privacy page in German');

  const person = newPerson('Mira');
  await page.goto('/register');
  await page.getByLabel(/^Vorname/).fill('M');
  await page.getByLabel(/^Nachname/).fill(person.lastName);
  await page.getByLabel(/^Benutzername/).fill(person.username);
  await page.getByLabel(/^E-Mail/).fill(person.email);
  for (const label of [/^Passwort$|^Passwort \*/, /^Passwort (wiederholen|bestätigen)/])
    await page.getByLabel(label).fill(PASSWORD);
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  await expect(page.getByText('Der Vorname braucht mindestens 2 Zeichen')).toBeVisible();
  await expectAccessible(page, 'registering in German, with an error');
  await page.getByLabel(/^Vorname/).fill(person.firstName);
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Mira/ })).toBeVisible();
  expect([await languageOf(page), new URL(page.url()).pathname]).toEqual(['de', '/dashboard']);
  await expectAccessible(page, 'the dashboard in German');

  // The account has the language of the page on which it was made.
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? '{}'));
  const settings = async () => (await api<{ data: Settings }>('GET', '/users/settings', token)).data;
  expect((await settings()).account.language).toBe('de');

  await page.goto('/settings');
  await page.getByRole('button', { name: /Konto/ }).first().click();
  await page.getByRole('radio', { name: 'Español' }).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible();
  await expectAccessible(page, 'the settings in Spanish');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible();

  // The partner: another account, in a browser of another language, whose setting wins.
  const jonas = await register(newPerson('Jonas'));
  const his = await browse(browser, jonas, { locale: 'de-DE' });
  await his.goto('/dashboard');
  await expect(his.locator('html')).toHaveAttribute('lang', 'en');
  await expect(his.getByRole('heading', { level: 1, name: 'Welcome, Jonas' })).toBeVisible();
});

test('a German chat finds emoji by German words and names stickers in German; the partner reads English', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  await api('PUT', '/users/settings', mira.session.token, { settings: { account: { language: 'de' } } });
  const hers = await browse(browser, mira, { locale: 'de-DE' });
  const his = await Chat.open(await browse(browser, jonas), 'Mira');
  await hers.goto('/chat');

  await hers.getByRole('button', { name: 'Emoji', exact: true }).click();
  await hers.getByRole('searchbox', { name: 'Emoji suchen' }).fill('herz');
  const found = hers.getByRole('grid', { name: 'Gefunden' });
  await expect(found.getByRole('button', { name: 'rotes Herz', exact: true })).toHaveText('❤️');
  await expectAccessible(hers, 'the emoji picker in German');
  await hers.getByRole('searchbox', { name: 'Emoji suchen' }).fill('octopus');
  await expect(found.getByRole('button', { name: 'Oktopus' })).toBeVisible();
  // The first empties the field, the second closes the picker.
  await hers.keyboard.press('Escape');
  await hers.keyboard.press('Escape');

  await hers.getByRole('button', { name: 'Sticker', exact: true }).click();
  await hers.getByRole('grid', { name: 'Alle Sticker' }).getByRole('button', { name: 'Dicke Umarmung' }).click();
  await expect(hers.getByRole('log').getByRole('img', { name: 'Dicke Umarmung' })).toBeVisible();
  await expect(his.log.getByRole('img', { name: 'Big hug' })).toBeVisible();
  expect((await messageHistory(jonas)).at(-1)).toMatchObject({ content: 'Big hug', sticker: 'hug' });
  await his.log
    .getByRole('listitem')
    .filter({ has: his.page.getByRole('img', { name: 'Big hug' }) })
    .focus();
  await his.page.keyboard.press('r');
  await his.send('And one for you');
  await expect(hers.getByRole('button', { name: /Dicke Umarmung/ })).toBeVisible();
});

test('the written pages follow the browser’s language, and say so to caches', async ({ browser }) => {
  for (const [locale, language] of [
    ['es-MX', 'es'],
    ['de-CH', 'de'],
    ['fr-FR', 'en'],
  ] as const) {
    const page = await (await browser.newContext({ baseURL: product.url, locale })).newPage();
    const answer = await page.goto('/');
    expect(answer?.headers()['content-language']).toBe(language);
    expect(answer?.headers()['vary']).toContain('accept-language');
    expect(await languageOf(page)).toBe(language);
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
  const asked = await fetch(`${product.url}/privacy?lang=de`, { headers: { 'accept-language': 'es' } });
  expect(asked.headers.get('content-language')).toBe('de');
  const unknown = await fetch(`${product.url}/?lang=../../secret`, { headers: { 'accept-language': 'es' } });
  expect([unknown.status, unknown.headers.get('content-language')]).toEqual([200, 'en']);
});
