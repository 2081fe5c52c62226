import { Suspense, useEffect, useRef } from 'react';
import { RouterProvider as LinkProvider } from 'react-aria-components';
import { Outlet, ScrollRestoration, useHref, useLocation, useMatches, useNavigate } from 'react-router-dom';
import { useAppLock } from '../api/app-lock.js';
import { useUnread } from '../api/unread.js';
import { Splash } from './splash.js';

/** Around every page: links of the design pieces stay inside the app, titles follow the route. */
export function Root() {
  const navigate = useNavigate();
  usePageTitle();
  useFocusOnNavigation();
  return (
    <LinkProvider navigate={(path) => void navigate(path)} useHref={useHref}>
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
      <ScrollRestoration />
    </LinkProvider>
  );
}

const titleOf = (handle: unknown): string | null => {
  const title: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'title') : null;
  return typeof title === 'string' ? title : null;
};

function usePageTitle(): void {
  const title = useMatches()
    .map((match) => titleOf(match.handle))
    .findLast((found) => found !== null);
  const unread = useUnread();
  const { isLocked } = useAppLock();
  useEffect(() => {
    const words = title ? `${title} · Duet` : 'Duet';
    // How many wait is nobody's business, nor which page lies behind the lock.
    if (isLocked) document.title = 'Duet';
    else document.title = unread > 0 ? `(${unread}) ${words}` : words;
  }, [title, unread, isLocked]);
}

/** A new page starts at its content, for those who do not see it change. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
