import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { data, refusal } from './api-server.js';
import { PROOF_SENT, cancelled, unanswered, useAuthenticator } from './fake-authenticator.js';
import { open, useApi } from './pages.js';

const server = useApi();
const authenticator = useAuthenticator();

/** The bodies of sign-in calls. */
function signIns(
  answer = () =>
    HttpResponse.json({ success: true, user: server.api.user, partner: server.api.user.partner, ...server.api.tokens }),
): unknown[] {
  const sent: unknown[] = [];
  server.http.use(
    msw.post('*/api/auth/passkey/options', () =>
      data({ rpId: 'localhost', challenge: 'AAAA', timeout: 300_000, userVerification: 'required' }),
    ),
    msw.post('*/api/auth/passkey', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

const pressPasskey = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));

describe('a sign-in with a passkey', () => {
  it('sends only the authenticator’s answer', async () => {
    const sent = signIns();
    const page = open('/login');
    await pressPasskey();
    expect(await screen.findByText('Welcome back!')).toBeVisible();
    await waitFor(() => expect(page.at()).toBe('/dashboard'));
    expect(sent).toEqual([PROOF_SENT]);
    expect(authenticator().requests[0]?.publicKey?.rpId).toBe('localhost');
  });

  it('shows nothing when cancelled and keeps the typed values', async () => {
    signIns();
    authenticator().answer = async () => Promise.reject(cancelled());
    open('/login');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
    await pressPasskey();
    await waitFor(() => expect(authenticator().requests).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).not.toHaveAttribute('data-pending'),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  });

  it('shows why it was refused', async () => {
    signIns(() => refusal('PASSKEY_UNKNOWN'));
    open('/login');
    await pressPasskey();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This passkey opens no account here. It may have been removed.',
    );
    authenticator().answer = async () => Promise.reject(new DOMException('', 'SecurityError'));
    await pressPasskey();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Passkeys do not work at this address.'));
  });

  it('accepts a passkey that the browser offers in the field', async () => {
    const sent = signIns();
    authenticator().offers = true;
    open('/login');
    expect(await screen.findByText('Welcome back!')).toBeVisible();
    expect(authenticator().requests.map(({ mediation }) => mediation)).toEqual(['conditional']);
    expect(sent).toEqual([PROOF_SENT]);
  });

  it('pauses the offer in the field while the dialog is open and ends it with the page', async () => {
    signIns();
    authenticator().offers = true;
    authenticator().answer = unanswered;
    const page = open('/login');
    await waitFor(() => expect(authenticator().requests).toHaveLength(1));
    authenticator().answer = async (request) => (request.mediation ? unanswered(request) : Promise.reject(cancelled()));
    await pressPasskey();
    await waitFor(() =>
      expect(authenticator().requests.map(({ mediation }) => mediation ?? 'dialog')).toEqual([
        'conditional',
        'dialog',
        'conditional',
      ]),
    );
    expect([0, 2].map((n) => authenticator().requests[n]?.signal?.aborted)).toEqual([true, false]);
    expect(screen.queryByRole('alert')).toBeNull();
    page.unmount();
    expect(authenticator().requests[2]?.signal?.aborted).toBe(true);
  });

  it('is not offered in a browser without passkeys', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    open('/login');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});
