import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { lockStorage } from '../src/api/app-lock-storage.js';
import { makeVerifier } from '../src/api/app-lock-verifier.js';
import { session } from '../src/api/session.js';
import { refusal } from './api-server.js';
import { aMessage, me, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

// The first page of a file is compiled while a test waits.
configure({ asyncUtilTimeout: 10_000 });

const LOCK = `duet-app-lock ${me._id}`;
const PAGES = 'duet-app-lock-pages';
const MINUTE = 60_000;

afterEach(() => {
  ahead = 0;
  jest.restoreAllMocks();
  localStorage.clear();
});

const realNow = Date.now.bind(Date);
let ahead = 0;

/** The clock of the machine is set on, or back, by so much. */
function clockMoves(by: number): void {
  ahead += by;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
}

/** What an earlier visit left: a lock, and somebody who was here a moment ago. Few rounds, so that many PINs can be tried. */
async function isLocked({ pin = '2580', isPasskey = false, ...more }: { pin?: string; isPasskey?: boolean; minutes?: 0 | 5; isLocked?: boolean; wrong?: number } = {}): Promise<void> {
  lockStorage.write(me._id, { pin: isPasskey ? null : await makeVerifier(pin, 1_000), minutes: 5, isLocked: true, wrong: 0, wrongAt: Date.now(), ...more });
  lockStorage.writeSign(me._id, Date.now());
}

/** Another tab with Duet is open: the lock does not close with this one. */
const anotherTab = (): void => localStorage.setItem(PAGES, JSON.stringify({ other: { seenAt: Date.now(), isVisible: true } }));

/** What another tab does to the lock. */
function otherTab(change: object): void {
  const held: object = JSON.parse(localStorage.getItem(LOCK) ?? '{}');
  localStorage.setItem(LOCK, JSON.stringify({ ...held, ...change }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: LOCK })));
}

const visit = (path: string) => {
  remember(server.api);
  return open(path);
};

const theLock = (): Promise<HTMLElement> => screen.findByRole('heading', { name: 'Duet is locked' });

function nothingPrivate(): void {
  expect(document.documentElement.outerHTML).not.toMatch(/Bob|Ada|ada|Lovelace|message 1|Skip to content/);
  expect(document.title).toBe('Duet');
}

async function give(pin: string): Promise<void> {
  await userEvent.type(screen.getByLabelText('PIN'), `${pin}{Enter}`);
}

async function openPanel(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Privacy & Security' }));
  return within(await screen.findByRole('dialog', { name: 'Privacy & Security' })).findByRole('region', { name: 'App lock' });
}

