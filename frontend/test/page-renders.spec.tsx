import { act, waitFor } from '@testing-library/react';
import { HttpResponse, http as route } from 'msw';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { baseApi } from '../src/api/base-api.js';
import { session } from '../src/platform/session/session.js';
import { useConversationPage } from './conversations.js';

let unread = 0;
const page = useConversationPage(() => [
  route.get('*/api/messages/unread-count', () => HttpResponse.json({ success: true, data: { count: unread } })),
]);

const rendered = jest.fn();

/** It renders with the router, as every page that reads the address. */
function CountedPage() {
  useParams();
  useEffect(() => rendered());
  return null;
}

it('a new message and new tokens do not render the page anew', async () => {
  unread = 1;
  page.element = <CountedPage />;
  const store = page.open();
  await waitFor(() => expect(document.title).toBe('(1) Duet'));
  rendered.mockClear();
  unread = 2;
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Unread'])));
  await waitFor(() => expect(document.title).toBe('(2) Duet'));
  act(() => session.refreshed({ token: 'next', refreshToken: 'next-refresh' }));
  expect(rendered).not.toHaveBeenCalled();
});
