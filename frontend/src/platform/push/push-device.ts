import type { SubscribePushDto } from '@duet/contracts';
import { WORKER } from '../device/worker.js';
import { pushNotes } from './push-notes.js';

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const hashOf = async (endpoint: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

function dtoOf(subscription: PushSubscription): SubscribePushDto {
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (!endpoint || !p256dh || !auth) throw new TypeError('push subscription has no keys');
  return { endpoint, p256dh, auth };
}

const isMadeWith = ({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean =>
  key !== null && base64url(key) === publicKey;

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** This browser's push support and subscription. Knows neither the server nor the session. */
export const pushDevice = {
  canPush: (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,

  /** iPhones support push only for an app on the home screen. */
  needsInstalling: (): boolean =>
    /iPhone|iPad|iPod/.test(navigator.userAgent) && Reflect.get(navigator, 'standalone') !== true,

  /** Whether the subscription is made with this key and is the one that the server knows. @param endpointHash of the server's; absent from an older server */
  async isSubscribed(publicKey: string, endpointHash: string | undefined): Promise<boolean> {
    const [subscription, registered] = [await current(), await pushNotes.device()];
    if (!subscription || !isMadeWith(subscription, publicKey) || registered?.endpoint !== subscription.endpoint)
      return false;
    return endpointHash === undefined || endpointHash === (await hashOf(subscription.endpoint));
  },

  async has(): Promise<boolean> {
    return (await current()) !== null;
  },

  /** Subscribes, and replaces a subscription with another key. @throws where the browser or its push service refuses */
  async subscribe(publicKey: string): Promise<SubscribePushDto> {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.getSubscription();
    if (subscription && isMadeWith(subscription, publicKey)) return dtoOf(subscription);
    await subscription?.unsubscribe();
    return dtoOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  },

  async unsubscribe(): Promise<void> {
    await pushNotes.write('device', null);
    await (await current())?.unsubscribe();
  },

  /** Closes the shown notifications: the user has opened Duet. */
  async clear(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration('/');
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  },
};
