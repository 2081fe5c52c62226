import { useEffect } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { watchAppLock } from '../platform/app-lock/app-lock-watch.js';
import { type Live, LiveProvider } from '../sync/index.js';
import { getProfile } from '../platform/account/profile.js';
import { watchPush } from '../platform/push/push.js';
import { useSession } from '../platform/session/session.js';
import { followOtherTabs, startSession } from '../platform/session/start-up.js';
import { loadLateComponents } from '../ui/late.js';
import { ToastRegion } from '../ui/toast-region.js';
import { PersonalFormats } from './formats.js';
import { useMessagesInBackground } from '../features/messages/actions/use-background.js';
import { ServerAway } from './layout/server-away.js';
import type { AppRouter } from './router.js';
import { Splash } from './splash.js';
import type { AppStore } from './store.js';
import { connectToasts } from './toasts.js';

/** After this time a page counts as shown, in milliseconds. */
const QUIET = 2_000;

interface AppProps {
  store: AppStore;
  live: Live;
  router: AppRouter;
}

export function App({ store, live, router }: AppProps) {
  useEffect(() => connectToasts(live), [live]);
  return (
    <Provider store={store}>
      <LiveProvider live={live}>
        <PersonalFormats>
          <Pages store={store} router={router} />
          <ToastRegion />
        </PersonalFormats>
      </LiveProvider>
    </Provider>
  );
}

/** Shows no page before the session is known. */
function Pages({ store, router }: Omit<AppProps, 'live'>) {
  const { status, user } = useSession();
  useMessagesInBackground();
  useEffect(watchAppLock, []);
  useEffect(() => watchPush(store, (link) => void router.navigate(link)), [store, router]);
  useEffect(followOtherTabs, []);
  useEffect(loadWhenQuiet, []);
  useEffect(() => {
    const profile = () => store.dispatch(getProfile.initiate(undefined, { forceRefetch: true, subscribe: false }));
    return startSession(async () => (await profile()).data ?? null);
  }, [store]);
  if (status === 'loading') return <Splash />;
  // Tokens without a stored user: only say that the server does not answer.
  if (status === 'waiting' && !user) return <Splash note={<ServerAway />} />;
  return <RouterProvider router={router} />;
}

/** Loads what a press may open once the browser has nothing else to do, so that it opens at once, also without a connection. */
function loadWhenQuiet(): () => void {
  // Safari has no idle callbacks.
  const hasIdle = 'requestIdleCallback' in window;
  const load = (): void => void loadLateComponents();
  const handle = hasIdle ? requestIdleCallback(load) : window.setTimeout(load, QUIET);
  return () => (hasIdle ? cancelIdleCallback(handle) : clearTimeout(handle));
}
