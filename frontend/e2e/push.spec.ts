import { type BrowserContext, type CDPSession, type Page, expect } from '@playwright/test';
import { WHOLE_OPTIONS } from './browsers.js';
import { Chat, type Person, aCouple, browse, chatIdOf, messageHistory } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

/*
 * Test browsers reach no push service, so the DevTools protocol delivers pushes to the real service worker. Encryption and
 * sending are tested in services/auth/test/push-messages.spec.ts.
 */

test.use({ launchOptions: WHOLE_OPTIONS, serviceWorkers: 'allow' });

/** A subscription as a push service would issue it. */
const SUBSCRIPTION = {
  endpoint: 'https://push.example.com/one',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** Returns a function that delivers pushes to the page's service worker, also after the page has navigated away. */
async function deliveryTo(context: BrowserContext, page: Page): Promise<(payload: object) => Promise<void>> {
  const door: CDPSession = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    door.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL, isDeleted }) => scopeURL === `${product.url}/` && !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await door.send('ServiceWorker.enable');
  const id = await registrationId;
  return async (payload) => {
    await door.send('ServiceWorker.deliverPushMessage', {
      origin: product.url,
      registrationId: id,
      data: JSON.stringify(payload),
    });
  };
}

/** The shown notifications, read on a page of our origin that does not run the app. */
async function shownNotifications(page: Page): Promise<{ title: string; body: string; tag: string }[]> {
  await page.goto('/theme.js');
  const read = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }));
  });
  await leave(page);
  return read;
}

/** Leaves Duet, and waits until its worker finds no page: it still finds a page that is closing. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  const [worker] = page.context().serviceWorkers();
  await expect
    .poll(() =>
      worker?.evaluate<number>(
        `self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => open.length)`,
      ),
    )
    .toBe(0);
}

/** Turns on notifications in the settings. */
async function turnOnNotifications(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: product.url });
  await page.addInitScript((subscription) => {
    let current: object | null = null;
    const made = { ...subscription, toJSON: () => subscription, unsubscribe: async () => true };
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const key = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/');
      current = {
        ...made,
        options: { applicationServerKey: Uint8Array.from(atob(key), (sign) => sign.charCodeAt(0)).buffer },
      };
      return current as PushSubscription;
    };
  }, SUBSCRIPTION);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Configure Notifications' }).click();
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByText('This device shows notifications, also while Duet is closed.')).toBeVisible();
}

test('a push shows a notification while Duet is closed, replaces the conversation’s last one, and leads there', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const chatId = await chatIdOf(jonas);
  const his = await browse(browser, jonas);
  await turnOnNotifications(his);
  const deliver = await deliveryTo(his.context(), his);
  const message = { kind: 'message', tag: chatId, link: `/chat/${chatId}`, from: 'Mira', text: null, token: null };

  await leave(his);
  await deliver({ ...message, messageId: 'one' });
  await expect
    .poll(() => shownNotifications(his))
    .toEqual([{ title: 'Duet', body: 'Mira sent you a message', tag: chatId }]);
  await deliver({ ...message, messageId: 'two' });
  await deliver({ ...message, messageId: 'two' });
  await deliver({
    kind: 'notice',
    tag: 'n',
    link: '/dashboard',
    from: null,
    text: 'Something happened',
    messageId: null,
    token: null,
  });
  await expect
    .poll(async () => (await shownNotifications(his)).map(({ body }) => body).toSorted())
    .toEqual(['Mira sent you 2 messages', 'Something happened']);

  // The worker reads the text from our origin; with an invalid token it shows only the name.
  await deliver({ ...message, tag: 'other', messageId: 'three', token: 'none' });
  await expect
    .poll(async () => (await shownNotifications(his)).find(({ tag }) => tag === 'other')?.body)
    .toBe('Mira sent you a message');

  // Opening Duet clears the notification, and a visible page needs none.
  const chat = await Chat.open(his, 'Mira');
  const count = () => his.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length);
  await expect.poll(count).toBe(0);
  await deliver({ ...message, messageId: 'four' });
  await deliver({ kind: 'test', tag: 'test', link: '/settings', from: null, text: null, messageId: null, token: null });
  await expect.poll(count).toBe(1);

  // A notification opens its page in the open tab.
  await his.getByRole('link', { name: 'Profile' }).first().click();
  await expect(his).toHaveURL(/\/profile$/);
  const [worker] = his.context().serviceWorkers();
  await worker?.evaluate((link) => {
    const notification = { close: () => undefined, data: { link } };
    const click = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    });
    globalThis.dispatchEvent(click);
  }, `/chat/${chatId}`);
  await expect(his).toHaveURL(new RegExp(`/chat/${chatId}$`));
  await expect(chat.log).toBeVisible();
  expect(mira.firstName).toBe('Mira');
});

