import * as v from 'valibot';
import { pageLanguage } from '../../texts/index.js';
import { chooseLanguage } from '../../texts/language.js';
import { createObservable, useObservable } from '../../observable/observable.js';
import { ownPath } from '../../schemas/own-path.js';
import { appLock } from '../app-lock/app-lock.js';
import { type ApiStore, FRESH, answerOf } from '../../api/base-api.js';
import { getPush, subscribePush, testPush, unsubscribePush } from './push-api.js';
import { pushDevice } from './push-device.js';
import { pushNotes } from './push-notes.js';
import { session } from '../session/session.js';
import { storedText } from '../storage/stored.js';

/**
 * Whether push is on for this device. `install`: only for an app on the home screen. `unavailable`: this installation has no
 * key. `unknown`: not checked yet, or the server did not answer.
 */
export type PushStatus = 'unknown' | 'unsupported' | 'install' | 'unavailable' | 'denied' | 'off' | 'on';

/** The user's choice on this device. If the browser cannot store it, push counts as off on the next page. */
const choice = storedText('duet-push', v.picklist(['on', 'off']));

const status = createObservable<PushStatus>('unknown');
const setStatus = status.set;
let store: ApiStore | null = null;

const api = (): ApiStore => {
  if (!store) throw new TypeError('watchPush must run before push is used');
  return store;
};

async function stateOnServer() {
  const { data } = await answerOf(api().dispatch(getPush.initiate(undefined, FRESH)));
  return data ?? null;
}

async function subscribe(publicKey: string): Promise<void> {
  const dto = await pushDevice.subscribe(publicKey);
  // Before the call: another tab takes a subscription that nobody here chose for a foreign one.
  choice.write('on');
  await api().dispatch(subscribePush.initiate(dto)).unwrap();
  await pushNotes.write('device', { endpoint: dto.endpoint, auth: dto.auth, publicKey });
  setStatus('on');
}

/** Why this device shows no pushes, whatever the user chooses; null if it can show them. */
function obstacle(): 'install' | 'unsupported' | 'denied' | null {
  if (!pushDevice.canPush()) return pushDevice.needsInstalling() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Ends the session's subscription on a device that shows no pushes: somebody else has made it, with a stolen token. */
async function endForeign(): Promise<void> {
  await api().dispatch(unsubscribePush.initiate());
}

/**
 * Subscribes again where browser or server lost the subscription, or the server has another one. Where the user has not turned
 * push on, the server must have none.
 */
async function reconcile(publicKey: string, isKnown: boolean, endpointHash: string | undefined): Promise<void> {
  const granted = Notification.permission === 'granted';
  const isWanted = granted && choice.read() === 'on' && (isKnown || (await pushDevice.has()));
  if (!isWanted) {
    setStatus('off');
    if (isKnown) await endForeign();
  } else if (isKnown && (await pushDevice.isSubscribed(publicKey, endpointHash))) setStatus('on');
  else await subscribe(publicKey);
}

export const push = {
  /** Whether the service worker shows notifications, so that pages do not. Before the first check, the stored choice decides. */
  showsNotifications: (): boolean => status.get() === 'on' || (status.get() === 'unknown' && choice.read() === 'on'),

  /** The user turned notifications off on this device. */
  isTurnedOff: (): boolean => choice.read() === 'off',

  async refreshStatus(): Promise<void> {
    const reason = obstacle();
    if (reason) setStatus(reason);
    const state = await stateOnServer();
    if (!state) return;
    if (reason) return state.subscribed ? endForeign() : undefined;
    if (state.publicKey === null) return setStatus('unavailable');
    await reconcile(state.publicKey, state.subscribed, state.endpointHash).catch(() => setStatus('off'));
  },

  /** Asks for permission if needed. @throws where the browser, its push service or the server refuses */
  async turnOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return push.refreshStatus();
    const state = await stateOnServer();
    if (!state) throw new Error('push state not available: the server did not answer');
    if (state.publicKey === null) return setStatus('unavailable');
    await subscribe(state.publicKey);
  },

  async turnOff(): Promise<void> {
    await api().dispatch(unsubscribePush.initiate()).unwrap();
    choice.write('off');
    setStatus('off');
    await pushDevice.unsubscribe();
  },

  /** Sends a test notification through the server. */
  async test(): Promise<void> {
    await api().dispatch(testPush.initiate()).unwrap();
  },
};

export const usePush = (): PushStatus => useObservable(status);

const noteLock = (): void => {
  const { kind, isLocked } = appLock.get();
  void pushNotes.write('lock', kind === 'off' ? 'off' : isLocked ? 'locked' : 'open');
};

/** The service worker's message to a page: where a notification leads. */
const opening = v.object({ duet: v.literal('open'), link: ownPath });

function linkIn(message: unknown): string | null {
  const { success, output } = v.safeParse(opening, message);
  return success ? output.link : null;
}

/**
 * Follows the session: a page checks its subscription once, and when the session ends, the browser's is removed.
 * @param open navigates to where a notification leads
 * @returns a function that ends it
 */
export function watchPush(given: ApiStore, open: (link: string) => void): () => void {
  store = given;
  setStatus('unknown');
  let before = session.get().status;
  const follow = (): void => {
    const now = session.get().status;
    if (now === 'authenticated' && before !== now) void push.refreshStatus();
    if (now === 'unauthenticated' && before !== now && choice.read() === 'on') {
      choice.remove();
      setStatus('unknown');
      void pushDevice.unsubscribe();
    }
    before = now;
  };
  const opened = ({ data }: MessageEvent<unknown>): void => {
    const link = linkIn(data);
    if (link !== null) open(link);
  };
  const seen = (): void => {
    if (document.visibilityState === 'visible' && !appLock.get().isLocked && push.showsNotifications())
      void pushDevice.clear();
  };
  const stopFollowing = session.subscribe(follow);
  if (before === 'authenticated') void push.refreshStatus();
  if (!pushDevice.canPush()) return stopFollowing;
  const stops = [stopFollowing, appLock.subscribe(noteLock)];
  noteLock();
  void pushNotes.write('language', chooseLanguage([pageLanguage()]));
  seen();
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
