import { act, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { createLive } from '../src/app/live-features.js';
import { session } from '../src/platform/session/session.js';
import { App } from '../src/app/app.js';
import { routes } from '../src/app/router.js';
import { makeStore } from '../src/app/store.js';
import { ApiServer } from './api-server.js';
import { me } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { useHttp } from './http.js';
import './loaded.js';

/** Starts the fake API for a test file; each test gets a new one. */
export function useApi(): { readonly api: ApiServer; readonly http: ReturnType<typeof useHttp> } {
  const http = useHttp();
  let api = new ApiServer();
  beforeEach(() => {
    api = new ApiServer();
    http.use(...api.handlers);
  });
  return {
    get api() {
      return api;
    },
    http,
  };
}

/** Stores the session as a previous visit would have. */
export const remember = (api: ApiServer): void =>
  localStorage.setItem('auth-storage', JSON.stringify({ user: api.user, ...api.tokens, isAuthenticated: true }));

/** Renders the whole app at a path, like a freshly loaded page. */
export function open(path: string) {
  session.restart();
  const store = makeStore();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const wire = new FakeWire(me._id);
  const { unmount } = render(<App store={store} live={createLive(store, wire.open)} router={router} />);
  return {
    store,
    wire,
    unmount,
    at: () => router.state.location.pathname,
    go: (to: string) => act(() => router.navigate(to)),
  };
}
