import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { data, refusal } from './api-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

describe('the link that cancels an e-mail change', () => {
  const cancel = async () => userEvent.click(await screen.findByRole('button', { name: 'Cancel the change' }));

  it('cancels only when pressed, confirms it, and leads the signed-out user to a password reset', async () => {
    const tokens: unknown[] = [];
    server.http.use(
      msw.post('*/api/auth/cancel-email-change', async ({ request }) => {
        tokens.push(await request.json());
        return data({ done: true });
      }),
    );
    open('/cancel-email-change/abc');
    await screen.findByRole('heading', { name: 'Keep your email?' });
    expect(tokens).toEqual([]);
    await cancel();
    expect(await screen.findByRole('heading', { name: 'The change is cancelled' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/forgot-password');
    expect(tokens).toEqual([{ token: 'abc' }]);
  });

  it('leads a signed-in user to Settings without the pending address', async () => {
    let pendingEmail: string | null = 'new@example.org';
    server.http.use(
      msw.get('*/api/users/profile', () => data({ ...server.api.user, pendingEmail })),
      msw.post('*/api/auth/cancel-email-change', () => {
        pendingEmail = null;
        return data({ done: true });
      }),
    );
    remember(server.api);
    const page = open('/cancel-email-change/abc');
    await cancel();
    expect(await screen.findByRole('link', { name: 'Change my password in Settings' })).toHaveAttribute(
      'href',
      '/settings',
    );
    await page.go('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
    const email = await screen.findByRole('region', { name: 'Email' });
    await waitFor(() => expect(within(email).queryByText(/We sent a link to/)).toBeNull());
  });

  it('says when there is nothing to cancel and keeps the button while the server is down', async () => {
    server.http.use(msw.post('*/api/auth/cancel-email-change', () => refusal('UNAVAILABLE'), { once: true }));
    open('/cancel-email-change/abc');
    await cancel();
    expect(await screen.findByRole('alert')).toBeVisible();
    server.http.use(msw.post('*/api/auth/cancel-email-change', () => refusal('TOKEN_INVALID')));
    await cancel();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
  });
});

describe('a used confirmation link', () => {
  it('offers no new link to a user whose address is confirmed', async () => {
    server.http.use(msw.get('*/api/auth/verify-email/:token', () => refusal('TOKEN_INVALID')));
    remember(server.api);
    open('/verify-email/used');
    expect(await screen.findByRole('heading', { name: 'Your email is verified already' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });
});

describe('a confirmation link', () => {
  it('is tried once, and again only on a press, where no answer says that it is wrong', async () => {
    let calls = 0;
    let isAway = true;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.http.use(
      msw.get('*/api/auth/verify-email/:token', async () => {
        calls += 1;
        if (calls === 2) await answered;
        return isAway ? HttpResponse.error() : data({ done: true });
      }),
    );
    open('/verify-email/good');
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error. Please check your connection.');
    expect(screen.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    expect(calls).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(calls).toBe(2));
    expect(screen.getByRole('button', { name: /^Retry/ })).toHaveFocus();
    // Its space stays, so that the heading does not move.
    expect(screen.getByText('Network error. Please check your connection.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    answer();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toHaveFocus();
    isAway = false;
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeVisible();
    expect(calls).toBe(3);
  });

  it('that has expired offers a visitor another, with one answer for every address', async () => {
    const asked: unknown[] = [];
    server.http.use(
      msw.get('*/api/auth/verify-email/:token', () => refusal('TOKEN_INVALID')),
      msw.post('*/api/auth/resend-verification', async ({ request }) => {
        asked.push(await request.json());
        return asked.length === 1 ? refusal('RATE_LIMITED') : data({ done: true });
      }),
    );
    open('/verify-email/old');
    const send = await screen.findByRole('button', { name: 'Send again' });
    await userEvent.click(send);
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.click(send);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests. Please try again later.');
    // The answer's sentence may come a frame before the button can be pressed again.
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(send);
    expect(await screen.findByText(/^If there is an account for ada@example\.org/)).toHaveFocus();
    expect(asked).toEqual([{ email: 'ada@example.org' }, { email: 'ada@example.org' }]);
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeVisible();
  });
});

describe('the link in a mail that switches mails off', () => {
  const TOKEN = `0198c7a2-5b1e-7c3d-9f40-2a6d1c8e7b35~challenges~${'A'.repeat(43)}`;
  const switchOff = async () => userEvent.click(await screen.findByRole('button', { name: 'Switch off' }));

  it('names the kind and switches off only when pressed, without a session', async () => {
    const asked: string[] = [];
    server.http.use(
      msw.post('*/api/auth/unsubscribe/:token', ({ params, request }) => {
        asked.push(String(params['token']), String(request.headers.get('authorization')));
        return data({ done: true });
      }),
    );
    open(`/unsubscribe/${TOKEN}`);
    expect(await screen.findByText(/no longer send you mails about challenges\./)).toBeVisible();
    expect(asked).toEqual([]);
    await switchOff();
    expect(await screen.findByRole('heading', { name: 'These mails are off' })).toBeVisible();
    expect(asked).toEqual([TOKEN, 'null']);
  });

  it('says when it is good for nothing, and keeps the button while the server is down', async () => {
    server.http.use(msw.post('*/api/auth/unsubscribe/:token', () => refusal('UNAVAILABLE'), { once: true }));
    open(`/unsubscribe/${TOKEN}`);
    await switchOff();
    expect(await screen.findByRole('alert')).toBeVisible();
    server.http.use(msw.post('*/api/auth/unsubscribe/:token', () => refusal('TOKEN_INVALID')));
    await switchOff();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
  });

  it('that was cut off asks nothing', async () => {
    open('/unsubscribe/0198c7a2');
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull();
  });
});
