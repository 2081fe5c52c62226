import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../api/base-api.js';
import { provideCallSession } from '../api/call-session.js';
import { albumSlice, listsSlice, liveSlice, pendingSlice } from '../sync/index.js';
import { browserCallSession } from '../platform/session/call-session.js';
import { keptShown } from '../platform/kept/kept-shown.js';
import { session } from '../platform/session/session.js';

export function makeStore() {
  provideCallSession(browserCallSession);
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      live: liveSlice.reducer,
      pending: pendingSlice.reducer,
      album: albumSlice.reducer,
      lists: listsSlice.reducer,
    },
    // Checking a long conversation is slow; tests check that `fold` is pure.
    middleware: (defaults) =>
      defaults({
        immutableCheck: { ignoredPaths: ['live.conversation'] },
        serializableCheck: { ignoredPaths: ['live.conversation'] },
      }).concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);
  reloadOnFirstAnswer(() => store.dispatch(baseApi.internalActions.onOnline()));
  clearOnUserChange(() => store.dispatch(baseApi.util.resetApiState()));
  return store;
}

export type AppStore = ReturnType<typeof makeStore>;

/** Asks again for everything on the screen once the server answers a page that began without it. */
function reloadOnFirstAnswer(reload: () => void): void {
  let before = session.get().status;
  session.subscribe(() => {
    const { status } = session.get();
    const beganWithout = before === 'waiting' || (before === 'loading' && keptShown.get());
    if (status === 'authenticated' && beganWithout) reload();
    before = status;
  });
}

/** Clears the cache when the user changes, in this tab or by a sign-in in another. */
function clearOnUserChange(clear: () => void): void {
  let userId = session.get().user?._id;
  session.subscribe(() => {
    const now = session.get().user?._id;
    if (userId !== undefined && now !== userId) clear();
    userId = now;
  });
}
