import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { FRESH } from '../src/api/base-api.js';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import { getPartnerStatus } from '../src/platform/account/partner-status.js';
import { session } from '../src/platform/session/session.js';
import { useUnsentCount } from '../src/sync/index.js';
import { readPendingMessage } from '../src/sync/pending/pending-message.js';
import { openPending } from '../src/sync/pending/pending-storage.js';
import { me, partner } from './chat-server.js';
import { log, write } from './conversations.js';
import { FakeXhr } from './fake-xhr.js';
import { attach, isSent, never, refuseUpload, send, storedIds, usePendingPage } from './pending-page.js';

const { page, sentTexts, accept } = usePendingPage();

const UnsentCount = () => <p>{useUnsentCount()} unsent</p>;

const ALONE = { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 0 };

/** Ends and restores the couple as pairing answers it. */
function coupleOf(store: ReturnType<typeof page.open>) {
  let isLinked = true;
  const status = () => (isLinked ? undefined : HttpResponse.json({ success: true, data: ALONE }));
  page.http.use(http.get('*/api/partners/status', status));
  const become = (linked: boolean) =>
    act(async () => {
      isLinked = linked;
      await store.dispatch(getPartnerStatus.initiate(undefined, FRESH));
    });
  return { end: () => become(false), link: () => become(true) };
}

describe('messages that wait when the couple ends', () => {
  it('are refused, files too, and wait for a press when the two link again', async () => {
    page.wire.answerSend = () => Promise.reject(new Error('no answer'));
    page.http.use(http.post('*/api/messages', () => HttpResponse.error()));
    const couple = coupleOf(page.open());
    await attach();
    await send();
    await isSent(1);
    refuseUpload(503, 'UNAVAILABLE');
    await write('Come back{Enter}');
    await waitFor(() => expect(sentTexts()).toContain('Come back'));
    await couple.end();
    await waitFor(async () =>
      expect((await (await openPending()).of(me._id)).map(({ failure }) => failure)).toEqual([
        'NO_PARTNER',
        'NO_PARTNER',
      ]),
    );

    const before = sentTexts().length;
    accept();
    await couple.link();
    act(() => void window.dispatchEvent(new Event('online')));
    await write('Hello again{Enter}');
    await waitFor(() => expect(sentTexts().slice(before)).toEqual(['Hello again']));
    expect(FakeXhr.all).toHaveLength(1);
    expect(within(log()).getAllByText('Not sent: you were no longer linked.')).toHaveLength(2);
    await userEvent.click(within(log()).getAllByRole('button', { name: 'Retry' })[1] ?? log());
    await waitFor(() => expect(sentTexts().slice(before)).toEqual(['Hello again', 'Come back']));
  });

  it('are refused when it ended while the page was away, and nothing of the couple stays in memory', async () => {
    page.wire.answerSend = () => Promise.reject(new Error('no answer'));
    page.http.use(http.post('*/api/messages', () => HttpResponse.error()));
    const store = page.open();
    const storage = await openPending();
    const failures = async () => (await storage.of(me._id)).map(({ failure }) => failure);
    const cached = () => Object.values(store.getState().api.queries).map((answer) => answer?.endpointName);
    await write('Come back{Enter}');
    await waitFor(async () => expect(await failures()).toEqual([null]));
    expect(cached()).toContain('listScheduled');
    act(() => page.wire.breakOff());
    page.http.use(
      http.get('*/api/users/profile', () =>
        HttpResponse.json({ success: true, data: { ...me, partner: null, partnershipDate: null } }),
      ),
      http.get('*/api/partners/status', async () => {
        // The account is there first.
        await waitFor(() => expect(session.get().user?.partner).toBeNull());
        return HttpResponse.json({ success: true, data: ALONE });
      }),
    );
    page.wire.isReachable = true;
    act(() => page.wire.connect());
    await waitFor(async () => expect(await failures()).toEqual(['NO_PARTNER']));
    expect(cached()).not.toContain('listScheduled');
  });

  it('leave by themselves after a sign-in without an answer of pairing', async () => {
    page.wire.answerSend = () => Promise.reject(new Error('no answer'));
    page.http.use(http.post('*/api/messages', () => HttpResponse.error()));
    page.open();
    await write('Come back{Enter}');
    await waitFor(() => expect(sentTexts()).toContain('Come back'));
    act(() =>
      session.signedIn({ user: { ...me, partner: null }, partner: null, token: 'access', refreshToken: 'new' }),
    );
    await act(async () => void (await (await openPending()).of(me._id)));
    const before = sentTexts().length;
    accept();
    act(() => session.partnerChanged(partner, '2026-06-01T00:00:00Z'));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(sentTexts().slice(before)).toContain('Come back'));
    await waitFor(async () => expect(await storedIds()).toEqual([]));
  });

  it('stay refused when the upload under way breaks with it', async () => {
    const couple = coupleOf(page.open());
    await attach();
    await send();
    await isSent(1);
    const failures = async () => (await (await openPending()).of(me._id)).map(({ failure }) => failure);
    await couple.end();
    await waitFor(async () => expect(await failures()).toEqual(['NO_PARTNER']));
    act(() => FakeXhr.last.breakOff());
    await couple.link();
    page.wire.breakOff();
    page.wire.isReachable = true;
    act(() => page.wire.connect());
    await write('Hello again{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['Hello again']));
    expect(await failures()).toContain('NO_PARTNER');
    expect(FakeXhr.all).toHaveLength(1);
  });

  it('are refused when the server names another conversation, and do not count as unsent', async () => {
    const storage = await openPending();
    const row = {
      clientMessageId: 'x1',
      userId: me._id,
      chatId: 'earlier',
      content: 'For somebody else',
      replyTo: null,
    };
    await storage.put(readPendingMessage({ ...row, queuedAt: '2026-06-01T10:00:00Z', order: 1 }) ?? never());
    page.element = (
      <>
        <CoupleConversation />
        <UnsentCount />
      </>
    );
    page.open();
    await screen.findByRole('log');
    await waitFor(async () => expect((await storage.of(me._id))[0]?.failure).toBe('NO_PARTNER'));
    expect(await screen.findByText('0 unsent')).toBeVisible();
    expect(sentTexts()).toEqual([]);
    await storage.remove('x1');
  });
});