describe('setting a PIN', () => {
  it('asks twice, keeps no PIN, and the next visit finds Duet locked until it is given', async () => {
    const page = visit('/settings');
    const panel = within(await openPanel());
    expect(panel.queryByRole('button', { name: 'Lock now' })).toBeNull();
    expect(panel.queryByRole('radio', { name: 'Passkey' })).toBeNull();
    await userEvent.click(panel.getByRole('radio', { name: 'PIN' }));
    const first = panel.getByLabelText('New PIN');
    expect(first).toHaveAttribute('inputmode', 'numeric');
    expect(first).toHaveAttribute('autocomplete', 'off');
    await userEvent.type(first, '12a');
    expect(first).toHaveValue('12');
    await userEvent.type(panel.getByLabelText('The same PIN again'), '4711');
    await userEvent.click(panel.getByRole('button', { name: 'Set PIN' }));
    expect(panel.getByText('A PIN has 4 to 12 digits')).toBeVisible();
    expect(panel.getByText('The two PINs differ')).toBeVisible();
    await userEvent.clear(first);
    await userEvent.type(first, '4711');
    await userEvent.click(panel.getByRole('button', { name: 'Set PIN' }));
    expect(await screen.findByText('Duet locks itself on this device')).toBeVisible();
    expect(Object.values(localStorage).join()).not.toContain('4711');
    expect(JSON.parse(localStorage.getItem(LOCK) ?? '')).toMatchObject({ isLocked: false, pin: { iterations: 600_000 } });

    page.unmount();
    const again = visit('/settings');
    await theLock();
    nothingPrivate();
    const field = screen.getByLabelText('PIN');
    expect(field).toHaveFocus();
    await give('4711');
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
    expect(again.at()).toBe('/settings');
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    expect(document.title).toBe('Settings · Duet');
  });

  it('is asked for before it is changed or turned off', async () => {
    await isLocked({ isLocked: false });
    anotherTab();
    visit('/settings');
    const panel = within(await openPanel());
    await userEvent.click(panel.getByRole('button', { name: 'Change PIN' }));
    expect(panel.queryByLabelText('New PIN')).toBeNull();
    await userEvent.type(panel.getByLabelText('Your PIN'), '0000{Enter}');
    expect(await panel.findByText('This PIN is not correct.')).toBeVisible();
    await userEvent.type(panel.getByLabelText('Your PIN'), '2580{Enter}');
    expect(await panel.findByLabelText('New PIN')).toHaveFocus();
    await userEvent.click(panel.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(panel.getByRole('radio', { name: '15 minutes' }));
    expect(lockStorage.read(me._id)).toMatchObject({ minutes: 15, wrong: 0 });
    await userEvent.click(panel.getByRole('radio', { name: 'Off' }));
    await userEvent.type(panel.getByLabelText('Your PIN'), '2580{Enter}');
    expect(await screen.findByText('The app lock is off')).toBeVisible();
    expect(localStorage.getItem(LOCK)).toBeNull();
  });
});

describe('while it is locked', () => {
  it('nothing private is there, from the first moment on, on whatever page', async () => {
    await isLocked();
    const seen = new Set<string>();
    const observer = new MutationObserver(() => seen.add(document.body.textContent));
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    server.api.unread = 3;
    const page = visit('/profile');
    await theLock();
    nothingPrivate();
    await page.go('/dashboard');
    await theLock();
    await page.go('/login');
    await waitFor(() => expect(page.at()).toBe('/dashboard'));
    await theLock();
    nothingPrivate();
    observer.disconnect();
    expect([...seen].join()).not.toMatch(/Bob|Ada|Lovelace/);
  });

  it('what comes in is kept and not told: no words, no toast, nothing read; the socket goes on', async () => {
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    const shown: string[][] = [];
    class FakeNotification {
      static permission = 'granted';
      constructor(title: string, { body }: { body: string }) {
        shown.push([title, body]);
      }
      addEventListener(): void {}
    }
    Object.defineProperty(globalThis, 'Notification', { value: FakeNotification, configurable: true });
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await isLocked();
    const page = visit('/chat');
    await theLock();
    await waitFor(() => expect(session.get().status).toBe('authenticated'));
    act(() => page.wire.tell('new_message', { ...aMessage(1, partner), chatId: 'c1' }));
    act(() => page.wire.tell('partner_linked', { firstName: partner.firstName, chatId: 'c1' }));
    await waitFor(() => expect(shown).toEqual([['Duet', 'New message']]));
    nothingPrivate();
    expect(page.wire.said.map(({ event }) => event)).not.toContain('message_read');
    Reflect.deleteProperty(globalThis, 'Notification');
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    await give('2580');
    expect(await screen.findByRole('log', { name: 'Messages with Bob' })).toBeVisible();
    expect(screen.queryByText('New message from Bob')).toBeNull();
  });

  it('links from a mail open all the same', async () => {
    await isLocked();
    server.http.use(msw.get('*/api/auth/verify-email/:token', () => refusal('TOKEN_INVALID')));
    visit('/verify-email/x');
    expect(await screen.findByRole('heading', { name: /verified already|expired|not work/ })).toBeVisible();
    expect(document.title).toBe('Duet');
  });
});

describe('wrong PINs', () => {
  it('make one wait, also on a fresh page, in other tabs, and where the clock was set back', async () => {
    await isLocked();
    const page = visit('/chat');
    await theLock();
    for (const pin of ['0000', '1111', '2222', '3333']) {
      await give(pin);
      expect(await screen.findByText('This PIN is not correct.')).toBeVisible();
      expect(screen.getByLabelText('PIN')).toHaveValue('');
    }
    await give('4444');
    expect(await screen.findByText('Too many wrong PINs. After 5 more you are signed out on this device.')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^0:(30|29)$/);
    expect(screen.getByRole('button', { name: 'Unlock' })).toBeDisabled();

    page.unmount();
    visit('/chat');
    await theLock();
    expect(screen.getByRole('timer')).toBeVisible();
    // Whoever gets round the screen is not heard either.
    fireEvent.submit(screen.getByLabelText('PIN'));
    clockMoves(-60 * MINUTE);
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent('0:30'));
    clockMoves(91 * MINUTE);
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull());
    await give('2580');
    expect(await screen.findByRole('log', { name: 'Messages with Bob' })).toBeVisible();
    expect(lockStorage.read(me._id)).toMatchObject({ wrong: 0, isLocked: false });
  });

  it('sign this device out at the tenth, and leave nothing of the session behind', async () => {
    await isLocked({ wrong: 9 });
    localStorage.setItem(`duet-draft ${me._id} c1`, JSON.stringify({ content: 'dear', replyTo: null, isSaved: true }));
    clockMoves(16 * MINUTE);
    const page = visit('/chat');
    await theLock();
    await give('9999');
    await waitFor(() => expect(page.at()).toBe('/login'));
    expect(await screen.findByText('Too many wrong PINs. You are signed out on this device.')).toBeVisible();
    // How the person shows themself, and that a page is open, are nobody's words.
    expect(Object.keys(localStorage).filter((key) => key !== PAGES && key !== 'duet-status')).toEqual([]);
  });

  it('count in the settings too', async () => {
    await isLocked({ isLocked: false, wrong: 9 });
    anotherTab();
    clockMoves(16 * MINUTE);
    lockStorage.writeSign(me._id, Date.now());
    anotherTab();
    const page = visit('/settings');
    const panel = within(await openPanel());
    await userEvent.click(panel.getByRole('radio', { name: 'Off' }));
    await userEvent.type(panel.getByLabelText('Your PIN'), '1111{Enter}');
    await waitFor(() => expect(page.at()).toBe('/login'));
  });
});

