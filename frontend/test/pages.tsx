import { session } from '../src/platform/session/session.js';
import { ApiServer } from './api-server.js';
import { useHttp } from './http.js';
import './loaded.js';
import { renderApp } from './render-app.js';

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
  return renderApp(path);
}
