import { type Page, expect } from '@playwright/test';
import { Chat, PASSWORD, aCouple, browse, messageHistory } from './people.js';
import { aPictureFile } from './pictures.js';
import { product } from './product.js';
import { test } from './test.js';

test.use({ serviceWorkers: 'allow' });

const hasWorker = (page: Page): Promise<boolean> =>
  page.evaluate(
    async () => (await navigator.serviceWorker.ready).active !== null && navigator.serviceWorker.controller !== null,
  );

/** Acts as the phone's share sheet, which posts a form to the manifest's address. */
async function share(
  page: Page,
  fields: Record<string, string>,
  files: { name: string; size?: number }[] = [],
): Promise<void> {
  const picture = [...aPictureFile('x.png', 60, 40).buffer];
  await page.evaluate(
    ({ fields, files, picture }) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
      for (const [name, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement('input'), { name, value }));
      const data = new DataTransfer();
      for (const { name, size } of files) {
        const bytes = size === undefined ? Uint8Array.from(picture) : new Uint8Array(size);
        data.items.add(new File([bytes], name, { type: 'image/png' }));
      }
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
      input.files = data.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { fields, files, picture },
  );
}

test('the manifest offers Duet to the share sheet', async ({ request }) => {
  const manifest = await (await request.get(`${product.url}/manifest.webmanifest`)).json();
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST', enctype: 'multipart/form-data' });
});

test('a share waits in the composer of both kinds, is taken once, and nothing is sent by itself', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const page = await browse(browser, mira);
  const chat = await Chat.open(page, 'Jonas');
  await expect.poll(() => hasWorker(page)).toBe(true);
  await chat.field.fill('Look:');
  await share(page, { title: 'Boats', text: 'Boats for two https://boats.example/2', url: 'https://boats.example/2' }, [
    { name: 'boat.png' },
    { name: 'film.png', size: 11 * 1024 * 1024 },
  ]);
  await expect(page).toHaveURL(/\/chat$/);
  await expect(chat.field).toHaveValue('Look:\nBoats for two https://boats.example/2');
  await expect(page.getByText('File film.png is too large. Maximum size is 10MB.')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: 'Remove boat.png' })).toBeVisible();
  expect(await messageHistory(jonas)).toEqual([]);

  await chat.field.press('Enter');
  await expect
    .poll(async () => (await messageHistory(jonas)).map(({ content, attachments }) => [content, attachments.length]))
    .toEqual([['Look:\nBoats for two https://boats.example/2', 1]]);
  await page.reload();
  await chat.expectConnected();
  await expect(chat.field).toHaveValue('');
  await expect(page.getByRole('list', { name: 'Files to send' })).toBeHidden();
});

test('a share waits until the person has signed in', async ({ browser }) => {
  const [mira, jonas] = await aCouple();
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto('/login');
  await expect.poll(() => hasWorker(page)).toBe(true);
  await share(page, { text: 'For later' });
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(mira.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/chat$/);
  const chat = new Chat(page, 'Jonas');
  await expect(chat.field).toHaveValue('For later');
  expect(await messageHistory(jonas)).toEqual([]);
});
