import { act, cleanup, screen } from '@testing-library/react';
import { session } from '../src/platform/session/session.js';
import { me, partner } from './chat-server.js';
import { useConversationPage } from './conversations.js';

const page = useConversationPage();

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

function Broken(): never {
  throw new Error('broken');
}

it('a page that breaks leaves the app: it still follows a sign-out in another tab', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  session.signedIn({ user: me, partner, token: 'access', refreshToken: 'refresh' });
  page.element = <Broken />;
  page.open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Something broke on our side');
  localStorage.removeItem('auth-storage');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage' })));
  expect(session.get().status).toBe('unauthenticated');
});
