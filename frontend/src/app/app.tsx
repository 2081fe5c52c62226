import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { watchAppLock } from '../api/app-lock-watch.js';
import type { Live } from '../api/live.js';
import { LiveProvider } from '../api/live-context.js';
import { getProfile } from '../api/profile.js';
import { watchPush } from '../api/push.js';
import { useSession } from '../api/session.js';
import { followOtherTabs, startSession } from '../api/start-up.js';
import { ToastRegion } from '../ui/toast-region.js';
import { PersonalFormats } from './formats.js';
import { useMessagesInBackground } from '../features/messages/use-background.js';
import type { AppRouter } from './router.js';
import { Splash } from './splash.js';
import type { AppStore } from './store.js';

interface AppProps {
  store: AppStore;
  live: Live;
  router: AppRouter;
}

export function App({ store, live, router }: AppProps) {
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

/** No page before it is known who looks at it. */
function Pages({ store, router }: Omit<AppProps, 'live'>) {
  const { status } = useSession();
  useMessagesInBackground();
  const [started] = useState(() => ({ once: false }));
  useEffect(watchAppLock, []);
  useEffect(() => watchPush(store, (link) => void router.navigate(link)), [store, router]);
  useEffect(() => {
    if (!started.once) {
      started.once = true;
      const profile = () => store.dispatch(getProfile.initiate(undefined, { forceRefetch: true, subscribe: false }));
      void startSession(async () => (await profile()).data ?? null);
    }
    return followOtherTabs();
  }, [store, started]);
  return status === 'loading' ? <Splash /> : <RouterProvider router={router} />;
}
