import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../api/base-api.js';
import { liveSlice } from '../api/live-state.js';
import { outgoingSlice } from '../api/outgoing-state.js';
import { session } from '../api/session.js';
import { uploadsSlice } from '../api/uploads-state.js';

export function makeStore() {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, live: liveSlice.reducer, outgoing: outgoingSlice.reducer, uploads: uploadsSlice.reducer },
    // A conversation can be long, and `fold` is held to purity by tests of its own.
    middleware: (defaults) => defaults({ immutableCheck: { ignoredPaths: ['live.held'] }, serializableCheck: { ignoredPaths: ['live.held'] } }).concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);
  forgetOnChangeOfPerson(() => store.dispatch(baseApi.util.resetApiState()));
  return store;
}

export type AppStore = ReturnType<typeof makeStore>;

/** What one person loaded must never be seen by the next, in this tab or by a sign-in in another. */
function forgetOnChangeOfPerson(forget: () => void): void {
  let held = session.get().user?._id;
  session.subscribe(() => {
    const now = session.get().user?._id;
    if (held !== undefined && now !== held) forget();
    held = now;
  });
}
