import { Suspense, memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import {
  type RouteObject,
  matchRoutes,
  useLocation,
  useNavigate,
  useNavigationType,
  useRoutes,
} from 'react-router-dom';
import { useAppLock } from '../platform/app-lock/app-lock.js';
import { useUnread } from '../sync/index.js';
import { t } from '../texts/index.js';
import { FollowContext } from '../ui/app-link.js';
import { Splash } from './splash.js';

interface RootProps {
  routes: readonly RouteObject[];
}

/** The page of the address. It renders only with a new address, because each of its renders is one of the whole page. */
export const Root = memo(function Root({ routes }: RootProps) {
  const navigate = useNavigate();
  const page = useRoutes([...routes]);
  const follow = useCallback((path: string) => void navigate(path), [navigate]);
  useTopOfNewPage();
  useFocusOnNavigation();
  return (
    <FollowContext value={follow}>
      <PageTitle routes={routes} />
      <Suspense fallback={<Splash />}>{page}</Suspense>
    </FollowContext>
  );
});

const titleOf = (handle: unknown): string | null => {
  const title: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'title') : null;
  return typeof title === 'function' ? String(title()) : null;
};

/** Sets the title of the document and the number on the app's icon. */
function PageTitle({ routes }: RootProps) {
  const title = matchRoutes([...routes], useLocation())
    ?.map(({ route }) => titleOf(route.handle))
    .findLast((found) => found !== null);
  const unread = useUnread();
  const { isLocked } = useAppLock();
  useEffect(() => {
    const words = title ? t('app.titleDuet', { title }) : t('common.duet');
    // The title of a locked page reveals neither the page nor the unread count.
    if (isLocked) document.title = t('common.duet');
    else document.title = unread > 0 ? `(${unread}) ${words}` : words;
    showBadge(isLocked ? 0 : unread);
  }, [title, unread, isLocked]);
  return null;
}

/** The number on the icon of an installed Duet. Other browsers have none. */
function showBadge(unread: number): void {
  const isSet = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
  isSet?.catch(() => undefined);
}

/** Begins a new page at its top. The browser restores the position of one to which the user goes back. */
function useTopOfNewPage(): void {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    if (!isBack) window.scrollTo(0, 0);
  }, [key, isBack]);
}

/** Moves the focus to the content of a new page, and of one that replaced the pressed link, for screen readers and keyboards. */
function useFocusOnNavigation(): void {
  const { pathname, search } = useLocation();
  const shown = useRef({ pathname, search });
  useEffect(() => {
    const { pathname: before, search: searchBefore } = shown.current;
    shown.current = { pathname, search };
    const isReplaced = searchBefore !== search && document.activeElement === document.body;
    if (before !== pathname || isReplaced) document.querySelector('main')?.focus({ preventScroll: true });
  }, [pathname, search]);
}
