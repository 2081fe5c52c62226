import type { GoalSummary } from '@duet/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { keptStorage } from '../src/platform/kept/kept-storage.js';
import { session } from '../src/platform/session/session.js';
import { aCapsuleSummary } from './capsules.js';
import { me, partner } from './chat-server.js';
import { ofPartner, useKeptPage, words } from './kept-page.js';
import { open } from './pages.js';

const kept = useKeptPage();
const { server, away, openAndKeep } = kept;

const AT = '2026-06-01T10:00:00.000Z';
const GOAL: GoalSummary = {
  ...{ _id: 'g1', coupleId: 'c1', createdBy: me._id, title: 'Ten books', why: '', category: 'learning' },
  ...{ type: 'counter', target: 10, unit: 'books', perWeek: null, dueAt: null, ownership: 'ours', status: 'active' },
  ...{ createdAt: AT, updatedAt: AT, achievedAt: null, version: 1, actions: [], milestones: [], cheers: 0 },
  ...{ cheeredToday: false, deleteAskedBy: null, progress: { done: 3, total: 10, thisWeek: null } },
};

describe('the kept state', () => {
  it('is shown at once and without a server, with one line that says so', async () => {
    const page = await openAndKeep();
    page.unmount();
    away();
    open('/chat');
    expect(await screen.findByText('home at 7')).toBeInTheDocument();
    expect(await screen.findByText(/^Duet cannot be reached right now/)).toBeInTheDocument();
  });

  it('is brought up to date by the changes since', async () => {
    const page = await openAndKeep();
    page.unmount();
    const pages: string[] = [];
    const later = ofPartner(3, 'or at 8');
    let release = (): void => undefined;
    server.api.refreshGate = new Promise((resolve) => void (release = resolve));
    server.http.use(
      server.api.get('/messages/conversation', (request) => pages.push(request.url)),
      server.api.get('/messages/sync', (request) => ({
        chatId: 'c1',
        changes: [{ kind: 'message', rev: 3, message: later }],
        after: Number(new URL(request.url).searchParams.get('after')),
        upTo: 3,
        asOf: 3,
        hasMore: false,
      })),
    );
    open('/chat');
    expect(await screen.findByText('home at 7')).toBeInTheDocument();
    release();
    expect(await screen.findByText('or at 8')).toBeInTheDocument();
    expect(screen.getByText('home at 7')).toBeInTheDocument();
    expect(pages).toEqual([]);
  });

  it('is asked for again by a page that opens after the server’s first answer', async () => {
    let title = 'Lisbon';
    server.http.use(
      http.get('*/api/capsules', () =>
        HttpResponse.json({ success: true, data: [aCapsuleSummary({ title })], nextCursor: null }),
      ),
    );
    const page = await openAndKeep();
    await waitFor(async () => expect(await words()).toContain('Lisbon'));
    page.unmount();
    title = 'Porto';
    let release = (): void => undefined;
    server.api.refreshGate = new Promise((resolve) => void (release = resolve));
    const next = open('/chat');
    await screen.findByText('home at 7');
    release();
    await waitFor(() => expect(session.get().status).toBe('authenticated'));
    await next.go('/memories');
    expect(await screen.findByRole('heading', { name: 'Porto' })).toBeInTheDocument();
  });

  it('gives way to the newest page after a long absence', async () => {
    const page = await openAndKeep();
    page.unmount();
    kept.messages = [ofPartner(1, 'much later', { rev: 901 })];
    server.http.use(
      server.api.get('/messages/sync', () => ({
        chatId: 'c1',
        changes: [],
        after: 2,
        upTo: 500,
        asOf: 901,
        hasMore: true,
      })),
    );
    open('/chat');
    expect(await screen.findByText('much later')).toBeInTheDocument();
    expect(screen.queryByText('home at 7')).not.toBeInTheDocument();
  });

  it.each<[string, () => void]>([
    ['signing out', () => session.signedOut(true)],
    ['the end of the session', () => session.signedOut()],
    [
      'another account',
      () =>
        session.signedIn({
          user: { ...me, _id: 'cleo', partner: null },
          partner: null,
          token: 't1',
          refreshToken: 'r1',
        }),
    ],
  ])('goes with %s', async (_what, end) => {
    await openAndKeep();
    act(end);
    await waitFor(async () => expect(await keptStorage.read()).toBeNull());
  });

  it('goes with an unlink, at the next contact', async () => {
    const page = await openAndKeep();
    page.unmount();
    server.api.linked = false;
    open('/dashboard');
    await screen.findByText('No Partner Connected');
    await waitFor(async () => expect(await keptStorage.read()).toBeNull());
  });

  it('has nothing of the former couple after a new link, also when its own cannot be loaded', async () => {
    let capsules = (): Response =>
      HttpResponse.json({ success: true, data: [{ _id: 'k1', title: 'Lisbon', cover: null }], nextCursor: null });
    server.http.use(http.get('*/api/capsules', () => capsules()));
    const page = await openAndKeep();
    await waitFor(async () => expect(await words()).toContain('Lisbon'));
    server.api.linked = false;
    const at = new Date().toISOString();
    act(() => page.wire.deliver('partner_activity', { kind: 'unlinked', entity: { type: 'couple', id: 'c1' }, at }));
    await waitFor(async () => expect(await keptStorage.read()).toBeNull());
    capsules = () => HttpResponse.json({}, { status: 500 });
    server.api.linked = true;
    act(() => page.wire.deliver('partner_linked', { firstName: 'Cleo', chatId: 'c1' }));
    await waitFor(async () => expect(await words()).toContain('getPartnerStatus'));
    expect(await words()).not.toContain('Lisbon');
  });

  it('gives way to the loading of another conversation, also when that fails', async () => {
    const page = await openAndKeep();
    page.unmount();
    const couple = { _id: 'c2', chatId: 'c2', linkedAt: AT, timezone: 'UTC', togetherSince: '2026-06-01' };
    const rest = { togetherSinceVersion: 0, hiddenParts: [], version: 1 };
    let release = (): void => undefined;
    server.api.refreshGate = new Promise((resolve) => void (release = resolve));
    server.http.use(
      server.api.get('/partners/status', () => ({
        ...{ hasPartner: true, partner, couple: { ...couple, ...rest }, nickname: null, pendingRequests: 0 },
      })),
      http.get('*/api/messages/conversation', () => HttpResponse.json({}, { status: 500 })),
    );
    open('/chat');
    await screen.findByText('home at 7');
    release();
    expect(await screen.findByRole('heading', { name: 'The messages could not be loaded' })).toBeInTheDocument();
    expect(screen.queryByText('home at 7')).not.toBeInTheDocument();
  });

  it('keeps what earlier pages have brought, also for a page that begins with a contact', async () => {
    const first = await openAndKeep();
    await first.go('/dashboard');
    await waitFor(async () => expect(await words()).toContain('getDates'));
    first.unmount();
    let load = (): void => undefined;
    jest.spyOn(keptStorage, 'read').mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => void (load = resolve));
      return keptStorage.read();
    });
    const second = open('/chat');
    await screen.findByText('home at 7');
    await waitFor(() => expect(session.get().status).toBe('authenticated'));
    act(() => second.wire.deliver('new_message', ofPartner(3, 'or at 8')));
    load();
    await waitFor(async () => expect(await words()).toContain('or at 8'));
    expect(await words()).toContain('getDates');
    jest.restoreAllMocks();
  });

  it('shows the goal of the dashboard', async () => {
    server.http.use(
      http.get('*/api/goals', () => HttpResponse.json({ success: true, data: [GOAL], nextCursor: null })),
    );
    const page = await openAndKeep();
    await page.go('/dashboard');
    await waitFor(async () => expect(await words()).toContain('Ten books'));
    page.unmount();
    away();
    open('/dashboard');
    expect(await screen.findByRole('link', { name: 'Ten books' })).toBeInTheDocument();
  });

  it('loses a deleted message', async () => {
    const page = await openAndKeep();
    const deleted = ofPartner(2, '', { rev: 3, deletedAt: new Date().toISOString() });
    act(() =>
      page.wire.deliver('message_status_update', {
        chatId: 'c1',
        messageId: deleted._id,
        rev: 3,
        status: 'deleted',
        message: deleted,
      }),
    );
    await waitFor(async () => expect(await words()).not.toContain('home at 7'));
    expect(await words()).toContain('the key is under the pot');
  });

  it('loses a message that disappears by the clock of the device, also without a server', async () => {
    kept.messages[0] = ofPartner(1, 'gone soon', { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const page = await openAndKeep();
    expect(await words()).toContain('gone soon');
    page.unmount();
    away();
    const later = Date.now() + 120_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    open('/chat');
    await screen.findByText('home at 7');
    expect(screen.queryByText('gone soon')).not.toBeInTheDocument();
    await waitFor(async () => expect(await words()).not.toContain('gone soon'));
    jest.restoreAllMocks();
  });

  it('is no empty conversation when all that it had has disappeared', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    kept.messages = [ofPartner(1, 'gone soon', { expiresAt }), ofPartner(2, 'home at 7', { expiresAt })];
    const page = await openAndKeep();
    page.unmount();
    away();
    const later = Date.now() + 120_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    open('/chat');
    expect(await screen.findByRole('heading', { name: 'The messages could not be loaded' })).toBeInTheDocument();
    expect(screen.queryByText(/^Say hello/)).not.toBeInTheDocument();
    await waitFor(async () => expect(await words()).not.toContain('gone soon'));
    jest.restoreAllMocks();
  });

  it('follows a capsule that is sealed', async () => {
    let cover: { id: string } | null = { id: 'the-cover' };
    server.http.use(
      http.get('*/api/capsules', () =>
        HttpResponse.json({ success: true, data: [{ _id: 'k1', title: 'Lisbon', cover }], nextCursor: null }),
      ),
    );
    const page = await openAndKeep();
    await waitFor(async () => expect(await words()).toContain('the-cover'));
    cover = null;
    act(() =>
      page.wire.deliver('capsule_updated', {
        capsuleId: 'k1',
        action: 'sealed',
        by: { _id: me._id, firstName: 'Ada' },
        status: 'sealed',
        counts: { total: 1, byUser: {}, byKind: {} },
        version: 2,
      }),
    );
    await waitFor(async () => expect(await words()).not.toContain('the-cover'));
    expect(await words()).toContain('Lisbon');
  });

  it('has nothing of a part that is switched off', async () => {
    const page = await openAndKeep();
    await page.go('/dashboard');
    await waitFor(async () => expect(await words()).toContain('getNudgeState'));
    server.api.hiddenParts = ['gestures'];
    act(() =>
      page.wire.deliver('partner_activity', {
        kind: 'parts_changed',
        entity: { type: 'couple', id: 'c1' },
        at: new Date().toISOString(),
      }),
    );
    await waitFor(async () => expect(await words()).not.toContain('getNudgeState'));
    expect(await words()).toContain('getDates');
  });
});
