import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { session } from '../src/platform/session/session.js';
import { openPending } from '../src/sync/pending/pending-storage.js';
import { refusal } from './api-server.js';
import { me } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

async function signIn(password: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

async function pressSignOut(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'User menu' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
}

/** A profile page of a user with a text that was not sent yet. */
async function openWithPendingText() {
  const pending = await openPending();
  const text = { sticker: null, card: null, replyTo: null, failure: null };
  const made = { clientMessageId: 'c-1', userId: me._id, chatId: 'c1', content: 'on its way' };
  await pending.put({ ...text, ...made, messageType: 'text', files: [], queuedAt: new Date().toISOString(), order: 1 });
  remember(server.api);
  const page = open('/profile');
  await waitFor(() => expect(page.store.getState().pending.messages).toHaveLength(1));
  return { pending, page };
}

describe('the sign-in page', () => {
  it('shows a wrong password and stays', async () => {
    const page = open('/login');
    await signIn('wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
    expect(page.at()).toBe('/login');
    expect(localStorage.getItem('auth-storage')).toBeNull();
  });

  it('leads back to the requested page', async () => {
    const page = open('/memories');
    await waitFor(() => expect(page.at()).toBe('/login'));
    await signIn('Right1');
    expect(await screen.findByRole('heading', { name: 'Memories' })).toBeVisible();
    expect(page.at()).toBe('/memories');
    expect(screen.getByText('Welcome back!')).toBeVisible();
    expect(JSON.parse(localStorage.getItem('auth-storage') ?? '')).toMatchObject({
      token: 't1',
      refreshToken: 'r1',
      isAuthenticated: true,
    });
  });

  it.each(['/memories/0197a3c2-0000-7000-8000-000000000001', '/challenges/0197a3c2-0000-7000-8000-000000000002'])(
    'leads back to the exact place of a mail or push: %s',
    async (link) => {
      const gone = () => refusal('CAPSULE_NOT_FOUND');
      server.http.use(msw.get('*/api/capsules/:id', gone), msw.get('*/api/challenges/:id', gone));
      const page = open(link);
      await waitFor(() => expect(page.at()).toBe('/login'));
      await signIn('Right1');
      await waitFor(() => expect(page.at()).toBe(link));
    },
  );

  it.each([
    ['their own page after their session ended', me._id, '/profile'],
    ['the dashboard, not the page of somebody else whose session ended', 'b0b', '/dashboard'],
  ])('leads to %s', async (_where, formerUser, path) => {
    remember(server.api);
    const page = open('/profile');
    await screen.findByRole('button', { name: 'User menu' });
    act(() => {
      session.userLoaded({ ...me, _id: formerUser });
      session.signedOut();
    });
    await waitFor(() => expect(page.at()).toBe('/login'));
    await signIn('Right1');
    await waitFor(() => expect(page.at()).toBe(path));
  });

  it('leads there over a page that loads anew, once, and for an hour', async () => {
    const link = '/challenges/0197a3c2-0000-7000-8000-000000000002';
    server.http.use(msw.get('*/api/challenges/:id', () => refusal('CHALLENGE_NOT_FOUND')));
    const first = open(link);
    await waitFor(() => expect(first.at()).toBe('/login'));
    cleanup();
    const page = open('/register');
    await screen.findByRole('button', { name: 'Create Account' });
    await page.go('/login');
    await signIn('Right1');
    await waitFor(() => expect(page.at()).toBe(link));
    await page.go('/login');
    await waitFor(() => expect(page.at()).toBe('/dashboard'));
    localStorage.setItem('duet-return', JSON.stringify({ path: link, until: Date.now() - 1 }));
    await page.go('/login');
    await waitFor(() => expect(page.at()).toBe('/dashboard'));
  });

  it.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)', 'https://evil.example', 7])(
    'never leads to another site: %j',
    async (path) => {
      localStorage.setItem('duet-return', JSON.stringify({ path, until: Date.now() + 60_000 }));
      const page = open('/login');
      await signIn('Right1');
      await waitFor(() => expect(page.at()).toBe('/dashboard'));
    },
  );

  it.each(['/login?next=//evil.example', '/login?from=/settings', '/login?redirect=https://evil.example'])(
    'takes no target from an address: %s',
    async (address) => {
      const page = open(address);
      await signIn('Right1');
      await waitFor(() => expect(page.at()).toBe('/dashboard'));
    },
  );

  it('leads to the dashboard by default and redirects signed-in users from public pages', async () => {
    const page = open('/login');
    await signIn('Right1');
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
    await page.go('/register');
    await waitFor(() => expect(page.at()).toBe('/dashboard'));
    await page.go('/reset-password/abc');
    expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  });

  it('signs out even when the server fails and forgets the requested page', async () => {
    remember(server.api);
    const page = open('/profile');
    await pressSignOut();
    await waitFor(() => expect(page.at()).toBe('/login'));
    expect(localStorage.getItem('auth-storage')).toBeNull();
    await signIn('Right1');
    await waitFor(() => expect(page.at()).toBe('/dashboard'));
  });
});

