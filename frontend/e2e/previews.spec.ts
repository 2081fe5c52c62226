import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Locator, type Page, expect } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { Chat, aCouple, browse } from './people.js';
import { aPicture } from './pictures.js';
import { product } from './product.js';
import { test } from './test.js';

/** A web site on this machine that records its requests. */
async function aSite() {
  const agents: string[] = [];
  const pageWithCard = (title: string, picture: string) =>
    `<title>Plain</title><meta property="og:site_name" content="Lantern Walks"><meta property="og:title" content="${title}"><meta property="og:description" content="Three evenings along the river, with soup at the end."><meta property="og:image" content="${picture}">`;
  const server = createServer((request, response) => {
    agents.push(request.headers['user-agent'] ?? '');
    if (request.url?.endsWith('.png'))
      return void response
        .writeHead(200, { 'content-type': 'image/png' })
        .end(request.url === '/wide.png' ? aPicture(900, 450) : aPicture(300, 300, [237, 166, 63]));
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        request.url === '/walks'
          ? pageWithCard('Walks in the dark', '/wide.png')
          : pageWithCard('Soup, and how it is made when many come by in the evening', '/square.png'),
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, agents, close };
}

const cardOf = (chat: Chat, title: string): Locator =>
  chat.log.getByRole('link', { name: `Link preview: Lantern Walks ${title}` });

/** Waits until the picture is decoded. */
const expectDecoded = (card: Locator): Promise<void> =>
  expect
    .poll(() =>
      card
        .locator('img')
        .evaluate((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0))
        .catch(() => 0),
    )
    .toBeGreaterThan(0);

/** The hosts that the page sends requests to. */
function hostsOf(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  return hosts;
}

test('both partners see the preview of a link without contacting the site, and its sender can remove it', async ({
  browser,
}) => {
  test.skip(!product.previewsLocalSites, 'a product in production looks at no site of this machine');
  const site = await aSite();
  try {
    const [mira, jonas] = await aCouple();
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const [herPage, hisPage] = [await browse(browser, mira), await browse(browser, jonas, phone)];
    const hosts = [hostsOf(herPage), hostsOf(hisPage)];
    const [hers, his] = [await Chat.open(herPage, 'Jonas'), await Chat.open(hisPage, 'Mira')];
    await hers.send(`Shall we? ${site.url}/walks`);
    await hers.send(`And then: ${site.url}/soup`);
    const titles = ['Walks in the dark', 'Soup, and how it is made when many come by in the evening'];
    for (const chat of [hers, his]) {
      for (const title of titles) {
        await expect(cardOf(chat, title)).toBeVisible();
        await expectDecoded(cardOf(chat, title));
      }
    }
    await expect(cardOf(his, 'Walks in the dark')).toHaveAttribute('href', `${site.url}/walks`);
    await expect(cardOf(his, titles[1] ?? '')).toBeInViewport();
    expect(site.agents.every((agent) => agent.includes('DuetLinkPreview'))).toBe(true);
    for (const asked of hosts) expect([...asked]).not.toContain(new URL(site.url).host);
    await expectAccessible(hisPage, 'chat with link previews');

    await hers.log.locator('[data-message]').filter({ hasText: 'Shall we?' }).focus();
    await herPage.keyboard.press('Enter');
    await herPage.getByRole('menuitem', { name: 'Remove preview' }).click();
    for (const chat of [hers, his]) await expect(cardOf(chat, 'Walks in the dark')).toHaveCount(0);
    await expect(his.log.getByRole('link', { name: `${site.url}/walks` })).toBeVisible();

    await hisPage.goto('/settings');
    await hisPage.getByRole('button', { name: 'Configure Privacy & Security' }).click();
    const kept = hisPage.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/users/settings'),
    );
    await hisPage.getByRole('switch', { name: /Link previews/ }).press('Space');
    await kept;
    await hisPage.goto('/chat');
    await expect(his.log.getByText('And then:')).toBeVisible();
    await expect(cardOf(his, titles[1] ?? '')).toHaveCount(0);
    await expect(cardOf(hers, titles[1] ?? '')).toBeVisible();
  } finally {
    site.close();
  }
});
