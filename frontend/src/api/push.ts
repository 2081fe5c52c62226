import { useSyncExternalStore } from 'react';
import { appLock } from './app-lock.js';
import type { LiveStore } from './live-store.js';
import { getPush, subscribePush, testPush, unsubscribePush } from './push-api.js';
import { pushDevice } from './push-device.js';
import { pushNotes } from './push-notes.js';
import { session } from './session.js';

/**
 * Whether this device is told while no page is open. `install`: only once Duet is on the home screen. `unavailable`: this
 * Duet has no key for it. `unknown`: nobody has looked yet, or the server did not answer.
 */
export type PushStatus = 'unknown' | 'unsupported' | 'install' | 'unavailable' | 'denied' | 'off' | 'on';

const STORED = 'duet-push';

function remembered(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function remember(value: 'on' | 'off' | null): void {
  try {
    if (value === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, value);
  } catch {
    // The next page asks the server.
  }
}

let status: PushStatus = 'unknown';
let store: Pick<LiveStore, 'dispatch'> | null = null;
const listeners = new Set<() => void>();

function become(next: PushStatus): void {
  status = next;
  for (const listener of listeners) listener();
}

const api = (): Pick<LiveStore, 'dispatch'> => {
  if (!store) throw new TypeError('push is not watched');
  return store;
};

async function stateOnServer() {
  const { data } = await api().dispatch(getPush.initiate(undefined, { forceRefetch: true, subscribe: false }));
  return data ?? null;
}

async function subscribe(publicKey: string): Promise<void> {
  const dto = await pushDevice.subscribe(publicKey);
  await api().dispatch(subscribePush.initiate(dto)).unwrap();
  await pushNotes.write('device', { endpoint: dto.endpoint, auth: dto.auth, publicKey });
  remember('on');
  become('on');
}

/** Brings browser and server to one mind: what either has lost is made anew, as long as the person has not turned it off. */
async function settle(publicKey: string, isKnown: boolean): Promise<void> {
  const granted = Notification.permission === 'granted';
  const isMeant = granted && remembered() === 'on' && (isKnown || (await pushDevice.has()));
  if (!isMeant) return become('off');
  if (isKnown && (await pushDevice.isSubscribed(publicKey))) return become('on');
  await subscribe(publicKey);
}

export const push = {
  get: (): PushStatus => status,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** The service worker tells of messages here, so that no page needs to; before anybody has looked, what was so last time. */
  tells: (): boolean => status === 'on' || (status === 'unknown' && remembered() === 'on'),

  /** On purpose, on this device: then nothing pops up here at all. */
  isTurnedOff: (): boolean => remembered() === 'off',

  async look(): Promise<void> {
    if (!pushDevice.canPush()) return become(pushDevice.needsInstalling() ? 'install' : 'unsupported');
    if (Notification.permission === 'denied') return become('denied');
    const held = await stateOnServer();
    if (!held) return;
    if (held.publicKey === null) return become('unavailable');
    await settle(held.publicKey, held.subscribed).catch(() => become('off'));
  },

  /** Asks for permission where it is missing. @throws when the browser or its push service will not, or the server */
  async turnOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return push.look();
    const held = await stateOnServer();
    if (!held) throw new Error('the server did not say how');
    if (held.publicKey === null) return become('unavailable');
    await subscribe(held.publicKey);
  },

  async turnOff(): Promise<void> {
    await api().dispatch(unsubscribePush.initiate()).unwrap();
    remember('off');
    become('off');
    await pushDevice.unsubscribe();
  },

  /** By the way that all others take. */
  async test(): Promise<void> {
    await api().dispatch(testPush.initiate()).unwrap();
  },
};

export const usePush = (): PushStatus => useSyncExternalStore(push.subscribe, push.get);

const noteLock = (): void => {
  const { kind, isLocked } = appLock.get();
  void pushNotes.write('lock', kind === 'off' ? 'off' : isLocked ? 'locked' : 'open');
};

const linkIn = (message: unknown): string | null => {
  const link: unknown = typeof message === 'object' && message !== null && Reflect.get(message, 'duet') === 'open' ? Reflect.get(message, 'link') : null;
  return typeof link === 'string' && link.startsWith('/') ? link : null;
};

/**
 * Keeps the device level with who is signed in: a session that ends takes its subscription along, also from the browser.
 * @param open goes where a notification leads. @returns the end of it
 */
export function watchPush(given: Pick<LiveStore, 'dispatch'>, open: (link: string) => void): () => void {
  store = given;
  become('unknown');
  if (!pushDevice.canPush()) return () => undefined;
  let before = session.get().status;
  const follow = (): void => {
    const now = session.get().status;
    if (now === 'authenticated' && before !== now && remembered() === 'on') void push.look();
    if (now === 'unauthenticated' && before !== now && remembered() === 'on') {
      remember(null);
      become('unknown');
      void pushDevice.unsubscribe();
    }
    before = now;
  };
  const opened = ({ data }: MessageEvent<unknown>): void => {
    const link = linkIn(data);
    if (link !== null) open(link);
  };
  const seen = (): void => {
    if (document.visibilityState === 'visible' && !appLock.get().isLocked && push.tells()) void pushDevice.clear();
  };
  const stops = [session.subscribe(follow), appLock.subscribe(noteLock)];
  noteLock();
  seen();
  if (before === 'authenticated' && remembered() === 'on') void push.look();
  navigator.serviceWorker.addEventListener('message', opened);
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('focus', seen);
  return () => {
    for (const stop of stops) stop();
    navigator.serviceWorker.removeEventListener('message', opened);
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('focus', seen);
  };
}
