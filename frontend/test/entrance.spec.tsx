import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Entrance } from '../src/app/entrance.js';
import { session } from '../src/platform/session/session.js';
import { remember, useApi } from './pages.js';

const server = useApi();

beforeEach(() => {
  localStorage.clear();
  session.restart();
});

const at = (path: string) => {
  window.history.replaceState(null, '', path);
  // The app has one router for each page; the next test is the same page.
  window.dispatchEvent(new PopStateEvent('popstate'));
  session.restart();
  return render(<Entrance />);
};

describe('the entrance', () => {
  it('shows the sign-in by itself, with an invite for the other pages, and the app after it', async () => {
    at('/login?invite=ABCD2345');
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(document.title).toBe('Sign in · Duet');
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/register?invite=ABCD2345',
    );
    await userEvent.type(screen.getByLabelText(/^Email/), 'ada@example.org');
    await userEvent.type(screen.getByLabelText(/^Password/), 'Right1');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    expect(window.location.search).toBe('?invite=ABCD2345');
    expect(session.get().status).toBe('authenticated');
  });

  it('goes to the app at once with a stored session', async () => {
    remember(server.api);
    at('/login');
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    expect(screen.queryByRole('heading', { name: 'Welcome back' })).toBeNull();
  });

  it('asks for a sign-in at any other address', async () => {
    at('/settings');
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(window.location.pathname).toBe('/login');
  });
});
