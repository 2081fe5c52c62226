import { LIMITS } from '@duet/contracts/plain';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as on } from 'msw';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import { useSignOut } from '../src/features/auth/use-sign-out.js';
import { session } from '../src/platform/session/session.js';
import { data } from './api-server.js';
import { item, useActsPage } from './acts-page.js';

const { page, calls, openPage } = useActsPage();

describe('deleting a message', () => {
  afterEach(() => jest.useRealTimers());

  it('hides it at once and calls the server only after the time to undo', async () => {
    await openPage();
    fireEvent.keyDown(item('from Ada'), { key: 'Delete' });
    expect(screen.queryByText('from Ada')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(item('from Ada')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('deletes after five seconds, once', async () => {
    await openPage();
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
    fireEvent.keyDown(item('from Ada'), { key: 'Delete' });
    await act(() => jest.advanceTimersByTimeAsync(LIMITS.deleteUndo - 100));
    expect(calls).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(200));
    jest.useRealTimers();
    await waitFor(() => expect(calls).toEqual(['delete m2']));
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await waitFor(() => expect(localStorage.getItem('duet-deletions')).toBe('[]'));
  });

  it('calls the server at once when the page closes, and the next page retries', async () => {
    await openPage();
    fireEvent.keyDown(item('from Ada'), { key: 'Delete' });
    const leaving = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('the page is gone'));
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(leaving).toHaveBeenCalledWith(
      '/api/messages/m2',
      expect.objectContaining({ method: 'DELETE', keepalive: true }),
    );
    cleanup();
    leaving.mockRestore();
    await openPage();
    await waitFor(() => expect(calls).toEqual(['delete m2']));
    expect(screen.queryByText('from Ada')).not.toBeInTheDocument();
  });
});

function SignOut() {
  const signOut = useSignOut();
  return <button onClick={() => void signOut()}>Sign out</button>;
}

it('a deletion that could still be undone is sent before its user signs out', async () => {
  page.http.use(
    on.post('*/api/auth/logout', () => {
      calls.push('logout');
      return data(null);
    }),
  );
  page.element = (
    <>
      <CoupleConversation />
      <SignOut />
    </>
  );
  await openPage();
  fireEvent.keyDown(item('from Ada'), { key: 'Delete' });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(session.get().status).toBe('unauthenticated'));
  expect(calls).toEqual(['delete m2', 'logout']);
  expect(localStorage.getItem('duet-deletions')).toBe('[]');
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});
