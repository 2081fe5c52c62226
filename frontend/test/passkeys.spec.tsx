import type { PasskeyView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { type PasskeyOutcome, useConfirmWithPasskey } from '../src/platform/passkeys/passkeys.js';
import { session } from '../src/platform/session/session.js';
import { makeStore } from '../src/app/store.js';
import { data, refusal } from './api-server.js';
import { CREATED, PROOF_SENT, cancelled, useAuthenticator } from './fake-authenticator.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();
const authenticator = useAuthenticator();

const aPasskey = (id: string, more: Partial<PasskeyView> = {}): PasskeyView => ({
  _id: id,
  id,
  name: `Key ${id}`,
  createdAt: '2026-03-04T12:00:00Z',
  lastUsedAt: null,
  synced: false,
  ...more,
});

/** The server's passkeys and the calls it received. */
function passkeys(...first: PasskeyView[]): { sent: unknown[] } {
  let stored = first;
  const sent: unknown[] = [];
  const read = async (request: Request): Promise<{ password?: string; name?: string }> => Object(await request.json());
  server.http.use(
    msw.get('*/api/users/passkeys', () => data(stored)),
    msw.post('*/api/users/passkeys/options', async ({ request }) => {
      const options = {
        rp: { id: 'localhost', name: 'Duet' },
        user: { id: 'AAAA', name: 'ada', displayName: 'Ada' },
        challenge: 'AAAA',
        pubKeyCredParams: [],
        timeout: 1,
        excludeCredentials: [],
        attestation: 'none',
      };
      return (await read(request)).password === 'Right1' ? data(options) : refusal('WRONG_PASSWORD');
    }),
    msw.post('*/api/users/passkeys', async ({ request }) => {
      sent.push(await request.json());
      stored = [...stored, aPasskey('new', { name: 'Chrome on Linux' })];
      return data(stored.at(-1));
    }),
    msw.patch('*/api/users/passkeys/:id', async ({ request, params }) => {
      const { name = '' } = await read(request);
      stored = stored.map((passkey) => (passkey.id === params['id'] ? { ...passkey, name } : passkey));
      return data(stored.find(({ id }) => id === params['id']));
    }),
    msw.delete('*/api/users/passkeys/:id', async ({ request, params }) => {
      if ((await read(request)).password !== 'Right1') return refusal('WRONG_PASSWORD');
      stored = stored.filter(({ id }) => id !== params['id']);
      return data({ done: true });
    }),
  );
  return { sent };
}

async function openPasskeys() {
  remember(server.api);
  open('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
  return within(await screen.findByRole('region', { name: 'Passkeys' }));
}

describe('passkeys in the settings', () => {
  it('are added with the password and the browser’s dialog, and a failure keeps the typed values', async () => {
    const { sent } = passkeys();
    const section = await openPasskeys();
    await userEvent.click(await section.findByRole('button', { name: 'Add a passkey' }));
    const password = section.getByLabelText('Your password');
    await userEvent.type(password, 'Wrong1');
    await userEvent.click(section.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(password).toHaveAccessibleDescription('The password is not correct'));
    await userEvent.clear(password);
    await userEvent.type(password, 'Right1');
    authenticator().answer = async () => Promise.reject(cancelled());
    await userEvent.click(section.getByRole('button', { name: 'Continue' }));
    expect(await section.findByText('No passkey was added. You can try again.')).toBeVisible();
    expect(password).toHaveValue('Right1');
    authenticator().answer = async () => Promise.reject(new DOMException('', 'InvalidStateError'));
    await userEvent.click(section.getByRole('button', { name: 'Continue' }));
    expect(await section.findByText('This device already has a passkey for your account.')).toBeVisible();
    authenticator().answer = async () => CREATED;
    await userEvent.click(section.getByRole('button', { name: 'Continue' }));
    expect(await section.findByText('Chrome on Linux')).toBeVisible();
    expect(await screen.findByText('Passkey added')).toBeVisible();
    expect(sent).toEqual([
      {
        id: 'aWQ',
        response: { clientDataJSON: 'Y2xpZW50', attestationObject: 'YXR0ZXN0YXRpb24', transports: ['internal'] },
      },
    ]);
  });

  it('show when they were added and used, and can be renamed and removed', async () => {
    passkeys(aPasskey('1', { lastUsedAt: new Date().toISOString(), synced: true }), aPasskey('2'));
    const section = await openPasskeys();
    const [first, second] = await section.findAllByRole('listitem');
    expect(first).toHaveTextContent('Added March 4, 2026 · last used: Just now · synced');
    expect(second).toHaveTextContent('not used yet');
    await userEvent.click(section.getByRole('button', { name: 'Rename Key 1' }));
    const name = section.getByRole('textbox', { name: 'Name' });
    expect(name).toHaveFocus();
    await userEvent.clear(name);
    await userEvent.click(section.getByRole('button', { name: 'Save' }));
    expect(name).toHaveAccessibleDescription('Name is required');
    await userEvent.type(name, 'x'.repeat(LIMITS.passkeyNameLength + 1));
    await userEvent.click(section.getByRole('button', { name: 'Save' }));
    expect(name).toHaveAccessibleDescription('Name must be at most 60 characters');
    await userEvent.clear(name);
    await userEvent.type(name, 'My phone');
    await userEvent.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('My phone')).toBeVisible();

    await userEvent.click(section.getByRole('button', { name: 'Remove Key 2' }));
    await userEvent.type(section.getByLabelText('Your password'), 'Wrong1');
    await userEvent.click(section.getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(section.getByLabelText('Your password')).toHaveAccessibleDescription('The password is not correct'),
    );
    await userEvent.clear(section.getByLabelText('Your password'));
    await userEvent.type(section.getByLabelText('Your password'), 'Right1');
    await userEvent.click(section.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1));
  });

  it('are limited to ten', async () => {
    passkeys(...Array.from({ length: LIMITS.passkeys }, (_, n) => aPasskey(String(n))));
    const section = await openPasskeys();
    expect(await section.findByText(/You have 10 passkeys/)).toBeVisible();
    expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('are explained as unsupported in a browser without them', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    passkeys(aPasskey('1'));
    const section = await openPasskeys();
    expect(await section.findByText(/This browser cannot make passkeys/)).toBeVisible();
    expect(section.getByRole('button', { name: 'Remove Key 1' })).toBeVisible();
  });
});

/** Asks for a confirmation like the lock screen. */
function Screen() {
  const confirmWithPasskey = useConfirmWithPasskey();
  const [outcome, setOutcome] = useState<PasskeyOutcome>();
  return (
    <>
      <button type="button" onClick={() => void confirmWithPasskey().then(setOutcome)}>
        Unlock
      </button>
      <output>{JSON.stringify(outcome)}</output>
    </>
  );
}

describe('a data export', () => {
  it('starts with a passkey instead of the password and shows why it failed', async () => {
    remember(server.api);
    const sent: unknown[] = [];
    server.http.use(
      msw.get('*/api/users/passkeys', () =>
        data([
          { _id: 'p', id: 'p', name: 'Phone', createdAt: '2026-11-20T10:00:00Z', lastUsedAt: null, synced: false },
        ]),
      ),
      msw.post('*/api/users/passkeys/confirm/options', () =>
        data({ rpId: 'localhost', challenge: 'AAAA', timeout: 1, allowCredentials: [], userVerification: 'required' }),
      ),
      msw.post('*/api/users/export', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? refusal('PASSKEY_INVALID')
          : data({ status: 'preparing', requestedAt: '2026-11-22T10:00:00Z', expiresAt: null, historyUntil: null });
      }),
    );
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
    const section = within(await screen.findByRole('region', { name: 'Your data' }));
    await userEvent.click(await section.findByRole('button', { name: 'Export my data' }));
    await userEvent.click(await section.findByRole('button', { name: 'Use a passkey' }));
    expect(await section.findByText('This passkey could not be verified. Please try again.')).toBeVisible();
    await userEvent.click(section.getByRole('button', { name: 'Use a passkey' }));
    expect(await section.findByText(/Gathering your data/)).toBeVisible();
    expect(sent).toEqual([{ passkey: PROOF_SENT }, { passkey: PROOF_SENT }]);
  });
});

