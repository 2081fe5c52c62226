import { appLock } from './app-lock.js';
import { openPages } from './app-lock-pages.js';
import { lockStorage } from './app-lock-storage.js';

/** How often the clock is checked, in milliseconds: timers stop while the machine sleeps, the clock does not. */
const CHECK_INTERVAL = 1_000;
/** On a change of tabs: how long until the other tab can announce that it is visible, in milliseconds. */
const TAB_HANDOVER = 300;

/** Events that count as activity; programmatic scrolling does not. */
const ACTIVITY_EVENTS = [
  'keydown',
  'pointerdown',
  'pointermove',
  'wheel',
  'touchstart',
  'touchmove',
  'timeupdate',
] as const;

const isVisible = (): boolean => document.visibilityState === 'visible';

function checkLock(): void {
  if (appLock.get().kind === 'off') return;
  openPages.announcePage(isVisible(), Date.now());
  appLock.lockIfIdle();
}

/** Locks as soon as no page of Duet is visible, for users who chose that. @returns a function that ends it */
function watchVisibility(): () => void {
  let hiddenAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** On phones, a file dialog or the camera hides the page. */
  let isChoosing = false;

  const lockIfHidden = (): void => {
    if (hiddenAt === null || openPages.isAnotherVisible(Date.now())) return;
    hiddenAt = null;
    appLock.lock();
  };

  const changed = (): void => {
    clearTimeout(timer);
    checkLock();
    if (isVisible()) {
      // A page that was frozen in the background runs this only now.
      if (hiddenAt !== null && Date.now() - hiddenAt > TAB_HANDOVER) lockIfHidden();
      hiddenAt = null;
      isChoosing = false;
    } else if (appLock.get().kind !== 'off' && appLock.get().minutes === 0 && !isChoosing) {
      hiddenAt = Date.now();
      if (openPages.hasOthers(hiddenAt)) timer = setTimeout(lockIfHidden, TAB_HANDOVER);
      else lockIfHidden();
    }
  };
  const clicked = ({ target }: Event): void => {
    isChoosing = target instanceof HTMLInputElement && target.type === 'file';
  };
  const chosen = (): void => {
    isChoosing = false;
  };
  document.addEventListener('visibilitychange', changed);
  document.addEventListener('click', clicked, true);
  window.addEventListener('focus', chosen);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', changed);
    document.removeEventListener('click', clicked, true);
    window.removeEventListener('focus', chosen);
  };
}

/**
 * Locks after too long without activity in any tab, and follows the lock's state in other tabs.
 * @returns a function that ends it
 */
export function watchAppLock(): () => void {
  const inOtherTab = ({ key }: StorageEvent): void => {
    if (lockStorage.isOf(key)) appLock.reread();
  };
  const gone = (): void => openPages.leave(Date.now());
  const back = (): void => {
    openPages.enter();
    appLock.reread();
    checkLock();
  };
  const stops = [watchVisibility(), appLock.subscribe(checkLock)];
  const timer = setInterval(checkLock, CHECK_INTERVAL);
  for (const name of ACTIVITY_EVENTS)
    document.addEventListener(name, appLock.noteActivity, { capture: true, passive: true });
  window.addEventListener('storage', inOtherTab);
  window.addEventListener('focus', checkLock);
  window.addEventListener('pagehide', gone);
  window.addEventListener('pageshow', back);
  back();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    for (const name of ACTIVITY_EVENTS) document.removeEventListener(name, appLock.noteActivity, { capture: true });
    window.removeEventListener('storage', inOtherTab);
    window.removeEventListener('focus', checkLock);
    window.removeEventListener('pagehide', gone);
    window.removeEventListener('pageshow', back);
    gone();
  };
}
