import type { PushPayload, PushedMessageView } from '@duet/contracts';
import { pushNotes } from '../api/push-notes.js';
import { messageOf, payloadOf } from './payload.js';
import { gathered, wordsOf } from './words.js';

/*
 * What of Duet runs while no page is open: it shows what was pushed, and leads to it. It keeps nothing and answers no
 * page's requests.
 */
declare const self: ServiceWorkerGlobalScope;

const PATIENCE = 5_000;

/** Shown where a push cannot be understood: a newer build has sent it, and browsers want something shown. */
const UNKNOWN: PushPayload = { kind: 'notice', tag: 'duet', link: '/', from: null, text: null, messageId: null, token: null };

const pages = (): Promise<readonly WindowClient[]> => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** What the notification was about so far, as it was kept with it. */
function idsOf({ data }: Notification): string[] {
  const ids: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'ids') : null;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

function linkOf({ data }: Notification): string {
  const link: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'link') : null;
  return typeof link === 'string' ? link : '/';
}

async function read(token: string): Promise<PushedMessageView | null> {
  try {
    const answer = await fetch('/api/push/message', { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? messageOf(await answer.json()) : null;
  } catch {
    // Then the name has to do.
    return null;
  }
}

function understood(data: PushMessageData | null): PushPayload {
  try {
    return payloadOf(data?.json()) ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** A lock closes with the last page. One that cannot be asked is taken for closed only if there ever was one. */
async function isLocked(open: readonly WindowClient[]): Promise<boolean> {
  const lock = await pushNotes.lock();
  return lock === 'locked' || (lock === 'open' && open.length === 0);
}

async function show(payload: PushPayload): Promise<void> {
  const open = await pages();
  // Who looks at a page sees it there.
  if (payload.kind !== 'test' && open.some(({ focused, visibilityState }) => focused && visibilityState === 'visible')) return;
  const locked = await isLocked(open);
  const message = payload.token !== null && !locked ? await read(payload.token) : null;
  const shown = await self.registration.getNotifications({ tag: payload.tag });
  const ids = gathered(shown.flatMap(idsOf), payload.messageId);
  const { title, body } = wordsOf(payload, { message, count: ids.length, isLocked: locked });
  const again = shown.length > 0 ? { renotify: true } : {};
  await self.registration.showNotification(title, {
    body, tag: payload.tag, icon: '/icons/192.png', badge: '/icons/badge.png', data: { link: payload.link, ids }, ...again,
  });
}

async function follow(link: string): Promise<void> {
  const open = await pages();
  const page = open.find(({ focused }) => focused) ?? open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0];
  if (!page) {
    await self.clients.openWindow(link);
    return;
  }
  page.postMessage({ duet: 'open', link });
  await page.focus();
}

/** The browser has replaced the subscription. Whoever knows both halves of the old one may say so without a session. */
async function renew(fresh: PushSubscription | null, old: PushSubscription | null): Promise<void> {
  const held = await pushNotes.device();
  if (!held) return;
  const next = fresh ?? (await self.registration.pushManager.subscribe(old?.options ?? { userVisibleOnly: true, applicationServerKey: held.publicKey }));
  const { endpoint, keys } = next.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (!endpoint || !p256dh || !auth) return;
  const body = JSON.stringify({ endpoint, p256dh, auth, oldEndpoint: held.endpoint, oldAuth: held.auth });
  const answer = await fetch('/api/push/renew', { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: AbortSignal.timeout(PATIENCE) });
  // Where that fails the next page that opens finds two different ones, and tells the server itself.
  if (answer.ok) await pushNotes.write('device', { ...held, endpoint, auth });
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => event.waitUntil(show(understood(event.data))));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.newSubscription, event.oldSubscription)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(follow(linkOf(event.notification)));
});
