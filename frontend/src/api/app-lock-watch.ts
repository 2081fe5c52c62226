import { appLock } from './app-lock.js';
import { openPages } from './app-lock-pages.js';
import { lockStorage } from './app-lock-storage.js';

/** How often the clock is looked at, in milliseconds: timers stand still while a machine sleeps, the clock does not. */
const LOOK = 1_000;
/** From one tab to another: so long until the other one can say that it is seen, in milliseconds. */
const STEP = 300;

/** What people do. A list that scrolls by itself is none of it. */
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'touchmove', 'timeupdate'] as const;

const isVisible = (): boolean => document.visibilityState === 'visible';

function look(): void {
  if (appLock.get().kind === 'off') return;
  openPages.tell(isVisible(), Date.now());
  appLock.lockIfIdle();
}

/** For those who want it locked as soon as no page of Duet is in sight. @returns the end of it. */
function watchLeaving(): () => void {
  let hiddenAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** On a phone the choice of a file, or the camera, comes before the page. */
  let isChoosing = false;

  const leave = (): void => {
    if (hiddenAt === null || openPages.isAnotherVisible(Date.now())) return;
    hiddenAt = null;
    appLock.lock();
  };

  const changed = (): void => {
    clearTimeout(timer);
    look();
    if (isVisible()) {
      // A page that was frozen in the background comes to it only now.
      if (hiddenAt !== null && Date.now() - hiddenAt > STEP) leave();
      hiddenAt = null;
      isChoosing = false;
    } else if (appLock.get().kind !== 'off' && appLock.get().minutes === 0 && !isChoosing) {
      hiddenAt = Date.now();
      if (openPages.hasOthers(hiddenAt)) timer = setTimeout(leave, STEP);
      else leave();
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

/** Locks when nobody has touched any tab for too long, and keeps this tab level with the others. @returns the end of it. */
export function watchAppLock(): () => void {
  const inOtherTab = ({ key }: StorageEvent): void => {
    if (lockStorage.isOf(key)) appLock.reread();
  };
  const gone = (): void => openPages.leave(Date.now());
  const back = (): void => {
    openPages.enter();
    appLock.reread();
    look();
  };
  const stops = [watchLeaving(), appLock.subscribe(look)];
  const timer = setInterval(look, LOOK);
  for (const name of SIGNS) document.addEventListener(name, appLock.stir, { capture: true, passive: true });
  window.addEventListener('storage', inOtherTab);
  window.addEventListener('focus', look);
  window.addEventListener('pagehide', gone);
  window.addEventListener('pageshow', back);
  back();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    for (const name of SIGNS) document.removeEventListener(name, appLock.stir, { capture: true });
    window.removeEventListener('storage', inOtherTab);
    window.removeEventListener('focus', look);
    window.removeEventListener('pagehide', gone);
    window.removeEventListener('pageshow', back);
    gone();
  };
}
