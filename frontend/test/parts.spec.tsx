import type { TogetherPart } from '@duet/contracts';
import { DEFAULT_SETTINGS, mergeSettings } from '@duet/contracts/plain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { FakeWire } from './fake-wire.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();
/** The paths that were asked. */
let asked: string[];

beforeEach(() => {
  asked = [];
  remember(server.api);
  server.http.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname));
});

afterEach(() => server.http.events.removeAllListeners());

/** The couple has these parts off from now on; the update names nobody. */
function switchOff(wire: FakeWire, hiddenParts: TogetherPart[]): void {
  server.api.hiddenParts = hiddenParts;
  act(() =>
    wire.deliver('partner_activity', {
      kind: 'parts_changed',
      entity: { type: 'couple', id: 'c1' },
      at: '2026-11-23T12:00:00.000Z',
    }),
  );
}

const tabs = async (): Promise<(string | null)[]> => (await screen.findAllByRole('tab')).map((tab) => tab.textContent);

describe('the parts of the couple', () => {
  it('are tabs that go while one is off, and come back', async () => {
    const { wire } = open('/challenges?tab=lists');
    expect(await screen.findByRole('tab', { name: 'Lists', selected: true })).toBeVisible();
    const all = await tabs();
    await userEvent.click(screen.getByRole('tab', { name: 'Now' }));
    switchOff(wire, ['lists', 'wishes']);
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Lists' })).toBeNull());
    expect(await tabs()).toEqual(all.filter((name) => name !== 'Lists' && name !== 'Wishes'));
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Now');
    switchOff(wire, []);
    expect(await screen.findByRole('tab', { name: 'Lists' })).toBeVisible();
    expect(await tabs()).toEqual(all);
  });

  it.each([
    ['goals', 'Goals'],
    ['stories', 'Stories'],
    ['lists', 'Lists'],
    ['wishes', 'Wishes'],
  ] as const)(
    'say at the bookmark of %s that they rest, and ask for nothing; the way back is the own switch',
    async (part, name) => {
      server.api.hiddenParts = [part];
      let settings = DEFAULT_SETTINGS;
      server.http.use(http.get('*/api/users/settings', () => HttpResponse.json({ success: true, data: settings })));
      const theirs = open(`/challenges?tab=${part}&story=s1&list=l1`);
      expect(await screen.findByRole('heading', { name: `${name} are resting` })).toBeVisible();
      expect(screen.getByRole('tab', { name, selected: true })).toBeVisible();
      await waitFor(() => expect(asked).toContain('/api/users/settings'));
      expect(screen.queryByRole('link', { name: 'Open the settings' })).toBeNull();
      theirs.unmount();
      settings = mergeSettings(DEFAULT_SETTINGS, { together: { [part]: false } });
      open(`/challenges?tab=${part}`);
      await userEvent.click(await screen.findByRole('link', { name: 'Open the settings' }));
      expect(await screen.findByRole('region', { name: 'What the two of you have' })).toBeVisible();
      expect(asked.filter((path) => path.startsWith(`/api/${part}`))).toEqual([]);
    },
  );

  it('come back below a page that says they rest', async () => {
    server.api.hiddenParts = ['stories'];
    server.http.use(http.get('*/api/stories', () => HttpResponse.json({ success: true, data: [] })));
    const { wire } = open('/challenges?tab=stories');
    expect(await screen.findByRole('heading', { name: 'Stories are resting' })).toBeVisible();
    switchOff(wire, []);
    expect(await screen.findByText(/^Read a story together/)).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Stories', selected: true })).toBeVisible();
  });

  it('leave the dashboard and the page of the partner, and ask for nothing', async () => {
    server.api.hiddenParts = ['goals', 'gestures'];
    const { go, wire } = open('/settings');
    await screen.findByRole('heading', { name: 'Settings' });
    await waitFor(() => expect(asked).toContain('/api/partners/status'));
    await waitFor(() => expect(screen.getByText('Linked with Bob')).toBeVisible());
    await go('/dashboard');
    await screen.findByRole('region', { name: 'Coming up' });
    for (const name of ['Your goal', 'How today feels']) expect(screen.queryByRole('region', { name })).toBeNull();
    expect(screen.queryByRole('group', { name: 'A small sign' })).toBeNull();
    await go('/partner');
    await screen.findByRole('region', { name: 'Coming up' });
    expect(screen.queryByRole('group', { name: 'A small sign' })).toBeNull();
    expect(asked.filter((path) => /goals|moods|nudges/.test(path))).toEqual([]);
    switchOff(wire, []);
    expect(await screen.findByRole('group', { name: 'A small sign' })).toBeVisible();
    expect(await screen.findByRole('region', { name: 'How today feels' })).toBeVisible();
    await go('/dashboard');
    expect(await screen.findByRole('region', { name: 'Your goal' })).toBeVisible();
  });

  it('are switches of the user, who learns that one rests and not by whom', async () => {
    let settings = mergeSettings(DEFAULT_SETTINGS, { together: { stories: false } });
    const changes: unknown[] = [];
    server.api.hiddenParts = ['stories', 'wishes'];
    server.http.use(
      http.get('*/api/users/settings', () => HttpResponse.json({ success: true, data: settings })),
      http.put('*/api/users/settings', async ({ request }) => {
        const { settings: change } = Object(await request.json());
        changes.push(change);
        settings = mergeSettings(settings, change);
        return HttpResponse.json({ success: true, data: settings });
      }),
    );
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    const panel = await screen.findByRole('region', { name: 'What the two of you have' });
    const part = (name: RegExp) => within(panel).getByRole('switch', { name });
    await waitFor(() => expect(part(/^Stories/)).toBeEnabled());
    expect(part(/^Stories/)).not.toBeChecked();
    expect(part(/^Wishes.*Rests for both of you at the moment/)).toBeChecked();
    expect(within(panel).getAllByText('Rests for both of you at the moment.')).toHaveLength(1);
    expect(panel).not.toHaveTextContent('Bob');
    await userEvent.click(part(/^Lists/));
    await waitFor(() => expect(part(/^Lists/)).not.toBeChecked());
    expect(changes).toEqual([{ together: { lists: false } }]);
  });
});
