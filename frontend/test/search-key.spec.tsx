import { screen } from '@testing-library/react';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import { session } from '../src/platform/session/session.js';
import { ChatServer, me, partner } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { useHttp } from './http.js';
import { renderApp } from './render-app.js';

const http = useHttp();

// Other tests of the conversation load all late components first.
it('opens the search by a key that was pressed before its code had loaded', async () => {
  http.use(...new ChatServer().handlers);
  session.signedIn({ user: me, partner, token: 'access', refreshToken: 'refresh' });
  const firstSight = new MutationObserver(() => {
    if (!screen.queryByRole('button', { name: 'Search the chat' })) return;
    firstSight.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }));
  });
  firstSight.observe(document.body, { childList: true, subtree: true });
  renderApp('/', { element: <CoupleConversation />, wire: new FakeWire(me._id) });
  expect(await screen.findByRole('searchbox', { name: 'Search the chat' })).toHaveFocus();
});
