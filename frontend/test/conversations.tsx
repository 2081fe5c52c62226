import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestHandler } from 'msw';
import type { ReactElement } from 'react';
import { session } from '../src/platform/session/session.js';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import type { AppStore } from '../src/app/store.js';
import { ChatServer, me, partner } from './chat-server.js';
import './loaded.js';
import { FakeWire } from './fake-wire.js';
import { useHttp } from './http.js';
import { renderApp } from './render-app.js';

/** An open conversation with the real store and queues; the test controls the API and the server side of the socket. */
export interface ConversationPage {
  readonly http: ReturnType<typeof useHttp>;
  server: ChatServer;
  wire: FakeWire;
  /** The texts on the page. */
  element: ReactElement;
  open: (path?: string) => AppStore;
  /** The path of the page. */
  at: () => string;
}

/** Each test gets a new server, a new socket and Ada signed in. @param handlers override those of the server */
export function useConversationPage(handlers: () => RequestHandler[] = () => []): ConversationPage {
  const page: ConversationPage = {
    http: useHttp(),
    server: new ChatServer(),
    wire: new FakeWire(me._id),
    element: <CoupleConversation />,
    open(path = '/') {
      const { store, at } = renderApp(path, { element: page.element, wire: page.wire });
      page.at = at;
      return store;
    },
    at: () => '/',
  };
  beforeEach(() => {
    page.element = <CoupleConversation />;
    page.server = new ChatServer();
    page.wire = new FakeWire(me._id);
    page.http.use(...handlers(), ...page.server.handlers);
    session.signedIn({ user: me, partner, token: 'access', refreshToken: 'refresh' });
  });
  return page;
}

export const log = (): HTMLElement => screen.getByRole('log');

/** The texts of the rows, in their order. */
export const bubbles = (): string[] =>
  within(log())
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent ?? '');

/** Types into the message field. */
export const write = async (text: string): Promise<void> =>
  userEvent.type(await screen.findByLabelText('Message Bob', { selector: 'textarea' }), text);
