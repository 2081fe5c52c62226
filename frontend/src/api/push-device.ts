import type { SubscribePushDto } from '@duet/contracts';
import { pushNotes } from './push-notes.js';

const WORKER = '/sw.js';

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

function dtoOf(subscription: PushSubscription): SubscribePushDto {
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (!endpoint || !p256dh || !auth) throw new TypeError('a subscription without its keys');
  return { endpoint, p256dh, auth };
}

const isMadeWith = ({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean => key !== null && base64url(key) === publicKey;

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** What this browser can do and holds of push. It knows no server and nobody who is signed in. */
export const pushDevice = {
  canPush: (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,

  /** iPhones push to what was added to the home screen, and to no page in a tab. */
  needsInstalling: (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent) && Reflect.get(navigator, 'standalone') !== true,

  /** Whether there is a subscription by this key, the one that the server was told of. */
  async isSubscribed(publicKey: string): Promise<boolean> {
    const [held, told] = [await current(), await pushNotes.device()];
    return held !== null && isMadeWith(held, publicKey) && told?.endpoint === held.endpoint;
  },

  async has(): Promise<boolean> {
    return (await current()) !== null;
  },

  /** Subscribes, anew where it was by another key. @throws where the browser or its push service will not */
  async subscribe(publicKey: string): Promise<SubscribePushDto> {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const held = await pushManager.getSubscription();
    if (held && isMadeWith(held, publicKey)) return dtoOf(held);
    await held?.unsubscribe();
    return dtoOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  },

  async unsubscribe(): Promise<void> {
    await pushNotes.write('device', null);
    await (await current())?.unsubscribe();
  },

  /** Who has opened Duet needs no notifications of what is there. */
  async clear(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration('/');
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  },
};
