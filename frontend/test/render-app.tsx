import { act, render } from '@testing-library/react';
import { type ReactElement, type ReactNode, useLayoutEffect } from 'react';
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { App } from '../src/app/app.js';
import { createLive } from '../src/app/live-features.js';
import { routes } from '../src/app/router.js';
import { makeStore } from '../src/app/store.js';
import { me } from './chat-server.js';
import { FakeWire } from './fake-wire.js';

/**
 * Renders the app at a path, like a freshly loaded page.
 * @param options.element is the only page; without it there are all of the app
 */
export function renderApp(
  path = '/',
  { element, wire = new FakeWire(me._id) }: { element?: ReactElement; wire?: FakeWire } = {},
) {
  const store = makeStore();
  let [address, navigate]: [string, NavigateFunction] = [path, () => undefined];
  function Followed({ children }: { children: ReactNode }) {
    const [now, go] = [useLocation().pathname, useNavigate()];
    useLayoutEffect(() => {
      [address, navigate] = [now, go];
    }, [now, go]);
    return children;
  }
  const { unmount } = render(
    <MemoryRouter initialEntries={[path]}>
      <Followed>
        <App store={store} live={createLive(store, wire.open)} routes={element ? [{ path: '/', element }] : routes} />
      </Followed>
    </MemoryRouter>,
  );
  return {
    store,
    wire,
    unmount,
    /** The path of the page. */
    at: () => address,
    go: (to: string) => act(async () => navigate(to)),
  };
}
