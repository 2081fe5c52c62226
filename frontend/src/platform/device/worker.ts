import { createObservable, useObservable } from '../../observable/observable.js';

export const WORKER = '/sw.js';

/** How often an open page asks for a new build, in milliseconds. Browsers ask by themselves when a page opens. */
const UPDATE_INTERVAL = 60 * 60_000;

/** The worker of a newer build than this page's. It waits until a page lets it take over, or all pages of this build are closed. */
const newer = createObservable<ServiceWorker | null>(null);

export const useNewerBuild = (): ServiceWorker | null => useObservable(newer);

/** Opens this page anew with the newer build, whose worker takes over now or has done so for another page. */
export function changeToNewerBuild(worker: ServiceWorker): void {
  const reload = (): void => {
    if (worker.state === 'activated') window.location.reload();
  };
  worker.addEventListener('statechange', reload);
  worker.postMessage({ duet: 'takeOver' });
  reload();
}

function follow(registration: ServiceWorkerRegistration): void {
  // Without a controller the page is the first one: its worker replaces no other. A worker that another page lets take over is
  // still newer than this page.
  const look = (): void => {
    if (navigator.serviceWorker.controller && registration.waiting) newer.set(registration.waiting);
  };
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
