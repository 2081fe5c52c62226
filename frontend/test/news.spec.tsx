import type { ActivityView, NotificationView } from '@duet/contracts';
import { DEFAULT_SETTINGS } from '@duet/contracts/plain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { getSettings } from '../src/platform/account/settings.js';
import { session } from '../src/platform/session/session.js';
import { aMessage, me, partner } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { screenOf } from './layout.js';
import { remember, useApi } from './pages.js';
import { renderApp } from './render-app.js';

const server = useApi();

let wire: FakeWire;
let kept: NotificationView[];
/** A kind that a later server version may send. */
let happened: (Omit<ActivityView, 'kind'> & { kind: string })[];
let messagesSent: number;
let reads: string[][];

const notice = (id: string, more: Partial<NotificationView> = {}): NotificationView => ({
  id,
  type: 'info',
  message: `Notice ${id}`,
  timestamp: new Date().toISOString(),
  link: '/profile',
  readAt: null,
  ...more,
});

const activity = (id: string, more: Partial<ActivityView>): ActivityView => ({
  id,
  kind: 'linked',
  entity: { type: 'couple', id: 'c1' },
  at: new Date().toISOString(),
  ...more,
});

const data = (value: unknown, more: object = {}) => HttpResponse.json({ success: true, data: value, ...more });

beforeEach(() => {
  wire = new FakeWire(me._id);
  [kept, happened, reads, messagesSent] = [[], [], [], 3];
  remember(server.api);
  server.http.use(
    http.get('*/api/notifications', () => data(kept, { unread: 0 })),
    http.patch('*/api/notifications/read', async ({ request }) => {
      const { ids } = Object(await request.json());
      reads.push(ids);
      kept = kept.map((one) => (ids.includes(one.id) ? { ...one, readAt: new Date().toISOString() } : one));
      return data({ unread: 0 });
    }),
    http.get('*/api/activity', ({ request }) => {
      const from = Number(new URL(request.url).searchParams.get('cursor') ?? 0);
      return data(happened.slice(from, from + 2), { nextCursor: from + 2 < happened.length ? String(from + 2) : null });
    }),
    http.get('*/api/stats/:of', () =>
      data({ memoriesCreated: 0, messagesSent, challengesCompleted: 0, daysTogether: 9 }),
    ),
  );
});

function open(path: string) {
  session.restart();
  return renderApp(path, { wire });
}

const bell = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the bell', () => {
  it('says that there are no notifications', async () => {
    open('/dashboard');
    await userEvent.click(await bell('Notifications'));
    expect(await screen.findByText('No new notifications')).toBeVisible();
    expect(reads).toEqual([]);
  });

  it('does not take a failed load for no notifications, and loads them again on a press', async () => {
    server.http.use(http.get('*/api/notifications', () => HttpResponse.json({}, { status: 500 })));
    open('/dashboard');
    await userEvent.click(await bell('Notifications'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(await dialog.findByText('This could not be loaded.')).toBeVisible();
    expect(dialog.queryByText('No new notifications')).toBeNull();
    kept = [notice('a')];
    server.http.use(http.get('*/api/notifications', () => data(kept, { unread: 1 })));
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText('Notice a')).toBeVisible();
  });

  it("shows the latest five, counts up to '9+', marks those as read and follows a click", async () => {
    kept = Array.from({ length: 12 }, (_, index) => notice(String(index)));
    const router = open('/dashboard');
    const button = await bell('Notifications, 9+ unread');
    expect(button).toHaveTextContent('9+');
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(
      within(dialog)
        .getAllByRole('link')
        .map((link) => link.firstChild?.textContent),
    ).toEqual(['Notice 0', 'Notice 1', 'Notice 2', 'Notice 3', 'Notice 4', 'All notifications']);
    await waitFor(() => expect(reads).toEqual([['0', '1', '2', '3', '4']]));
    await userEvent.click(within(dialog).getByRole('link', { name: /Notice 0/ }));
    await waitFor(() => expect(router.at()).toBe('/profile'));
    expect(await bell('Notifications, 7 unread')).toHaveTextContent('7');
  });

  it('reloads the read state when the server refuses a change', async () => {
    kept = [notice('a')];
    server.http.use(http.patch('*/api/notifications/read', () => HttpResponse.json({}, { status: 500 })));
    open('/dashboard');
    await userEvent.click(await bell('Notifications, 1 unread'));
    await userEvent.keyboard('{Escape}');
    expect(await bell('Notifications, 1 unread')).toBeVisible();
  });

  it.each<[NotificationView['type'], 'assertive' | 'polite']>([
    ['warning', 'assertive'],
    ['info', 'polite'],
  ])('adds a %s from the socket and shows a toast, announced as %s', async (type, live) => {
    open('/dashboard');
    // Announced is only what is added to a live region that is there already; an alert announces itself.
    const polite = (await screen.findByRole('region', { name: 'Messages from Duet' })).querySelector('[aria-live]');
    await bell('Notifications');
    const arrived = notice('n', { type, message: 'Something happened' });
    kept = [arrived];
    act(() => wire.deliver('notification', arrived));
    expect(await bell('Notifications, 1 unread')).toHaveTextContent('1');
    const toast = await screen.findByText('Something happened');
    expect(toast.closest('[aria-live="polite"], [role="alert"]')).toBe(
      live === 'polite' ? polite : toast.closest('[role="alert"]'),
    );
  });
});