it('a sign-out from the menu names what would be lost, and erases it only when it is confirmed', async () => {
  const { pending, page } = await openWithPendingText();
  const signOut = async (): Promise<HTMLElement> => {
    await pressSignOut();
    return screen.findByRole('alertdialog', { name: 'Sign out on this device?' });
  };
  const dialog = await signOut();
  expect(dialog).toHaveTextContent('1 thing has not been sent yet. It will be lost.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(page.at()).toBe('/profile');
  expect(await pending.of(me._id)).toHaveLength(1);
  await userEvent.click(within(await signOut()).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(page.at()).toBe('/login'));
  await waitFor(async () => expect(await pending.of(me._id)).toEqual([]));
});

it('a sign-out that another tab notices first erases what was not sent, too', async () => {
  const { pending, page } = await openWithPendingText();
  server.http.use(
    msw.post('*/api/auth/logout', () => {
      localStorage.removeItem('auth-storage');
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage' })));
      return refusal('INTERNAL');
    }),
  );
  await pressSignOut();
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out on this device?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(page.at()).toBe('/login'));
  await waitFor(async () => expect(await pending.of(me._id)).toEqual([]));
});

describe('the registration page', () => {
  it('shows errors at their fields, first the client’s, then the server’s', async () => {
    server.http.use(
      msw.post('*/api/auth/register', () =>
        refusal('USERNAME_TAKEN', [
          { field: 'username', code: 'USERNAME_TAKEN', message: 'This username is already taken' },
        ]),
      ),
    );
    open('/register');
    const send = await screen.findByRole('button', { name: 'Create Account' });
    await userEvent.type(screen.getByLabelText('First name'), 'A');
    await userEvent.type(screen.getByLabelText('Password'), 'abc1');
    await userEvent.click(send);
    expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('First name must be at least 2 characters');
    expect(screen.getByLabelText('First name')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    const rules = screen.getByRole('list', { name: 'Password rules' });
    expect(within(rules).getByText('A number').closest('li')).toHaveTextContent('(met)');
    expect(within(rules).getByText('An uppercase letter').closest('li')).toHaveTextContent('(not met yet)');

    await userEvent.type(screen.getByLabelText('First name'), 'da');
    await userEvent.type(screen.getByLabelText('Last name'), 'Lovelace');
    await userEvent.type(screen.getByLabelText('Username'), 'ada');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'Defg');
    await userEvent.type(screen.getByLabelText('Confirm password'), 'abc1Defg');
    await userEvent.click(send);
    await waitFor(() =>
      expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(/This username is already taken/),
    );
    expect(screen.getByLabelText('Username')).toHaveFocus();
  });
});

describe('an unknown address', () => {
  it('leads home when there is nothing to go back to', async () => {
    const page = open('/nowhere');
    await userEvent.click(await screen.findByRole('button', { name: 'Go Back' }));
    await waitFor(() => expect(page.at()).toBe('/'));
  });

  it('leads back to the page before it', async () => {
    const page = open('/login');
    await screen.findByLabelText('Email');
    await page.go('/nowhere');
    await userEvent.click(await screen.findByRole('button', { name: 'Go Back' }));
    await waitFor(() => expect(page.at()).toBe('/login'));
  });
});

describe('a second factor at sign-in', () => {
  it('is asked for after the password, shows an error for a wrong code and accepts the right one', async () => {
    const sent: object[] = [];
    server.http.use(
      msw.post('*/api/auth/login', async ({ request }) => {
        const body: { code?: string } = Object(await request.json());
        sent.push(body);
        if (body.code === undefined) return refusal('SECOND_FACTOR_REQUIRED');
        if (body.code !== '123456') return refusal('CODE_INVALID');
        return HttpResponse.json({
          success: true,
          user: server.api.user,
          partner: server.api.user.partner,
          ...server.api.tokens,
        });
      }),
    );
    open('/login');
    await signIn('Right1');
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveFocus();
    expect(localStorage.getItem('auth-storage')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Code is required')).toBeVisible();
    expect(sent).toHaveLength(1);
    await userEvent.type(code, '000000');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is not correct/));
    await userEvent.clear(code);
    await userEvent.type(code, ' 123456 ');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Welcome back!')).toBeVisible();
    expect(sent.at(-1)).toEqual({ email: 'ada@example.org', password: 'Right1', code: '123456' });
  });
});

describe('the second step of a password reset', () => {
  it('that fails says that the reset failed', async () => {
    server.http.use(
      msw.post('*/api/auth/reset-password', async ({ request }) => {
        const { code } = Object(await request.json());
        return code === undefined ? refusal('SECOND_FACTOR_REQUIRED') : HttpResponse.json({}, { status: 409 });
      }),
    );
    open('/reset-password/abc');
    await userEvent.type(await screen.findByLabelText('New password'), 'Lantern7Sky');
    await userEvent.type(screen.getByLabelText('Confirm password'), 'Lantern7Sky');
    await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Password reset failed');
  });
});