describe('signing out instead', () => {
  it('asks, says what is lost, and takes the lock along', async () => {
    await isLocked();
    const page = visit('/chat');
    await theLock();
    await userEvent.click(screen.getByRole('button', { name: 'Forgot your PIN? Sign out' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out on this device?' });
    expect(dialog).toHaveTextContent('is lost');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(page.at()).toBe('/login'));
    expect(localStorage.getItem(LOCK)).toBeNull();
  });

  it('is not what an ended session does: the lock is there after the next sign-in, and open', async () => {
    await isLocked();
    visit('/chat');
    await theLock();
    act(() => session.signedOut());
    expect(lockStorage.read(me._id)).toMatchObject({ isLocked: true });
    act(() => session.signedIn({ user: server.api.user, partner, ...server.api.tokens }));
    expect(lockStorage.read(me._id)).toMatchObject({ isLocked: false });
  });
});

describe('idle', () => {
  const start = async (minutes: 0 | 5 = 5): Promise<void> => {
    await isLocked({ isLocked: false, minutes });
    anotherTab();
    visit('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
  };

  it('locks by itself, and a machine that slept comes back locked, whatever is touched first', async () => {
    await start();
    clockMoves(4 * MINUTE);
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(screen.getByRole('heading', { name: 'Memories' })).toBeVisible();
    clockMoves(5.5 * MINUTE);
    fireEvent.keyDown(document.body, { key: 'a' });
    await theLock();
    nothingPrivate();
  });

  it('locks without a touch', async () => {
    await start();
    clockMoves(6 * MINUTE);
    await theLock();
  });

  it('locks when the clock is set back', async () => {
    await start();
    clockMoves(-10 * MINUTE);
    await theLock();
  });

  it('is not what it is while somebody is in another tab', async () => {
    await start();
    clockMoves(6 * MINUTE);
    lockStorage.writeSign(me._id, Date.now());
    fireEvent.pointerDown(document.body);
    expect(screen.getByRole('heading', { name: 'Memories' })).toBeVisible();
  });

  it('comes at once for those who want it, when no tab is in sight, and not for the choice of a file', async () => {
    await start(0);
    const isSeen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const turn = (): boolean => fireEvent(document, new Event('visibilitychange'));
    const input = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file' }));
    fireEvent.click(input);
    localStorage.setItem(PAGES, '{}');
    turn();
    expect(lockStorage.read(me._id)?.isLocked).toBe(false);
    isSeen.mockReturnValue('visible');
    turn();
    isSeen.mockReturnValue('hidden');
    turn();
    await theLock();
    input.remove();
  });
});

describe('other tabs', () => {
  it('lock and unlock along', async () => {
    await isLocked({ isLocked: false });
    anotherTab();
    visit('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    otherTab({ isLocked: true });
    await theLock();
    nothingPrivate();
    otherTab({ isLocked: false });
    expect(await screen.findByRole('heading', { name: 'Memories' })).toBeVisible();
  });

  it('take nothing away that was chosen to be sent', async () => {
    await isLocked({ isLocked: false });
    anotherTab();
    visit('/chat');
    const plan = new File(['x'], 'plan.pdf', { type: 'application/pdf' });
    await userEvent.upload(await screen.findByLabelText('Files to attach', { selector: 'input' }), plan);
    expect(screen.getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible();
    otherTab({ isLocked: true });
    await theLock();
    expect(document.body).not.toHaveTextContent('plan.pdf');
    otherTab({ isLocked: false });
    expect(await screen.findByRole('button', { name: 'Remove plan.pdf' })).toBeVisible();
  });

  it('keep it open for a second page; the last page closes it', async () => {
    await isLocked({ isLocked: false });
    anotherTab();
    const page = visit('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    page.unmount();
    localStorage.setItem(PAGES, '{}');
    visit('/memories');
    await theLock();
  });
});

describe('a passkey', () => {
  const passkey = { _id: 'k', id: 'k', name: 'Phone', createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null, synced: true };

  beforeEach(() => {
    Object.assign(globalThis, { PublicKeyCredential: () => undefined });
    server.http.use(server.api.get('/users/passkeys', () => [passkey]));
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

  it('is offered to whoever has one', async () => {
    visit('/settings');
    const panel = within(await openPanel());
    await userEvent.click(await panel.findByRole('radio', { name: 'Passkey' }));
    expect(panel.getByRole('button', { name: 'Lock with passkey' })).toBeVisible();
    // Nothing is locked before the passkey was shown.
    expect(localStorage.getItem(LOCK)).toBeNull();
  });

  it('needs the server: while that is away one can wait, or sign out', async () => {
    await isLocked({ isPasskey: true });
    server.http.use(msw.post('*/api/users/passkeys/confirm/options', () => HttpResponse.error()));
    const page = visit('/chat');
    await theLock();
    const unlock = screen.getByRole('button', { name: 'Unlock with passkey' });
    expect(unlock).toHaveFocus();
    await userEvent.click(unlock);
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error. Please check your connection.');
    expect(screen.getByText(/this takes a connection/)).toBeVisible();
    nothingPrivate();
    await userEvent.click(screen.getByRole('button', { name: 'Passkey not at hand? Sign out' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(page.at()).toBe('/login'));
  });
});
