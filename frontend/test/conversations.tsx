import { render } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { createMemoryRouter } from 'react-router-dom';
import { createLive } from '../src/api/live.js';
import { session } from '../src/api/session.js';
import { App } from '../src/app/app.js';
import { Conversation } from '../src/app/conversation.js';
import { Root } from '../src/app/root.js';
import { type AppStore, makeStore } from '../src/app/store.js';
import { ChatServer, me, partner } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { useHttp } from './http.js';

/** The conversation as a person opens it: real store and queues, the API and the socket's other end in the test's hands. */
export interface ConversationPage {
  readonly http: ReturnType<typeof useHttp>;
  server: ChatServer;
  wire: FakeWire;
  open: (path?: string) => AppStore;
}

/** Each test gets a new server, a new socket, and Ada signed in. @param handlers are asked before the server's own */
export function useConversationPage(handlers: () => RequestHandler[] = () => []): ConversationPage {
  const page: ConversationPage = {
    http: useHttp(),
    server: new ChatServer(),
    wire: new FakeWire(me._id),
    open(path = '/') {
      const store = makeStore();
      const router = createMemoryRouter([{ path: '/', element: <Root />, children: [{ index: true, element: <Conversation /> }] }], { initialEntries: [path] });
      render(<App store={store} live={createLive(store, page.wire.open)} router={router} />);
      return store;
    },
  };
  beforeEach(() => {
    page.server = new ChatServer();
    page.wire = new FakeWire(me._id);
    page.http.use(...handlers(), ...page.server.handlers);
    session.signedIn({ user: me, partner, token: 'access', refreshToken: 'refresh' });
  });
  return page;
}