describe('the page of all notifications', () => {
  afterEach(screenOf.reset);

  it('is reached from the bell and marks those as read that were on the screen', async () => {
    kept = Array.from({ length: 8 }, (_, index) => notice(String(index)));
    const hidden = (element: Element): boolean => /Notice [67]/.test(element.textContent ?? '');
    screenOf.shows = (element) => (hidden(element) ? { visible: 0, height: 40 } : { visible: 40, height: 40 });
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    const router = open('/dashboard');
    await userEvent.click(await bell('Notifications, 8 unread'));
    await userEvent.click(await screen.findByRole('link', { name: 'All notifications' }));
    await waitFor(() => expect(router.at()).toBe('/notifications'));
    expect(await screen.findByText('Notice 7')).toBeInTheDocument();
    await waitFor(() => expect(reads.flat().toSorted()).toEqual(['0', '1', '2', '3', '4', '5']));
    expect(await bell('Notifications, 2 unread')).toBeVisible();
    screenOf.reset();
    act(() => screenOf.changed());
    await waitFor(() => expect(reads.at(-1)).toEqual(['6', '7']));
  });

  it('says so when there is nothing', async () => {
    open('/notifications');
    expect(await screen.findByRole('heading', { name: 'No new notifications' })).toBeVisible();
    expect(reads).toEqual([]);
  });
});

describe('news of a capsule', () => {
  it('is one toast, which its own live update shows; a reminder shows its own', async () => {
    open('/dashboard');
    await bell('Notifications');
    const entity = { type: 'capsule', id: 'k1' } as const;
    act(() => wire.deliver('notification', notice('a', { message: 'Bob started a memory capsule', entity })));
    act(() =>
      wire.deliver('capsule_updated', {
        capsuleId: 'k1',
        action: 'created',
        by: { _id: partner._id, firstName: 'Bob' },
        status: 'collecting',
        counts: { total: 0, byUser: {}, byKind: {} },
        version: 1,
      }),
    );
    const reminder = { type: 'capsule_reminder', id: 'k2' } as const;
    act(() => wire.deliver('notification', notice('b', { message: 'It opens tomorrow', entity: reminder })));
    expect(await screen.findByText('It opens tomorrow')).toBeInTheDocument();
    expect(screen.getAllByText('Memory capsule updated!')).toHaveLength(1);
    expect(screen.queryByText('Bob started a memory capsule')).toBeNull();
  });

  it('shows no toast, nor does that of a challenge, where the matrix or the quiet hours silence it', async () => {
    const { notifications } = DEFAULT_SETTINGS;
    const matrix = {
      ...notifications.matrix,
      memories: { ...notifications.matrix.memories, inApp: false },
      challenges: { ...notifications.matrix.challenges, inApp: false },
    };
    server.http.use(
      http.get('*/api/users/settings', () =>
        data({ ...DEFAULT_SETTINGS, notifications: { ...notifications, matrix, mutedUntil: '2999-01-01T00:00:00Z' } }),
      ),
    );
    const { store } = open('/dashboard');
    await bell('Notifications');
    await waitFor(() =>
      expect(getSettings.select()(store.getState()).data?.notifications.matrix.challenges.inApp).toBe(false),
    );
    const by = { _id: partner._id, firstName: 'Bob' };
    const counts = { total: 0, byUser: {}, byKind: {} };
    const progress = { done: 1, total: 1 };
    const challenge = { challengeId: 'h1', progress, version: 1 };
    act(() => {
      wire.deliver('capsule_updated', {
        capsuleId: 'k1',
        action: 'created',
        by,
        status: 'collecting',
        counts,
        version: 1,
      });
      wire.deliver('capsule_completed', {
        capsuleId: 'k1',
        title: 'Sea',
        completedAt: '2026-11-22T12:00:00Z',
        version: 2,
      });
      for (const type of ['goal', 'list', 'story', 'wish'] as const)
        wire.deliver('notification', notice(type, { message: `News of a ${type}`, entity: { type, id: type } }));
      wire.deliver('challenge_updated', { ...challenge, action: 'proposed', by, status: 'proposed' });
      wire.deliver('challenge_completed', {
        ...challenge,
        title: 'Walk',
        points: 60,
        completedAt: '2026-11-22T12:00:00Z',
      });
      // A mute silences what comes from the partner.
      const entity = { type: 'daily_question', id: 'q1' } as const;
      wire.deliver('notification', notice('q', { message: 'Bob answered', entity }));
      wire.deliver('notification', notice('z', { message: 'Something else' }));
    });
    expect(await screen.findByText('Something else')).toBeInTheDocument();
    expect(screen.queryByText(/^News of a/)).toBeNull();
    expect(screen.queryByText(/Memory capsule|Challenge (updated|completed)!|Bob answered/)).toBeNull();
  });

  it('of many additions in a row is one toast', async () => {
    open('/dashboard');
    await bell('Notifications');
    for (let version = 2; version < 7; version++)
      act(() =>
        wire.deliver('capsule_updated', {
          capsuleId: 'k3',
          action: 'contribution_added',
          by: { _id: partner._id, firstName: 'Bob' },
          status: 'collecting',
          counts: { total: version, byUser: {}, byKind: {} },
          version,
        }),
      );
    act(() => wire.deliver('notification', notice('c', { message: 'Something else' })));
    expect(await screen.findByText('Something else')).toBeInTheDocument();
    expect(screen.getAllByText('Memory capsule updated!')).toHaveLength(1);
  });
});