describe('a passkey confirmation', () => {
  it('distinguishes done, cancelled and refused', async () => {
    session.signedIn({ user: server.api.user, partner: null, ...server.api.tokens });
    const sent: unknown[] = [];
    let refused = false;
    server.http.use(
      msw.post('*/api/users/passkeys/confirm/options', () =>
        data({ rpId: 'localhost', challenge: 'AAAA', timeout: 1, allowCredentials: [], userVerification: 'required' }),
      ),
      msw.post('*/api/users/passkeys/confirm', async ({ request }) => {
        sent.push(await request.json());
        return refused ? refusal('PASSKEY_INVALID') : data({ done: true });
      }),
    );
    render(
      <Provider store={makeStore()}>
        <Screen />
      </Provider>,
    );
    const unlock = async (expected: PasskeyOutcome): Promise<void> => {
      await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
      await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(JSON.stringify(expected)));
    };
    await unlock({ ended: 'done' });
    expect(sent).toEqual([PROOF_SENT]);
    refused = true;
    await unlock({ ended: 'failed', messages: ['This passkey could not be verified. Please try again.'] });
    authenticator().answer = async () => Promise.reject(cancelled());
    await unlock({ ended: 'cancelled' });
    expect(sent).toHaveLength(2);
    server.http.use(msw.post('*/api/users/passkeys/confirm/options', () => HttpResponse.error()));
    await unlock({ ended: 'failed', messages: ['Network error. Please check your connection.'] });
  });
});
