import type { PasskeyView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { type PasskeyOutcome, useConfirmWithPasskey } from '../src/api/passkeys.js';
import { session } from '../src/api/session.js';
import { makeStore } from '../src/app/store.js';
import { refusal } from './api-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

// The first page of a file is compiled while a test waits.
configure({ asyncUtilTimeout: 10_000 });

const data = (value: unknown) => HttpResponse.json({ success: true, data: value });
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const cancelled = () => new DOMException('The operation was not allowed', 'NotAllowedError');

interface Asked {
  mediation?: string;
  signal?: AbortSignal;
  publicKey?: { rpId?: string; challenge: ArrayBuffer; user?: { id: ArrayBuffer } };
}

/** A browser with an authenticator: what it was asked, and what it answers. */
class Browser {
  asked: Asked[] = [];
  offers = false;
  answer: (asked: Asked) => Promise<unknown> = async () => proof;

  install(): void {
    const ask = (asked: Asked) => {
      this.asked.push(asked);
      return this.answer(asked);
    };
    const isConditionalMediationAvailable = async () => this.offers;
    Object.assign(globalThis, { PublicKeyCredential: Object.assign(() => undefined, { isConditionalMediationAvailable }) });
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: ask, create: ask } });
  }
}

const extras = { type: 'public-key', authenticatorAttachment: 'platform', getClientExtensionResults: () => ({ credProps: { rk: true } }) };
const proof = { id: 'aWQ', rawId: bytes('id'), ...extras, response: { clientDataJSON: bytes('client'), authenticatorData: bytes('data'), signature: bytes('signature'), userHandle: bytes('owner') } };
const made = { id: 'aWQ', rawId: bytes('id'), ...extras, response: { clientDataJSON: bytes('client'), attestationObject: bytes('attestation'), getTransports: () => ['internal'] } };
const PROOF_SENT = { id: 'aWQ', response: { clientDataJSON: 'Y2xpZW50', authenticatorData: 'ZGF0YQ', signature: 'c2lnbmF0dXJl', userHandle: 'b3duZXI' } };

/** Answers when it is called off: an offer, or a dialog that nobody touches. */
const untouched = ({ signal }: Asked) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))));

let browser: Browser;

