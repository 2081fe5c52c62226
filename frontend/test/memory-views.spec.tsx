import type { ContributionView, MapPlace, TimelineEntry } from '@duet/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { aText } from './capsules.js';
import { me, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

const piece = (id: string, happenedAt: string, text: string): ContributionView =>
  aText({ _id: id, author: partner._id, happenedAt, text });

const entry = (id: string, happenedAt: string, text: string): TimelineEntry => ({
  capsule: { _id: 'k1', title: 'Sea', emoji: null, cover: null },
  contribution: piece(id, happenedAt, text),
});

const place = (id: string, label: string, lat: number, lng: number): MapPlace => ({
  capsuleId: 'k1',
  contributionId: id,
  attachmentId: null,
  title: 'Sea',
  emoji: '🌊',
  author: me._id,
  text: `about ${label}`,
  label,
  lat,
  lng,
  happenedAt: '2024-05-01',
});

let asked: string[];
let places: MapPlace[];
/** The places of the map's second page. */
let laterPlaces: MapPlace[];

/** jsdom has no layout: the map is as large as this. */
class FakeResizeObserver implements ResizeObserver {
  constructor(private readonly callback: ResizeObserverCallback) {}
  observe(): void {
    this.callback([], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}

beforeAll(() => {
  Object.defineProperty(globalThis, 'ResizeObserver', { configurable: true, value: FakeResizeObserver });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 });
});

beforeEach(() => {
  asked = [];
  laterPlaces = [];
  places = [
    place('p1', 'Bergen', 60.39, 5.32),
    place('p2', 'Lisbon', 38.72, -9.14),
    place('p3', 'Lisbon', 38.72, -9.14),
  ];
  remember(server.api);
  const note = ({ request }: { request: Request }): void => {
    const { pathname, search } = new URL(request.url);
    // The plain list is also read to be kept for a page without a connection, at any moment.
    if (pathname !== '/api/capsules' || search !== '') asked.push(`${pathname.replace('/api', '')}${search}`);
  };
  server.http.use(
    http.get('*/api/memories/choices', () =>
      HttpResponse.json({ success: true, data: { years: [2024, 2019], tags: ['sea', 'home'] } }),
    ),
    http.get('*/api/capsules', (call) => {
      note(call);
      return HttpResponse.json({ success: true, data: [], nextCursor: null });
    }),
    http.get('*/api/memories/timeline', (call) => {
      note(call);
      const entries = [
        entry('n1', '2024-05-02', 'late'),
        entry('n2', '2024-01-02', 'early'),
        entry('n3', '2019-01-02', 'old'),
      ];
      const from = call.request.url.includes('fromYear=2019') ? entries.slice(2) : entries.slice(0, 2);
      return HttpResponse.json({ success: true, data: from, nextCursor: null });
    }),
    http.get('*/api/memories/map', (call) => {
      note(call);
      const later = new URL(call.request.url).searchParams.get('cursor') === 'more' ? laterPlaces : null;
      const nextCursor = later === null && laterPlaces.length > 0 ? 'more' : null;
      return HttpResponse.json({ success: true, data: { places: later ?? places, nextCursor } });
    }),
  );
});

const pick = async (chip: string, choice: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: chip }));
  await userEvent.click(await screen.findByRole('menuitem', { name: choice }));
};

describe('the filters of memories', () => {
  it('narrow the list, and can be taken away one by one or all at once', async () => {
    open('/memories');
    await pick('Year', '2024');
    await waitFor(() => expect(asked.at(-1)).toBe('/capsules?year=2024'));
    await pick('By', partner.firstName);
    await pick('Tag', '#sea');
    await pick('Kind', 'Albums');
    await userEvent.click(screen.getByRole('button', { name: 'Favourites' }));
    const all = `/capsules?year=2024&author=${partner._id}&tag=sea&kind=keepsake&shelf=favourites`;
    await waitFor(() => expect(asked.at(-1)).toBe(all));
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Tag: #sea' }));
    await waitFor(() => expect(asked.at(-1)).toBe(all.replace('&tag=sea', '')));
    expect(await screen.findByText('No memories match these filters.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Nothing here yet')).toBeVisible();
  });

  it('are read from the address, apply to each view, and ignore invalid values', async () => {
    const page = open('/memories?view=timeline&year=2024&author=somebody&kind=none&tag=');
    await waitFor(() => expect(asked).toEqual(['/memories/timeline?year=2024']));
    await page.go('/memories?view=hidden&favourites=1&kind=timed');
    await waitFor(() => expect(asked.at(-1)).toBe('/capsules?kind=timed&shelf=hidden'));
  });
});

