import type { PushPayload, PushedMessageView } from '@duet/contracts';
import { pushNotes } from '../platform/push/push-notes.js';
import { speakIn, t } from '../texts/push.js';
import {
  type NotificationData,
  isTakeOver,
  readNotificationData,
  readPushPayload,
  readPushedMessage,
} from './payload.js';
import { answerActions, sendLove, sendReply } from './answers.js';
import { callApi } from './calls.js';
import { answerShare } from './share.js';
import { createShell } from './shell.js';
import { addMessageId, notificationWords } from './words.js';

/*
 * The service worker opens pages without a connection, shows push notifications, opens their link and sends the answers that
 * people write in them. It never answers a call of the API.
 */
declare const self: ServiceWorkerGlobalScope;

/** The files of this build's pages; the build replaces it. */
declare const SHELL_FILES: readonly string[];

const shell = createShell(SHELL_FILES, self.location.origin);

/** Shown for an unknown payload (of a newer build), because browsers require a notification for each push. */
const UNKNOWN: PushPayload = {
  kind: 'notice',
  tag: 'duet',
  link: '/',
  from: null,
  text: null,
  messageId: null,
  token: null,
};

const openWindows = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function fetchMessage(token: string): Promise<PushedMessageView | null> {
  try {
    const answer = await callApi('/api/push/message', { token });
    return answer.ok ? readPushedMessage(await answer.json()) : null;
  } catch {
    // The notification shows the name only.
    return null;
  }
}

function payloadOf(data: PushMessageData | null): PushPayload {
  try {
    return readPushPayload(data?.json()) ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** Whether Duet is locked on this device. It locks with its last page. */
async function isLocked(open: readonly WindowClient[]): Promise<boolean> {
  const lock = await pushNotes.lock();
  return lock === 'locked' || (lock === 'open' && open.length === 0);
}

async function showPush(payload: PushPayload): Promise<void> {
  const open = await openWindows();
  // A focused page shows the message itself.
  if (payload.kind !== 'test' && open.some(({ focused, visibilityState }) => focused && visibilityState === 'visible'))
    return;
  const locked = await isLocked(open);
  const message = payload.token !== null && !locked ? await fetchMessage(payload.token) : null;
  const shown = await self.registration.getNotifications({ tag: payload.tag });
  const ids = addMessageId(
    shown.flatMap(({ data }) => readNotificationData(data).ids),
    payload.messageId,
  );
  speakIn((await pushNotes.language()) ?? 'en');
  const { title, body } = notificationWords(payload, { message, count: ids.length, isLocked: locked });
  const again = shown.length > 0 ? { renotify: true } : {};
  // A lock screen without the text gets no buttons either.
  const answer =
    payload.kind === 'message' && payload.token !== null && message
      ? { chatId: payload.tag, token: payload.token }
      : null;
  await self.registration.showNotification(title, {
    body,
    tag: payload.tag,
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    data: { link: payload.link, ids, answer } satisfies NotificationData,
    ...(answer && { actions: answerActions() }),
    ...again,
  });
  if (payload.kind === 'message') await showBadge(ids.length, locked);
}

async function openLink(link: string): Promise<void> {
  const open = await openWindows();
  const page =
    open.find(({ focused }) => focused) ?? open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0];
  if (!page) {
    await self.clients.openWindow(link);
    return;
  }
  page.postMessage({ duet: 'open', link });
  await page.focus();
}

/** The words that the person wrote in the notification; blank where the browser has no field for them. */
function writtenIn(event: NotificationEvent): string {
  const reply: unknown = Reflect.get(event, 'reply');
  return typeof reply === 'string' ? reply.trim() : '';
}

/**
 * Answers a message, or opens Duet. A locked Duet answers nothing: the notification may be older than the lock. Neither does
 * one that the person has signed out of.
 */
async function actOn(action: string, text: string, { link, answer }: NotificationData): Promise<void> {
  const isAnswer = action === 'love' || (action === 'reply' && text !== '');
  const mayAnswer = (await pushNotes.device()) !== null && !(await isLocked(await openWindows()));
  if (!isAnswer || !mayAnswer || answer === null) return openLink(link);
  const isSent = await (action === 'love' ? sendLove(answer) : sendReply(answer, text));
  if (isSent) return undefined;
  speakIn((await pushNotes.language()) ?? 'en');
  return self.registration.showNotification(t('push.duet'), {
    body: action === 'love' ? t('push.loveNotSent') : t('push.replyKept'),
    tag: `${answer.chatId}:answer`,
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    data: { link, ids: [], answer: null } satisfies NotificationData,
  });
}

/** The browser replaced the subscription. The old endpoint and its secret authorise the change without a session. */
async function renewSubscription(fresh: PushSubscription | null, old: PushSubscription | null): Promise<void> {
  const device = await pushNotes.device();
  if (!device) return;
  const next =
    fresh ??
    (await self.registration.pushManager.subscribe(
      old?.options ?? { userVisibleOnly: true, applicationServerKey: device.publicKey },
    ));
  const { endpoint, keys } = next.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (!endpoint || !p256dh || !auth) return;
  const body = { endpoint, p256dh, auth, oldEndpoint: device.endpoint, oldAuth: device.auth };
  const answer = await callApi('/api/push/renew', { method: 'POST', body });
  // After a failure, the next page finds that the subscriptions differ and registers the new one.
  if (answer.ok) await pushNotes.write('device', { ...device, endpoint, auth });
}

/** A push has no count of all unread messages: the badge counts the notification's until a page knows better. */
async function showBadge(count: number, isLocked: boolean): Promise<void> {
  await (isLocked ? self.navigator.setAppBadge?.() : self.navigator.setAppBadge?.(count))?.catch(() => undefined);
}

self.addEventListener('install', (event) => event.waitUntil(shell.keep()));
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([shell.dropOlder(), self.clients.claim()])));
self.addEventListener('fetch', (event) => {
  const answer = answerShare(event.request) ?? shell.answer(event.request);
  if (answer) event.respondWith(answer);
});
self.addEventListener('message', (event) => {
  if (isTakeOver(event.data)) void self.skipWaiting();
});
self.addEventListener('push', (event) => event.waitUntil(showPush(payloadOf(event.data))));
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event.newSubscription, event.oldSubscription)),
);
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(actOn(event.action, writtenIn(event), readNotificationData(event.notification.data)));
});