describe('the dashboard of a couple', () => {
  it('links an activity of a capsule or a challenge to it', async () => {
    const entity = { type: 'capsule', id: 'k1' } as const;
    const bob = { _id: partner._id, firstName: 'Bob' };
    happened = [
      activity('2', { kind: 'capsule_kept', by: bob, entity }),
      activity('1', { kind: 'capsule_opened', entity }),
      activity('0', { kind: 'challenge_accepted', by: bob, entity: { type: 'challenge', id: 'h1' } }),
    ];
    open('/dashboard');
    const card = within(await screen.findByRole('region', { name: 'Activity' }));
    expect(await card.findByRole('link', { name: 'Bob finished an album' })).toHaveAttribute('href', '/memories/k1');
    expect(card.getByRole('link', { name: 'You two opened a memory capsule' })).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'Show more' }));
    const link = await card.findByRole('link', { name: 'Bob accepted a challenge' });
    expect(link).toHaveAttribute('href', '/challenges/h1');
  });

  it('lists the activity page by page and adds new entries live', async () => {
    const bob = { _id: partner._id, firstName: 'Bob' };
    happened = [
      activity('3', { kind: 'profile_updated', by: { _id: me._id, firstName: 'Ada' }, changed: ['name', 'username'] }),
      { ...activity('2', {}), kind: 'of_a_later_version' },
      activity('1', {}),
    ];
    open('/dashboard');
    const card = await screen.findByRole('region', { name: 'Activity' });
    expect(await within(card).findByText('You changed your name and your username')).toBeVisible();
    expect(within(card).getAllByRole('listitem')).toHaveLength(1);
    await userEvent.click(within(card).getByRole('button', { name: 'Show more' }));
    expect(await within(card).findByText('You two are linked')).toBeVisible();
    expect(within(card).queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    const changed = activity('4', { kind: 'avatar_changed', by: bob });
    happened = [changed, ...happened];
    act(() => wire.deliver('partner_activity', changed));
    expect(await within(card).findByText('Bob changed their picture')).toBeVisible();
    await waitFor(() => expect(within(card).getByText('You two are linked')).toBeVisible());
  });

  it('shows profile changes from another device', async () => {
    open('/dashboard');
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
    server.http.use(http.get('*/api/users/profile', () => data({ ...server.api.user, firstName: 'Adele' })));
    act(() =>
      wire.deliver(
        'partner_activity',
        activity('5', { kind: 'profile_updated', by: { _id: me._id, firstName: 'Adele' }, changed: ['name'] }),
      ),
    );
    expect(await screen.findByRole('heading', { name: 'Welcome back, Adele' })).toBeVisible();
  });

  it('stops requesting couple data after an unlink', async () => {
    open('/dashboard');
    await screen.findByRole('region', { name: 'Activity' });
    const asked: string[] = [];
    server.http.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
    server.api.linked = false;
    act(() => wire.deliver('partner_activity', activity('6', { kind: 'unlinked' })));
    expect(await screen.findByText('No Partner Connected')).toBeVisible();
    expect(asked).toContain('/api/partners/status');
    expect(asked.filter((path) => path === '/api/activity' || path === '/api/stats/couple')).toEqual([]);
    server.http.events.removeAllListeners();
  });

  it('updates the message count when the conversation pauses', async () => {
    open('/dashboard');
    const figure = () => screen.getByText('Messages Sent').parentElement;
    await waitFor(() => expect(figure()).toHaveTextContent('3'));
    messagesSent = 4;
    act(() => wire.deliver('new_message', aMessage(4, partner)));
    await waitFor(() => expect(figure()).toHaveTextContent('4'));
    expect(screen.getByText('Days Together').parentElement).toHaveTextContent('9');
  });
});