describe('the timeline', () => {
  it('has a heading for each year, and jumps to a year that is not there yet', async () => {
    open('/memories?view=timeline');
    expect(await screen.findByRole('heading', { level: 3, name: '2024' })).toBeVisible();
    const jumps = within(screen.getByRole('navigation', { name: 'Jump to a year' }));
    await userEvent.click(jumps.getByRole('button', { name: '2024' }));
    expect(screen.getByRole('heading', { level: 3, name: '2024' })).toHaveFocus();
    expect(asked).toEqual(['/memories/timeline']);
    await userEvent.click(jumps.getByRole('button', { name: '2019' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 3, name: '2019' })).toHaveFocus());
    expect(asked.at(-1)).toBe('/memories/timeline?fromYear=2019');
    await userEvent.click(screen.getByRole('button', { name: 'Back to the newest' }));
    expect(await screen.findByRole('heading', { level: 3, name: '2024' })).toBeVisible();
  });

  it('has each day once above its memories', async () => {
    const items = [entry('n1', '2024-05-02', 'at noon'), entry('n2', '2024-05-02', 'at dawn')];
    server.http.use(
      http.get('*/api/memories/timeline', () => HttpResponse.json({ success: true, data: items, nextCursor: null })),
    );
    open('/memories?view=timeline');
    expect(await screen.findByText('at dawn')).toBeVisible();
    expect(screen.getAllByText('May 2, 2024', { selector: 'p' })).toHaveLength(1);
  });

  it('invites to open an album while it is empty', async () => {
    server.http.use(
      http.get('*/api/memories/timeline', () => HttpResponse.json({ success: true, data: [], nextCursor: null })),
    );
    open('/memories?view=timeline');
    expect(await screen.findByRole('heading', { name: 'Nothing on the timeline yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open an album' })).toHaveAttribute('href', '/memories?view=collecting');
  });

  it('says so when it could not be loaded', async () => {
    server.http.use(http.get('*/api/memories/timeline', () => HttpResponse.json({}, { status: 503 })));
    open('/memories?view=timeline');
    expect(await screen.findByText('Your capsules could not be loaded.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('the map', () => {
  it('shows one pin for memories of one place, and their cards', async () => {
    open('/memories?view=map');
    await userEvent.click(await screen.findByRole('button', { name: '2 memories here: Lisbon' }));
    const cards = within(await screen.findByRole('region', { name: 'Memories at this place' }));
    expect(cards.getAllByRole('listitem')).toHaveLength(2);
    expect(cards.getByText('about Lisbon', { selector: 'li:first-child p' })).toBeVisible();
    expect(cards.getAllByRole('link')[0]).toHaveAttribute('href', '/memories/k1?piece=p2');
    await userEvent.click(screen.getByRole('button', { name: '1 memory here: Bergen' }));
    await waitFor(() => expect(screen.getByText('about Bergen')).toBeVisible());
    expect(screen.queryByText('about Lisbon')).toBeNull();
  });

  it('names all places in a list, which leads to the same cards', async () => {
    open('/memories?view=map');
    const list = within(await screen.findByRole('region', { name: 'Your places' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Bergen'),
      expect.stringContaining('Lisbon'),
      expect.stringContaining('Lisbon'),
    ]);
    await userEvent.click(list.getByRole('button', { name: /Bergen/ }));
    expect(await screen.findByText('about Bergen')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Memories at this place' })).toHaveFocus());
  });

  it('shows the places of later pages too, each once', async () => {
    const [again] = places;
    if (!again) throw new Error('no place');
    laterPlaces = [again, { ...again, contributionId: 'p9', label: 'Oslo' }];
    open('/memories?view=map');
    const list = within(await screen.findByRole('region', { name: 'Your places' }));
    expect(await list.findByText('Oslo')).toBeVisible();
    expect(list.getAllByRole('listitem')).toHaveLength(places.length + 1);
    expect(asked.at(-1)).toBe('/memories/map?cursor=more&limit=1000');
  });

  it('zooms and moves by keys', async () => {
    open('/memories?view=map');
    const map = await screen.findByRole('group', { name: /^Map of your places/ });
    map.focus();
    const at = (): string | undefined => map.querySelector('g')?.getAttribute('style') ?? undefined;
    const seen = [at()];
    for (const key of ['{+}', '{ArrowRight}', '{-}']) {
      await userEvent.keyboard(key);
      seen.push(at());
    }
    expect(new Set(seen).size).toBe(4);
  });

  it('says so when there are no places', async () => {
    places = [];
    open('/memories?view=map');
    expect(await screen.findByText('Places that you add to albums and open capsules show here.')).toBeVisible();
  });
});