beforeEach(() => {
  browser = new Browser();
  browser.install();
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

/** What the sign-in was sent. */
function signIns(answer = () => HttpResponse.json({ success: true, user: server.api.user, partner: server.api.user.partner, ...server.api.tokens })): unknown[] {
  const sent: unknown[] = [];
  server.http.use(
    msw.post('*/api/auth/passkey/options', () => data({ rpId: 'localhost', challenge: 'AAAA', timeout: 300_000, userVerification: 'required' })),
    msw.post('*/api/auth/passkey', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

const pressPasskey = async (): Promise<void> => userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));

describe('signing in with a passkey', () => {
  it('sends what the authenticator said, and nothing more', async () => {
    const sent = signIns();
    const page = open('/login');
    await pressPasskey();
    expect(await screen.findByText('Welcome back!')).toBeVisible();
    expect(page.at()).toBe('/dashboard');
    expect(sent).toEqual([PROOF_SENT]);
    expect(browser.asked[0]?.publicKey?.rpId).toBe('localhost');
  });

  it('says nothing when it was cancelled; what was typed stays', async () => {
    signIns();
    browser.answer = async () => Promise.reject(cancelled());
    open('/login');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
    await pressPasskey();
    await waitFor(() => expect(browser.asked).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).not.toHaveAttribute('data-pending'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  });

  it('says why it was refused', async () => {
    signIns(() => refusal('PASSKEY_UNKNOWN'));
    open('/login');
    await pressPasskey();
    expect(await screen.findByRole('alert')).toHaveTextContent('This passkey opens no account here. It may have been removed.');
    browser.answer = async () => Promise.reject(new DOMException('', 'SecurityError'));
    await pressPasskey();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Passkeys do not work at this address.'));
  });

  it('takes what the browser fills into the field', async () => {
    const sent = signIns();
    browser.offers = true;
    open('/login');
    expect(await screen.findByText('Welcome back!')).toBeVisible();
    expect(browser.asked.map(({ mediation }) => mediation)).toEqual(['conditional']);
    expect(sent).toEqual([PROOF_SENT]);
  });

  it('offers none while the dialog is open, offers again afterwards, and stops with the page', async () => {
    signIns();
    browser.offers = true;
    browser.answer = untouched;
    const page = open('/login');
    await waitFor(() => expect(browser.asked).toHaveLength(1));
    browser.answer = async (asked) => (asked.mediation ? untouched(asked) : Promise.reject(cancelled()));
    await pressPasskey();
    await waitFor(() => expect(browser.asked.map(({ mediation }) => mediation ?? 'dialog')).toEqual(['conditional', 'dialog', 'conditional']));
    expect([0, 2].map((n) => browser.asked[n]?.signal?.aborted)).toEqual([true, false]);
    expect(screen.queryByRole('alert')).toBeNull();
    page.unmount();
    expect(browser.asked[2]?.signal?.aborted).toBe(true);
  });

  it('is not there in a browser that has none', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    open('/login');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

const aPasskey = (id: string, more: Partial<PasskeyView> = {}): PasskeyView => ({ _id: id, id, name: `Key ${id}`, createdAt: '2026-03-04T12:00:00Z', lastUsedAt: null, synced: false, ...more });

/** The server's passkeys, and what it was told. */
function passkeys(...first: PasskeyView[]): { told: unknown[] } {
  let held = first;
  const told: unknown[] = [];
  const read = async (request: Request): Promise<{ password?: string; name?: string }> => Object(await request.json());
  server.http.use(
    msw.get('*/api/users/passkeys', () => data(held)),
    msw.post('*/api/users/passkeys/options', async ({ request }) => {
      const options = { rp: { id: 'localhost', name: 'Duet' }, user: { id: 'AAAA', name: 'ada', displayName: 'Ada' }, challenge: 'AAAA', pubKeyCredParams: [], timeout: 1, excludeCredentials: [], attestation: 'none' };
      return (await read(request)).password === 'Right1' ? data(options) : refusal('WRONG_PASSWORD');
    }),
    msw.post('*/api/users/passkeys', async ({ request }) => {
      told.push(await request.json());
      held = [...held, aPasskey('new', { name: 'Chrome on Linux' })];
      return data(held.at(-1));
    }),
    msw.patch('*/api/users/passkeys/:id', async ({ request, params }) => {
      const { name = '' } = await read(request);
      held = held.map((passkey) => (passkey.id === params['id'] ? { ...passkey, name } : passkey));
      return data(held.find(({ id }) => id === params['id']));
    }),
    msw.delete('*/api/users/passkeys/:id', async ({ request, params }) => {
      if ((await read(request)).password !== 'Right1') return refusal('WRONG_PASSWORD');
      held = held.filter(({ id }) => id !== params['id']);
      return data({ done: true });
    }),
  );
  return { told };
}

async function openPasskeys() {
  remember(server.api);
  open('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
  return within(await screen.findByRole('region', { name: 'Passkeys' }));
}

describe('passkeys in the settings', () => {
  it('are added with the password and the browser’s dialog; what was typed stays until it worked', async () => {
    const { told } = passkeys();
    const section = await openPasskeys();
    await userEvent.click(await section.findByRole('button', { name: 'Add a passkey' }));
    const password = section.getByLabelText('Your password');
    await userEvent.type(password, 'Wrong1');
    await userEvent.click(section.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(password).toHaveAccessibleDescription('The password is not correct'));
    await userEvent.clear(password);
    await userEvent.type(password, 'Right1');
    browser.answer = async () => Promise.reject(cancelled());
    await userEvent.click(section.getByRole('button', { name: 'Continue' }));
    expect(await section.findByText('No passkey was added. You can try again.')).toBeVisible();
    expect(password).toHaveValue('Right1');
    browser.answer = async () => Promise.reject(new DOMException('', 'InvalidStateError'));
    await userEvent.click(section.getByRole('button', { name: 'Continue' }));
    expect(await section.findByText('This device already has a passkey for your account.')).toBeVisible();
    browser.answer = async () => made;
    await userEvent.click(section.getByRole('button', { name: 'Continue' }));
    expect(await section.findByText('Chrome on Linux')).toBeVisible();
    expect(await screen.findByText('Passkey added')).toBeVisible();
    expect(told).toEqual([{ id: 'aWQ', response: { clientDataJSON: 'Y2xpZW50', attestationObject: 'YXR0ZXN0YXRpb24', transports: ['internal'] } }]);
  });

  it('say when they were added and used, are renamed, and are removed with the password', async () => {
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
    await waitFor(() => expect(section.getByLabelText('Your password')).toHaveAccessibleDescription('The password is not correct'));
    await userEvent.clear(section.getByLabelText('Your password'));
    await userEvent.type(section.getByLabelText('Your password'), 'Right1');
    await userEvent.click(section.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1));
  });

  it('are ten at most', async () => {
    passkeys(...Array.from({ length: LIMITS.passkeys }, (_, n) => aPasskey(String(n))));
    const section = await openPasskeys();
    expect(await section.findByText(/You have 10 passkeys/)).toBeVisible();
    expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('say so where the browser has none', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    passkeys(aPasskey('1'));
    const section = await openPasskeys();
    expect(await section.findByText(/This browser cannot make passkeys/)).toBeVisible();
    expect(section.getByRole('button', { name: 'Remove Key 1' })).toBeVisible();
  });
});

/** As a lock screen would ask. */
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

describe('confirming who is at the screen', () => {
  it('tells done, cancelled and refused apart', async () => {
    remember(server.api);
    session.restart();
    const sent: unknown[] = [];
    let refused = false;
    server.http.use(
      msw.post('*/api/users/passkeys/confirm/options', () => data({ rpId: 'localhost', challenge: 'AAAA', timeout: 1, allowCredentials: [], userVerification: 'required' })),
      msw.post('*/api/users/passkeys/confirm', async ({ request }) => {
        sent.push(await request.json());
        return refused ? refusal('PASSKEY_INVALID') : data({ done: true });
      }),
    );
    render(<Provider store={makeStore()}><Screen /></Provider>);
    const unlock = async (expected: PasskeyOutcome): Promise<void> => {
      await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
      await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(JSON.stringify(expected)));
    };
    await unlock({ ended: 'done' });
    expect(sent).toEqual([PROOF_SENT]);
    refused = true;
    await unlock({ ended: 'failed', messages: ['This passkey could not be verified. Please try again.'] });
    browser.answer = async () => Promise.reject(cancelled());
    await unlock({ ended: 'cancelled' });
    expect(sent).toHaveLength(2);
    server.http.use(msw.post('*/api/users/passkeys/confirm/options', () => HttpResponse.error()));
    await unlock({ ended: 'failed', messages: ['Network error. Please check your connection.'] });
  });
});