test('a notification’s text is fetched from our own origin, but not while Duet is locked on this device', async ({
  browser,
}) => {
  const [, jonas] = await aCouple();
  const his = await browse(browser, jonas);
  await turnOnNotifications(his);
  const deliver = await deliveryTo(his.context(), his);
  const asked: (string | undefined)[] = [];
  await his.context().route('**/api/push/message', async (route) => {
    asked.push(route.request().headers()['authorization']);
    await route.fulfill({
      json: {
        success: true,
        data: { firstName: 'Mira', content: 'Home at seven', messageType: 'text', reactions: [] },
      },
    });
  });
  const message = { kind: 'message', link: '/chat', from: 'Mira', text: null, messageId: 'one', token: 'a-token' };
  await leave(his);
  await deliver({ ...message, tag: 'open' });
  await expect
    .poll(async () => (await shownNotifications(his)).map(({ title, body }) => [title, body]))
    .toEqual([['Mira', 'Home at seven']]);
  expect(asked).toEqual(['Bearer a-token']);

  // Duet locks when its last page closes.
  await his.goto('/theme.js');
  await his.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('duet-push', 1);
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('notes', 'readwrite');
          writing.objectStore('notes').put('open', 'lock');
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve(null);
          });
        });
      }),
  );
  await leave(his);
  await deliver({ ...message, tag: 'locked' });
  await expect
    .poll(async () => (await shownNotifications(his)).find(({ tag }) => tag === 'locked'))
    .toMatchObject({ title: 'Duet', body: 'New message' });
  expect(asked).toHaveLength(1);

  // The earlier notification still has its buttons. They send nothing, they open Duet, which asks for the PIN.
  const posted: string[] = [];
  his.context().on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  for (const [action, words] of [
    ['reply', 'While locked'],
    ['love', null],
  ] as const)
    await press(his, action, words);
  expect(posted.filter((path) => path.startsWith('/api/push/'))).toEqual([]);
});

/** A token as auth signs it, as far as the worker reads it. */
const tokenOf = ({ session }: Person): string =>
  `head.${Buffer.from(JSON.stringify({ sub: session.user._id })).toString('base64url')}.sign`;

/** Presses a button of the shown notification, with the words that the person wrote in it. */
async function press(page: Page, action: 'reply' | 'love', reply: string | null): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(
    async ({ name, words }) => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await registration.getNotifications();
      const work: Promise<unknown>[] = [];
      const click = Object.assign(new Event('notificationclick'), {
        action: name,
        reply: words,
        notification,
        waitUntil: (one: Promise<unknown>) => void work.push(one.catch(() => undefined)),
      });
      globalThis.dispatchEvent(click);
      await Promise.all(work);
    },
    { name: action, words: reply },
  );
}

test('a message is answered from its notification; a reply that the server does not get waits for a page', async ({
  browser,
}) => {
  const [mira, jonas] = await aCouple();
  const chatId = await chatIdOf(jonas);
  const his = await browse(browser, jonas);
  await turnOnNotifications(his);
  const deliver = await deliveryTo(his.context(), his);
  const asked: { path: string; token: string | undefined; language: string | undefined; body: unknown }[] = [];
  let isAway = false;
  await his.context().route('**/api/push/*', async (route) => {
    const request = route.request();
    const { pathname: path } = new URL(request.url());
    const headers = request.headers();
    if (isAway && path !== '/api/push/message') return route.abort();
    asked.push({
      path,
      token: headers['authorization'],
      language: headers['accept-language'],
      body: request.postData() === null ? null : request.postDataJSON(),
    });
    const message = { firstName: 'Mira', content: 'Home at seven', messageType: 'text', reactions: [] };
    return route.fulfill({ json: { success: true, data: path === '/api/push/message' ? message : { done: true } } });
  });
  const token = tokenOf(jonas);
  const push = {
    kind: 'message',
    tag: chatId,
    link: `/chat/${chatId}`,
    from: 'Mira',
    text: null,
    messageId: 'm',
    token,
  };
  const buttons = async () => {
    const [worker] = his.context().serviceWorkers();
    return worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const shown = await registration.getNotifications();
      return shown.map((one) => (Reflect.get(one, 'actions') as { title: string }[]).map(({ title }) => title));
    });
  };

  await leave(his);
  await deliver(push);
  await expect.poll(buttons).toEqual([['Reply', 'Love ❤️']]);
  await press(his, 'love', null);
  expect(asked.at(-1)).toEqual({ path: '/api/push/love', token: `Bearer ${token}`, language: 'en', body: null });
  await expect.poll(buttons).toEqual([]);
  await deliver(push);
  await expect.poll(buttons).toHaveLength(1);
  await press(his, 'reply', ' On my way ');
  expect(asked.at(-1)).toMatchObject({
    path: '/api/push/reply',
    language: 'en',
    body: { content: 'On my way', clientMessageId: expect.any(String) },
  });

  // The server is away: the reply stays on this device, says so, and the next page sends it once.
  isAway = true;
  await deliver(push);
  await expect.poll(buttons).toHaveLength(1);
  await press(his, 'reply', 'Wait for me');
  expect((await shownNotifications(his)).map(({ body }) => body)).toEqual([
    'Your reply is kept on this device. Duet sends it once it is open and connected.',
  ]);
  expect(await messageHistory(mira)).toEqual([]);
  const chat = await Chat.open(his, 'Mira');
  await expect(chat.bubble('Wait for me')).toBeVisible();
  await chat.expectTick('Wait for me', /Sent|Delivered/);
  expect((await messageHistory(mira)).map(({ content }) => content)).toEqual(['Wait for me']);
});

test('the app can be installed, and its service worker is never cached', async ({ request }) => {
  const worker = await request.get(`${product.url}/sw.js`);
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
  });
  const manifest = await request.get(`${product.url}/manifest.webmanifest`);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons }: { icons: { src: string }[] } = await manifest.json();
  for (const src of [...icons.map((icon) => icon.src), '/icons/badge.png', '/icons/apple-touch.png']) {
    expect((await request.get(`${product.url}${src}`)).headers()['content-type']).toMatch(/^image\//);
  }
});
