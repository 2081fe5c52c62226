import type { Settings, SettingsChange } from '@duet/contracts';
import { DEFAULT_SETTINGS, mergeSettings } from '@duet/contracts/plain';
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as msw } from 'msw';
import { refusal } from './api-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

// The first page of a file is compiled while a test waits.
configure({ asyncUtilTimeout: 10_000 });

const data = (value: unknown) => HttpResponse.json({ success: true, data: value });

/** The server's settings, and what was asked of them. */
function settings(change: SettingsChange = {}): { asked: SettingsChange[] } {
  let held: Settings = mergeSettings(DEFAULT_SETTINGS, change);
  const asked: SettingsChange[] = [];
  server.http.use(
    msw.get('*/api/users/settings', () => data(held)),
    msw.put('*/api/users/settings', async ({ request }) => {
      const body: { settings: SettingsChange } = Object(await request.json());
      asked.push(body.settings);
      held = mergeSettings(held, body.settings);
      return data(held);
    }),
  );
  return { asked };
}

async function openSection(section: string): Promise<HTMLElement> {
  remember(server.api);
  open('/settings');
  await userEvent.click(await screen.findByRole('button', { name: `Configure ${section}` }));
  return screen.findByRole('dialog', { name: section });
}

describe('a second factor at the sign-in', () => {
  it('is asked for after the password, refuses a wrong code in place, and lets in with the right one', async () => {
    const sent: object[] = [];
    server.http.use(
      msw.post('*/api/auth/login', async ({ request }) => {
        const body: { code?: string } = Object(await request.json());
        sent.push(body);
        if (body.code === undefined) return refusal('SECOND_FACTOR_REQUIRED');
        if (body.code !== '123456') return refusal('CODE_INVALID');
        return HttpResponse.json({ success: true, user: server.api.user, partner: server.api.user.partner, ...server.api.tokens });
      }),
    );
    open('/login');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'Right1');
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
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

describe('language, clock and week', () => {
  it('decide how dates are written everywhere, and change at once', async () => {
    settings({ account: { language: 'de' } });
    remember(server.api);
    const page = open('/profile');
    expect(await screen.findByText(/Joined Januar 2026/)).toBeVisible();
    await page.go('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Account' });
    expect(within(dialog).getByText(/1\.234,5/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('radio', { name: 'English' }));
    expect(await within(dialog).findByText(/1,234\.5/)).toBeVisible();
  });
});

describe('notifications', () => {
  it('take quiet hours with the clock of the device, whole times only', async () => {
    const { asked } = settings();
    const dialog = await openSection('Notifications');
    await userEvent.click(within(dialog).getByRole('switch', { name: /Nothing is heard at night/ }));
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await waitFor(() => expect(asked).toEqual([{ notifications: { quietHours: { enabled: true, timezone } } }]));
    const from = await within(dialog).findByLabelText('From');
    expect(from).toHaveValue('22:00');
    await userEvent.clear(from);
    await userEvent.tab();
    expect(from).toHaveValue('22:00');
    // Each browser has keys of its own for this field; what they come to is a change.
    await userEvent.click(from);
    fireEvent.change(from, { target: { value: '23:30' } });
    await userEvent.tab();
    await waitFor(() => expect(asked.at(-1)).toEqual({ notifications: { quietHours: { from: '23:30', timezone } } }));
    expect(asked).toHaveLength(2);
  });

  it('can be muted for a while, and heard again', async () => {
    const { asked } = settings();
    const dialog = await openSection('Notifications');
    await userEvent.click(within(dialog).getByRole('button', { name: '8 hours' }));
    expect(await within(dialog).findByText(/^Muted until /)).toBeVisible();
    const until = Date.parse(asked[0]?.notifications?.mutedUntil ?? '');
    expect(until - Date.now()).toBeGreaterThan(7.9 * 3_600_000);
    await userEvent.click(within(dialog).getByRole('button', { name: 'End now' }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ notifications: { mutedUntil: null } }));
    expect(await within(dialog).findByText('Messages still arrive, nothing pops up.')).toBeVisible();
  });

  it('say so where a browser has none, and show what a notice looks like', async () => {
    settings();
    const dialog = await openSection('Notifications');
    expect(within(dialog).getByText('This browser cannot show notifications.')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Allow browser notifications' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('This is what a notice in the app looks like')).toBeInTheDocument();
  });

  it('ask the browser for leave, and show one', async () => {
    settings();
    const shown: string[] = [];
    class FakeNotification {
      static permission: NotificationPermission = 'default';
      static async requestPermission(): Promise<NotificationPermission> {
        FakeNotification.permission = 'granted';
        return 'granted';
      }
      constructor(title: string) {
        shown.push(title);
      }
    }
    Object.defineProperty(globalThis, 'Notification', { value: FakeNotification, configurable: true });
    try {
      const dialog = await openSection('Notifications');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Allow browser notifications' }));
      await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Allow browser notifications' })).toBeNull());
      await userEvent.click(within(dialog).getByRole('button', { name: 'Test' }));
      expect(shown).toEqual(['Duet']);
    } finally {
      Reflect.deleteProperty(globalThis, 'Notification');
    }
  });
});

describe('a link that was used before', () => {
  it('offers no other to whoever is verified', async () => {
    server.http.use(msw.get('*/api/auth/verify-email/:token', () => refusal('TOKEN_INVALID')));
    remember(server.api);
    open('/verify-email/used');
    expect(await screen.findByRole('heading', { name: 'Your email is verified already' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });
});
