import type { Settings, SettingsChange } from '@duet/contracts';
import { DEFAULT_SETTINGS, mergeSettings } from '@duet/contracts/plain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as msw } from 'msw';
import { data, refusal } from './api-server.js';
import type { FakeWire } from './fake-wire.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

/** The server's settings and the changes sent to them. */
function settings(change: SettingsChange = {}): { asked: SettingsChange[] } {
  let stored: Settings = mergeSettings(DEFAULT_SETTINGS, change);
  const asked: SettingsChange[] = [];
  server.http.use(
    msw.get('*/api/users/settings', () => data(stored)),
    msw.put('*/api/users/settings', async ({ request }) => {
      const body: { settings: SettingsChange } = Object(await request.json());
      asked.push(body.settings);
      stored = mergeSettings(stored, body.settings);
      return data(stored);
    }),
  );
  return { asked };
}

let wire: FakeWire;

async function openSection(section: string): Promise<HTMLElement> {
  remember(server.api);
  ({ wire } = open('/settings'));
  await userEvent.click(await screen.findByRole('button', { name: `Configure ${section}` }));
  return screen.findByRole('dialog', { name: section });
}

describe('the storage of a couple', () => {
  it('shows what uses it, in the sizes of the viewer', async () => {
    const [MB, GB] = [1024 ** 2, 1024 ** 3];
    const parts = { messages: 3 * GB, memories: 1.5 * GB, challenges: 12 * MB, stories: 0 };
    server.http.use(
      msw.get('*/api/partners/storage', () => data({ quota: 20 * GB, used: 4.5 * GB + 12 * MB, ...parts })),
    );
    const section = within(await within(await openSection('Relationship')).findByRole('region', { name: 'Storage' }));
    expect(await section.findByText('4.5 GB of 20 GB used', { selector: 'p' })).toBeVisible();
    expect(section.getByRole('progressbar', { name: 'Storage' })).toHaveValue(4.5 * GB + 12 * MB);
    expect(section.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      ...['Messages', 'Memories', 'Challenges', 'Stories'],
    ]);
    expect(section.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      ...['3 GB', '1.5 GB', '12 MB', '0 B'],
    ]);
    expect(section.getByText(/count in steps of 100 MB/)).toBeVisible();
  });

  it('is not that of the former couple after another link', async () => {
    const sums = { quota: 10, used: 7, messages: 7, memories: 0, challenges: 0, stories: 0 };
    server.http.use(msw.get('*/api/partners/storage', () => data(sums)));
    const dialog = within(await openSection('Relationship'));
    expect(await dialog.findByText('7 B of 10 B used', { selector: 'p' })).toBeVisible();
    server.api.linked = false;
    const at = new Date().toISOString();
    act(() => wire.deliver('partner_activity', { kind: 'unlinked', entity: { type: 'couple', id: 'c1' }, at }));
    expect(await dialog.findByRole('link', { name: 'Find Partner' })).toBeVisible();
    server.http.use(msw.get('*/api/partners/storage', () => refusal('INTERNAL')));
    server.api.linked = true;
    act(() => wire.deliver('partner_linked', { firstName: 'Cleo', chatId: 'c2' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Look around first' }));
    const section = within(await dialog.findByRole('region', { name: 'Storage' }));
    expect(await section.findByRole('button', { name: 'Retry' })).toBeVisible();
    expect(section.queryByText(/used$/)).toBeNull();
  });

  it('can be read again after a failure', async () => {
    const failing = msw.get('*/api/partners/storage', () => refusal('INTERNAL'));
    server.http.use(failing);
    const section = within(await within(await openSection('Relationship')).findByRole('region', { name: 'Storage' }));
    const retry = await section.findByRole('button', { name: 'Retry' });
    server.http.resetHandlers(...server.http.listHandlers().filter((handler) => handler !== failing));
    await userEvent.click(retry);
    expect(await section.findByText('0 B of 20 GB used', { selector: 'p' })).toBeVisible();
  });
});

describe('language, clock and week settings', () => {
  it('change the format of dates everywhere at once', async () => {
    settings({ account: { language: 'fr' } });
    remember(server.api);
    const page = open('/profile');
    expect(await screen.findByText(/Joined janvier 2026/)).toBeVisible();
    await page.go('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Account' });
    expect(within(dialog).getByText(/1\s234,5/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('radio', { name: 'English' }));
    expect(await within(dialog).findByText(/1,234\.5/)).toBeVisible();
  });

  it('wait for the page that speaks the language, so that dates and words agree', async () => {
    settings({ account: { language: 'de' } });
    remember(server.api);
    const page = open('/profile');
    await page.go('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Account' }));
    await waitFor(() => expect(dialog.getByRole('radio', { name: 'Deutsch' })).toBeChecked());
    expect(dialog.getByText(/1,234\.5/)).toBeVisible();
  });
});

describe('notification settings', () => {
  it('save quiet hours with the time zone of the device and ignore incomplete times', async () => {
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
    // Browsers differ in how keys fill a time field, so the test fires the change itself.
    await userEvent.click(from);
    fireEvent.change(from, { target: { value: '23:30' } });
    await userEvent.tab();
    await waitFor(() => expect(asked.at(-1)).toEqual({ notifications: { quietHours: { from: '23:30', timezone } } }));
    expect(asked).toHaveLength(2);
  });

  it('mute for a while and unmute again', async () => {
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

  it('say that the browser has no notifications and show a sample', async () => {
    settings();
    const dialog = await openSection('Notifications');
    expect(within(dialog).getByText('This browser cannot show notifications.')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Allow browser notifications' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('This is what a notice in the app looks like')).toBeInTheDocument();
  });

  it('ask for permission and show a notification', async () => {
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
      await waitFor(() =>
        expect(within(dialog).queryByRole('button', { name: 'Allow browser notifications' })).toBeNull(),
      );
      await userEvent.click(within(dialog).getByRole('button', { name: 'Test' }));
      expect(shown).toEqual(['Duet']);
    } finally {
      Reflect.deleteProperty(globalThis, 'Notification');
    }
  });
});

describe('an address that the mail server refuses', () => {
  const refuse = (fields: object) =>
    server.http.use(msw.get('*/api/users/profile', () => data({ ...server.api.user, ...fields })));

  it('is named on every page with a way to try again and to change it, until it is put away', async () => {
    const { email } = server.api.user;
    refuse({ refusedEmail: email, emailVerified: false });
    server.http.use(msw.post('*/api/auth/resend-verification', () => data({ done: true })));
    remember(server.api);
    open('/profile');
    const note = await screen.findByText(new RegExp(`We cannot reach ${email}`));
    expect(note).toBeVisible();
    // One note is enough.
    expect(screen.queryByText(/Please verify your email/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Change email' })).toHaveAttribute('href', '/settings');
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    const sent = await screen.findByRole('button', { name: 'Sent. Check your inbox' });
    expect(sent).toHaveAttribute('aria-disabled', 'true');
    expect(sent).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Put this note away' }));
    expect(screen.queryByText(/We cannot reach/)).toBeNull();
  });

  it('may be the new one, which the settings name in place of the link that was sent', async () => {
    refuse({ refusedEmail: 'new@example.org', pendingEmail: 'new@example.org' });
    const dialog = await openSection('Account');
    const email = await within(dialog).findByRole('region', { name: 'Email' });
    expect(await within(email).findByText(/We cannot reach new@example\.org/)).toBeVisible();
    expect(within(email).queryByText(/We sent a link/)).toBeNull();
    expect(within(email).queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(within(email).getByRole('button', { name: 'Send again, or use another' })).toBeVisible();
  });
});
