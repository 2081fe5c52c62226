import { act, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { createLive } from '../src/api/live.js';
import { session } from '../src/api/session.js';
import { App } from '../src/app/app.js';
import { routes } from '../src/app/router.js';
import { makeStore } from '../src/app/store.js';
import { ApiServer } from './api-server.js';
import { me } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { useHttp } from './http.js';

/** Starts the API for a file of tests; each test gets a new one. */
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

/** What a browser that was here before holds. */
export const remember = (api: ApiServer): void =>
  localStorage.setItem('auth-storage', JSON.stringify({ user: api.user, ...api.tokens, isAuthenticated: true }));

/** The whole app at an address, as a freshly loaded page. */
export function open(path: string) {
  session.restart();
  const store = makeStore();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const wire = new FakeWire(me._id);
  const { unmount } = render(<App store={store} live={createLive(store, wire.open)} router={router} />);
  return { store, wire, unmount, at: () => router.state.location.pathname, go: (to: string) => act(() => router.navigate(to)) };
}
