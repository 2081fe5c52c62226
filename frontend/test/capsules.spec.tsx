import type { CapsuleView } from '@duet/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { data } from './api-server.js';
import { aCapsule, aCapsuleSummary, aText, anUpdate } from './capsules.js';
import { me, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

let capsule: CapsuleView;
let refusals: number;
let sent: object[];

/** A test that moves the date alone leaves these to the real clock. */
const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'nextTick',
  'performance',
  'requestAnimationFrame',
  'cancelAnimationFrame',
] as const;

beforeEach(() => {
  capsule = aCapsule();
  [refusals, sent] = [0, []];
  remember(server.api);
  server.http.use(
    http.get('*/api/capsules/:id', ({ params }) =>
      params['id'] === 'k1'
        ? data(capsule)
        : HttpResponse.json({ success: false, code: 'CAPSULE_NOT_FOUND', message: 'gone' }, { status: 404 }),
    ),
    http.post('*/api/capsules/:id/contributions', async ({ request }) => {
      sent.push(Object(await request.json()));
      if (refusals-- > 0)
        return HttpResponse.json({ success: false, code: 'UNAVAILABLE', message: 'Not now' }, { status: 503 });
      return data({ _id: 'n1' });
    }),
  );
});

describe('the page of a capsule', () => {
  it('keeps what was typed when adding fails, and repeats it under the same id', async () => {
    refusals = 1;
    open('/memories/k1');
    await userEvent.type(await screen.findByLabelText('Your words'), 'I knew it at once');
    await userEvent.click(screen.getByRole('button', { name: 'Put it in' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByLabelText('Your words')).toHaveValue('I knew it at once');
    await userEvent.click(screen.getByRole('button', { name: 'Put it in' }));
    await waitFor(() => expect(screen.getByLabelText('Your words')).toHaveValue(''));
    const [first, second] = sent;
    expect(first).toEqual(second);
  });

  it('sends a day only when one was chosen, and shows that of the couple meanwhile', async () => {
    server.api.timezone = 'Pacific/Kiritimati';
    jest.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.000Z'), doNotFake: [...TIMERS] });
    open('/memories/k1');
    const day = within(await screen.findByRole('group', { name: /^When it happened/ }));
    await waitFor(() => expect(day.getByRole('spinbutton', { name: /^day/ })).toHaveTextContent('21'));
    jest.setSystemTime(Date.parse('2026-11-21T12:00:00.000Z'));
    await userEvent.type(screen.getByLabelText('Your words'), 'First');
    expect(day.getByRole('spinbutton', { name: /^day/ })).toHaveTextContent('22');
    await userEvent.click(screen.getByRole('button', { name: 'Put it in' }));
    await waitFor(() => expect(screen.getByLabelText('Your words')).toHaveValue(''));
    await userEvent.type(screen.getByLabelText('Your words'), 'Second');
    await userEvent.click(day.getByRole('spinbutton', { name: /^year/ }));
    await userEvent.keyboard('2010');
    await userEvent.click(screen.getByRole('button', { name: 'Put it in' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]).not.toHaveProperty('happenedAt');
    expect(sent[1]).toHaveProperty('happenedAt', '2010-11-22');
    jest.useRealTimers();
  });

  it('shows a letter to be copied when the partner seals the capsule, and goes on with it when that is undone', async () => {
    const { wire } = open('/memories/k1');
    await userEvent.type(await screen.findByLabelText('Your words'), 'My dear');
    await userEvent.type(screen.getByLabelText('Place (optional)'), 'Porto');
    const become = (more: Partial<CapsuleView>): void => {
      capsule = { ...capsule, ...more };
      act(() => wire.deliver('capsule_updated', anUpdate(capsule)));
    };
    const { status, actions } = capsule;
    become({ status: 'sealed', sealedAt: '2026-11-02T10:00:00.000Z', actions: [] });
    expect(await screen.findByText(/^These words cannot be added right now/)).toBeVisible();
    const words = screen.getByLabelText('Your words');
    expect(words).toHaveValue('My dear');
    expect(words).toHaveAttribute('readonly');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('My dear');
    expect(screen.queryByRole('button', { name: 'Put it in' })).toBeNull();

    become({ status, sealedAt: null, actions });
    await userEvent.click(await screen.findByRole('button', { name: 'Put it in' }));
    await waitFor(() =>
      expect(sent).toEqual([expect.objectContaining({ text: 'My dear', place: { label: 'Porto' } })]),
    );
  });

  it('keeps a comment when the partner reopens the album', async () => {
    capsule = aCapsule({ kind: 'keepsake', status: 'completed', actions: ['comment'] });
    const { wire } = open('/memories/k1');
    await userEvent.type(await screen.findByLabelText('Comment'), 'So long ago');
    capsule = { ...capsule, status: 'collecting', actions: [] };
    act(() => wire.deliver('capsule_updated', anUpdate(capsule)));
    expect(await screen.findByText(/^These words cannot be added right now/)).toBeVisible();
    expect(screen.getByLabelText('Comment')).toHaveValue('So long ago');
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  });

  it('offers exactly what the server allows', async () => {
    capsule = { ...capsule, status: 'sealed', sealedAt: '2026-11-02T10:00:00.000Z', actions: ['propose_date'] };
    open('/memories/k1');
    expect(await screen.findByRole('button', { name: 'Propose another day' })).toBeVisible();
    expect(screen.queryByLabelText('Your words')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open the seal again' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More about this capsule' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Share in chat',
      'Hide for me',
    ]);
  });

  it('counts down by the server’s time, not the device’s', async () => {
    const unlockAt = '2036-06-01T09:00:00.000Z';
    const tenDaysBefore = Date.parse(unlockAt) - 10 * 24 * 60 * 60 * 1000 + 60_000;
    const headers = { 'server-time': String(tenDaysBefore) };
    capsule = { ...capsule, status: 'sealed', unlockAt, sealedAt: '2026-11-02T10:00:00.000Z', actions: [] };
    server.http.use(
      http.get('*/api/capsules/:id', () => HttpResponse.json({ success: true, data: capsule }, { headers })),
    );
    open('/memories/k1');
    expect(await screen.findByRole('timer')).toHaveTextContent('10 days');
  });

  it('asks the server when the countdown ends, which alone opens', async () => {
    const unlockAt = new Date(Date.now() + 1_000).toISOString();
    capsule = { ...capsule, status: 'sealed', unlockAt, sealedAt: '2026-11-02T10:00:00.000Z', actions: [] };
    const headers = (): Record<string, string> => ({ 'server-time': String(Date.now()) });
    server.http.use(
      http.get('*/api/capsules/:id', () => {
        if (Date.now() > Date.parse(unlockAt)) capsule = { ...capsule, status: 'ready', actions: ['open'] };
        return HttpResponse.json({ success: true, data: capsule }, { headers: headers() });
      }),
    );
    open('/memories/k1');
    expect(await screen.findByRole('timer')).toBeVisible();
    expect(await screen.findByRole('button', { name: "I'm ready" }, { timeout: 5_000 })).toBeVisible();
  });

  it('shows an open capsule one by one, in the order of its days', async () => {
    const piece = (_id: string, author: string, text: string) => aText({ _id, author, text });
    const contributions = [piece('n1', me._id, 'Mine'), piece('n2', partner._id, 'Theirs')];
    capsule = { ...capsule, status: 'completed', completedAt: '2036-06-01T09:00:00.000Z', contributions, actions: [] };
    open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: 'Open one by one' }));
    expect(screen.getByText('1 of 2')).toBeVisible();
    expect(screen.getByText('Mine')).toBeVisible();
    expect(screen.queryByText('Theirs')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('Theirs')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show everything' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('begins to show a capsule by itself when it opens on the page, and once', async () => {
    const shut = { status: 'ready' as const, actions: ['open' as const], openConfirmedBy: [partner._id] };
    capsule = { ...capsule, ...shut };
    const contributions = [aText({ text: 'Mine' }), aText({ _id: 'n2', author: partner._id, text: 'Theirs' })];
    const opened = { ...capsule, status: 'completed' as const, contributions, actions: ['comment' as const] };
    server.http.use(http.post('*/api/capsules/:id/open', () => data((capsule = opened))));
    const { wire } = open('/memories/k1');
    await userEvent.click(await screen.findByRole('button', { name: "I'm ready" }));
    const reveal = within(await screen.findByRole('dialog', { name: 'Open one by one' }));
    expect(reveal.getByText('1 of 2')).toBeVisible();
    await userEvent.click(reveal.getByRole('button', { name: 'Show everything' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    capsule = { ...opened, title: 'Another title', version: 2 };
    const completedAt = '2036-06-01T09:00:00.000Z';
    act(() => wire.deliver('capsule_completed', { capsuleId: 'k1', title: 'x', completedAt, version: 2 }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Another title' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Memory capsule completed! 🎉')).toBeNull();
  });

  it('does not begin by itself where it was open before', async () => {
    capsule = { ...capsule, status: 'completed', contributions: [aText({ text: 'Mine' })], actions: [] };
    open('/memories/k1');
    expect(await screen.findByRole('button', { name: 'Open one by one' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has the colours that the partner chooses meanwhile', async () => {
    const { wire } = open('/memories/k1');
    const head = (await screen.findByRole('heading', { level: 1 })).closest('header');
    expect(head).not.toHaveAttribute('data-look');
    capsule = { ...capsule, theme: 'night', version: 2 };
    const { status, counts, version } = capsule;
    const by = { _id: partner._id, firstName: partner.firstName };
    act(() =>
      wire.deliver('capsule_updated', { capsuleId: 'k1', action: 'details_changed', by, status, counts, version }),
    );
    await waitFor(() => expect(head).toHaveAttribute('data-look', 'night'));
  });

  it('says so when there is no such capsule', async () => {
    open('/memories/k2');
    expect(await screen.findByRole('heading', { name: 'This capsule does not exist any more' })).toBeVisible();
  });
});

describe('the list of capsules', () => {
  it('shows each in its colours', async () => {
    const list = [aCapsuleSummary({ theme: 'sun' }), aCapsuleSummary({ _id: 'k2', title: 'Plain' })];
    server.http.use(
      http.get('*/api/capsules', () => HttpResponse.json({ success: true, data: list, nextCursor: null })),
    );
    open('/memories');
    const cardOf = (name: string) => screen.getByRole('link', { name }).closest('li');
    await screen.findByRole('link', { name: 'Plain' });
    expect(cardOf('For our tenth year')).toHaveAttribute('data-look', 'sun');
    expect(cardOf('Plain')).not.toHaveAttribute('data-look');
  });

  it('asks for the state of the chosen view', async () => {
    const asked: string[] = [];
    server.http.use(
      http.get('*/api/capsules', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ success: true, data: [aCapsuleSummary()], nextCursor: null });
      }),
    );
    open('/memories');
    expect(await screen.findByRole('link', { name: 'For our tenth year' })).toHaveAttribute('href', '/memories/k1');
    await userEvent.click(screen.getByRole('tab', { name: 'Sealed' }));
    await waitFor(() => expect(asked).toContain('?status=sealed'));
  });
});
