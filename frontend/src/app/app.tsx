import { useEffect, useEffectEvent } from 'react';
import { Provider } from 'react-redux';
import { type RouteObject, useNavigate } from 'react-router-dom';
import { FRESH, answerOf } from '../api/base-api.js';
import { watchAppLock } from '../platform/app-lock/app-lock-watch.js';
import { type Live, LiveProvider } from '../sync/index.js';
import { getPartnerStatus } from '../platform/account/partner-status.js';
import { getProfile } from '../platform/account/profile.js';
import { watchPush } from '../platform/push/push.js';
import { useKeptShown } from '../platform/kept/kept-shown.js';
import { useSession } from '../platform/session/session.js';
import { followOtherTabs, startSession } from '../platform/session/start-up.js';
import { ToastRegion } from '../ui/toast-region.js';
import { PersonalFormats } from './formats.js';
import { useMessagesInBackground } from '../features/messages/actions/use-background.js';
import { CrashPage } from './crash-page.js';
import { ErrorBoundary } from './error-boundary.js';
import { ServerAway } from './layout/server-away.js';
import { Root } from './root.js';
import { Splash } from './splash.js';
import type { AppStore } from './store.js';
import { connectToasts } from './toasts.js';

interface AppProps {
  store: AppStore;
  live: Live;
  routes: readonly RouteObject[];
}

/** Needs a router around it. */
export function App({ store, live, routes }: AppProps) {
  useEffect(() => connectToasts(live), [live]);
  return (
    <Provider store={store}>
      <LiveProvider live={live}>
        <PersonalFormats>
          <Pages store={store} live={live} routes={routes} />
          <ToastRegion />
        </PersonalFormats>
      </LiveProvider>
    </Provider>
  );
}

/** Shows no page before the session is known, or what this device keeps. */
function Pages({ store, live, routes }: AppProps) {
  const navigate = useNavigate();
  const open = useEffectEvent((link: string) => void navigate(link));
  const { status, user } = useSession();
  const isKeptShown = useKeptShown();
  useMessagesInBackground();
  useEffect(() => keepOnDevice(store), [store]);
  useEffect(watchAppLock, []);
  useEffect(() => watchPush(store, (link) => open(link)), [store]);
  useEffect(() => live.opened.subscribe((path) => open(path)), [live]);
  useEffect(followOtherTabs, []);
  useEffect(() => {
    return startSession(async () => {
      // Every page shows the partner: ask for them beside the account, not after it.
      void answerOf(store.dispatch(getPartnerStatus.initiate(undefined, FRESH)));
      return (await answerOf(store.dispatch(getProfile.initiate(undefined, FRESH)))).data ?? null;
    });
  }, [store]);
  if (status === 'loading' && !isKeptShown) return <Splash />;
  // Tokens without a stored user: only say that the server does not answer.
  if (status === 'waiting' && !user) return <Splash note={<ServerAway />} />;
  return (
    <ErrorBoundary Fallback={CrashPage}>
      <Root routes={routes} />
    </ErrorBoundary>
  );
}

/** Loads the code that keeps and restores beside the page. @returns a function that ends it */
function keepOnDevice(store: AppStore): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  import('./kept/keeper.js').then(
    ({ startKeeping }) => {
      if (!isOver) stop = startKeeping(store);
    },
    () => console.warn('keeper not loaded'),
  );
  return () => {
    isOver = true;
    stop?.();
  };
}
