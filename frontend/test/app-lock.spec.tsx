import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { appLock } from '../src/platform/app-lock/app-lock.js';
import { lockStorage } from '../src/platform/app-lock/app-lock-storage.js';
import { session } from '../src/platform/session/session.js';
import { refusal } from './api-server.js';
import {
  LOCK,
  MINUTE,
  PAGES,
  enterPin,
  expectNothingPrivate,
  findLock,
  moveClock,
  openAnotherTab,
  storeLock,
  useAppLock,
} from './app-lock-page.js';
import { aMessage, me, partner } from './chat-server.js';

const { server, visit } = useAppLock();

async function openPanel(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Privacy & Security' }));
  return within(await screen.findByRole('dialog', { name: 'Privacy & Security' })).findByRole('region', {
    name: 'App lock',
  });
}

describe('a PIN', () => {
  it('is set by entering it twice, is not stored in clear, and locks the next visit', async () => {
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
    expect(JSON.parse(localStorage.getItem(LOCK) ?? '')).toMatchObject({
      isLocked: false,
      pin: { iterations: 600_000 },
    });

    page.unmount();
    const again = visit('/settings');
    await findLock();
    expectNothingPrivate();
    const field = screen.getByLabelText('PIN');
    expect(field).toHaveFocus();
    await enterPin('4711');
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
    expect(again.at()).toBe('/settings');
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    expect(document.title).toBe('Settings · Duet');
  });

  it('is asked for before it is changed or turned off', async () => {
    await storeLock({ isLocked: false });
    openAnotherTab();
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

describe('a locked app', () => {
  it('gives back what was typed in a form', async () => {
    visit('/dashboard');
    await userEvent.type(await screen.findByLabelText('Your answer'), 'A long answer');
    await act(() => appLock.turnOn('2580', 5));
    act(() => appLock.lock());
    await findLock();
    expectNothingPrivate();
    act(() => appLock.unlock());
    expect(await screen.findByLabelText('Your answer')).toHaveValue('A long answer');
  });

  it('never renders anything private on any page', async () => {
    await storeLock();
    const seen = new Set<string>();
    const observer = new MutationObserver(() => seen.add(document.body.textContent));
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    server.api.unread = 3;
    const page = visit('/profile');
    await findLock();
    expectNothingPrivate();
    await page.go('/dashboard');
    await findLock();
    await page.go('/login');
    await waitFor(() => expect(page.at()).toBe('/dashboard'));
    await findLock();
    expectNothingPrivate();
    observer.disconnect();
    expect([...seen].join()).not.toMatch(/Bob|Ada|Lovelace/);
  });

  it('receives messages without showing, announcing or reading them', async () => {
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
    await storeLock();
    const page = visit('/chat');
    await findLock();
    await waitFor(() => expect(session.get().status).toBe('authenticated'));
    act(() => page.wire.deliver('new_message', { ...aMessage(1, partner), chatId: 'c1' }));
    act(() => page.wire.deliver('partner_linked', { firstName: partner.firstName, chatId: 'c1' }));
    await waitFor(() => expect(shown).toEqual([['Duet', 'New message']]));
    expectNothingPrivate();
    expect(page.wire.emitted.map(({ event }) => event)).not.toContain('message_read');
    Reflect.deleteProperty(globalThis, 'Notification');
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    await enterPin('2580');
    expect(await screen.findByRole('log', { name: 'Messages with Bob' })).toBeVisible();
    expect(screen.queryByText('New message from Bob')).toBeNull();
  });

  it('still opens links from mails', async () => {
    await storeLock();
    server.http.use(msw.get('*/api/auth/verify-email/:token', () => refusal('TOKEN_INVALID')));
    visit('/verify-email/x');
    expect(await screen.findByRole('heading', { name: /verified already|expired|not work/ })).toBeVisible();
    expect(document.title).toBe('Duet');
  });
});

describe('wrong PINs', () => {
  it('enforce a wait that a new page, another tab or a changed clock does not shorten', async () => {
    await storeLock();
    const page = visit('/chat');
    await findLock();
    for (const pin of ['0000', '1111', '2222', '3333']) {
      await enterPin(pin);
      expect(await screen.findByText('This PIN is not correct.')).toBeVisible();
      expect(screen.getByLabelText('PIN')).toHaveValue('');
    }
    await enterPin('4444');
    expect(
      await screen.findByText('Too many wrong PINs. After 5 more you are signed out on this device.'),
    ).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^0:(30|29)$/);
    expect(screen.getByRole('button', { name: 'Unlock' })).toBeDisabled();

    page.unmount();
    visit('/chat');
    await findLock();
    expect(screen.getByRole('timer')).toBeVisible();
    // Bypassing the screen does not help either.
    fireEvent.submit(screen.getByLabelText('PIN'));
    moveClock(-60 * MINUTE);
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent('0:30'));
    moveClock(91 * MINUTE);
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull());
    await enterPin('2580');
    expect(await screen.findByRole('log', { name: 'Messages with Bob' })).toBeVisible();
    expect(lockStorage.read(me._id)).toMatchObject({ wrong: 0, isLocked: false });
  });

  it('sign this device out after the tenth and remove all data of the session', async () => {
    await storeLock({ wrong: 9 });
    localStorage.setItem(`duet-draft ${me._id} c1`, JSON.stringify({ content: 'dear', replyTo: null, isSaved: true }));
    moveClock(16 * MINUTE);
    const page = visit('/chat');
    await findLock();
    await enterPin('9999');
    await waitFor(() => expect(page.at()).toBe('/login'));
    expect(await screen.findByText('Too many wrong PINs. You are signed out on this device.')).toBeVisible();
    // The presence choice and the open-page marker contain nothing private.
    expect(Object.keys(localStorage).filter((key) => key !== PAGES && key !== 'duet-status')).toEqual([]);
  });

  it('count in the settings too', async () => {
    await storeLock({ isLocked: false, wrong: 9 });
    openAnotherTab();
    moveClock(16 * MINUTE);
    lockStorage.writeActivity(me._id, Date.now());
    openAnotherTab();
    const page = visit('/settings');
    const panel = within(await openPanel());
    await userEvent.click(panel.getByRole('radio', { name: 'Off' }));
    await userEvent.type(panel.getByLabelText('Your PIN'), '1111{Enter}');
    await waitFor(() => expect(page.at()).toBe('/login'));
  });
});

describe('signing out from the lock', () => {
  it('asks for confirmation, names what is lost and removes the lock', async () => {
    await storeLock();
    const page = visit('/chat');
    await findLock();
    await userEvent.click(screen.getByRole('button', { name: 'Forgot your PIN? Sign out' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out on this device?' });
    expect(dialog).toHaveTextContent('will be lost');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(page.at()).toBe('/login'));
    expect(localStorage.getItem(LOCK)).toBeNull();
  });

  it('differs from an ended session, which keeps the lock and opens it at the next sign-in', async () => {
    await storeLock();
    visit('/chat');
    await findLock();
    act(() => session.signedOut());
    expect(lockStorage.read(me._id)).toMatchObject({ isLocked: true });
    act(() => session.signedIn({ user: server.api.user, partner, ...server.api.tokens }));
    expect(lockStorage.read(me._id)).toMatchObject({ isLocked: false });
  });
});

describe('a passkey', () => {
  const passkey = {
    _id: 'k',
    id: 'k',
    name: 'Phone',
    createdAt: '2026-01-01T00:00:00Z',
    lastUsedAt: null,
    synced: true,
  };

  beforeEach(() => {
    Object.assign(globalThis, { PublicKeyCredential: () => undefined });
    server.http.use(server.api.get('/users/passkeys', () => [passkey]));
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

  it('is offered to users who have one', async () => {
    visit('/settings');
    const panel = within(await openPanel());
    await userEvent.click(await panel.findByRole('radio', { name: 'Passkey' }));
    expect(panel.getByRole('button', { name: 'Lock with passkey' })).toBeVisible();
    // The lock is set only after the passkey was verified.
    expect(localStorage.getItem(LOCK)).toBeNull();
  });

  it('needs the server; while it is down the user can wait or sign out', async () => {
    await storeLock({ isPasskey: true });
    server.http.use(msw.post('*/api/users/passkeys/confirm/options', () => HttpResponse.error()));
    const page = visit('/chat');
    await findLock();
    const unlock = screen.getByRole('button', { name: 'Unlock with passkey' });
    expect(unlock).toHaveFocus();
    await userEvent.click(unlock);
    expect(await screen.findByRole('alert')).toHaveTextContent('Network error. Please check your connection.');
    expect(screen.getByText(/this takes a connection/)).toBeVisible();
    expectNothingPrivate();
    await userEvent.click(screen.getByRole('button', { name: 'Passkey not at hand? Sign out' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(page.at()).toBe('/login'));
  });
});
