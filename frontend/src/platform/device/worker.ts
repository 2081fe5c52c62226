import { createObservable, useObservable } from '../../observable/observable.js';

export const WORKER = '/sw.js';

/** How often an open page asks for a new build, in milliseconds. Browsers ask by themselves when a page opens. */
const UPDATE_INTERVAL = 60 * 60_000;

/** The worker of a newer build that waits for the pages of this one to close. */
const newer = createObservable<ServiceWorker | null>(null);

export const useNewerBuild = (): ServiceWorker | null => useObservable(newer);

/** Lets the newer worker take over, and opens this page anew with its build. */
export function changeToNewerBuild(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  worker.postMessage({ duet: 'takeOver' });
}

function follow(registration: ServiceWorkerRegistration): void {
  // Without a controller the page is the first one: its worker replaces no other.
  const look = (): void => newer.set(navigator.serviceWorker.controller ? registration.waiting : null);
  const followInstalling = (): void => registration.installing?.addEventListener('statechange', look);
  look();
  // The browser may have begun to install a newer worker before this page has registered its own.
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  let askedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - askedAt < UPDATE_INTERVAL) return;
    askedAt = performance.now();
    registration.update().catch(() => undefined);
  });
}

/** Registers the worker that opens Duet without a connection. A browser that refuses opens it with one. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    follow(await navigator.serviceWorker.register(WORKER));
  } catch {
    console.warn('service worker not registered: Duet opens with a connection only');
  }
}
