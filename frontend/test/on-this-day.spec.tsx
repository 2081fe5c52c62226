import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { aContribution, aText } from './capsules.js';
import { aMessage, me, partner } from './chat-server.js';
import { choose, item, memory, useOnThisDay } from './on-this-day-scene.js';
import { open } from './pages.js';

const NO_COUNTS = { total: 0, byUser: {}, byKind: {} };

const scene = useOnThisDay();
const { server } = scene;

describe('"On this day" on the dashboard', () => {
  it('is hidden without messages', async () => {
    open('/dashboard');
    expect(await screen.findByRole('region', { name: 'Activity' })).toBeVisible();
    expect(screen.queryByText('On this day')).not.toBeInTheDocument();
  });

  it('shows three messages with their years and links to the chat and the full list', async () => {
    scene.items = [item(5, 1), item(3, 2), item(2, 2), item(1, 3)];
    const app = open('/dashboard');
    const card = await screen.findByRole('region', { name: 'On this day' });
    expect(
      within(card)
        .getAllByRole('heading', { level: 3 })
        .map((heading) => heading.firstChild?.textContent),
    ).toEqual(['1 year ago', '2 years ago']);
    expect(within(card).getAllByRole('listitem')).toHaveLength(3);
    expect(within(card).getByRole('link', { name: 'Show all 4' })).toHaveAttribute('href', '/memories');
    const link = within(card).getByRole('link', { name: 'memory 3' });
    expect(link).toHaveAttribute('href', '/chat/c1?seq=3');
    await userEvent.click(link);
    await waitFor(() => expect(app.at()).toBe('/chat/c1'));
  });

  it('mixes messages with contributions, and hides a capsule at once', async () => {
    scene.items = [item(5, 1), item(4, 1), item(3, 1)];
    scene.memories = [memory('k1', 1, 'the storm'), memory('k2', 2, null)];
    const app = open('/dashboard');
    const card = await screen.findByRole('region', { name: 'On this day' });
    expect(
      within(card)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      expect.stringContaining('memory 5'),
      expect.stringContaining('the storm'),
      expect.stringContaining('memory 4'),
    ]);
    expect(within(card).getByText('Lisbon')).toBeVisible();
    expect(within(card).getByRole('link', { name: 'Show all 5' })).toBeVisible();
    expect(within(card).getByRole('link', { name: 'Bob · 🌊 Capsule k1' })).toHaveAttribute('href', '/memories/k1');
    await choose(card, /More about Capsule k1/, 'Not this capsule');
    await waitFor(() => expect(within(card).queryByText('the storm')).not.toBeInTheDocument());
    expect(scene.hidden).toEqual([{ capsuleId: 'k1' }]);
    expect(app.at()).toBe('/dashboard');
  });

  it('leaves out what the partner deletes or reopens, and shows it again once it is restored', async () => {
    const by = { _id: partner._id, firstName: 'Bob' };
    const update = { capsuleId: 'k1', by, status: 'completed', counts: NO_COUNTS, version: 2 } as const;
    const storm = [memory('k1', 1, 'the storm')];
    scene.memories = storm;
    const { wire } = open('/dashboard');
    expect(await screen.findByText('the storm')).toBeVisible();
    for (const action of ['deleted', 'reopened'] as const) {
      scene.memories = [];
      act(() => wire.deliver('capsule_updated', { ...update, action }));
      await waitFor(() => expect(screen.queryByText('the storm')).not.toBeInTheDocument());
      scene.memories = storm;
      act(() => wire.deliver('capsule_updated', { ...update, action: 'restored' }));
      expect(await screen.findByText('the storm')).toBeVisible();
    }
  });

  it('shows the files of contributions, the quote of a kept message and kept answers', async () => {
    const kept = memory('k1', 1, '');
    const quote = { messageId: 'm7', seq: 7, by: partner._id, words: 'You and me', sentAt: '2025-11-21T10:00:00.000Z' };
    const answers = [{ by: me._id, chosen: null, words: 'The sea' }];
    const pieces = [
      aContribution('p1', partner._id),
      aContribution('v1', partner._id, { kind: 'voice' }),
      aContribution('f1', partner._id, { attachment: { kind: 'file' } }),
      aText({ _id: 'm1', kind: 'message', keptMessage: quote }),
      aText({ _id: 'a1', kind: 'answer', keptAnswers: { questionId: 'q1', question: 'Sea or hills?', answers } }),
    ];
    scene.memories = pieces.map((contribution) => ({ ...kept, contribution }));
    open('/memories');
    const section = await screen.findByRole('region', { name: 'On this day' });
    expect(await within(section).findByText('You and me')).toBeVisible();
    expect(within(section).getByText('Sea or hills?')).toBeVisible();
    expect(within(section).getByText('The sea')).toBeVisible();
    expect(within(section).getByText('f1.jpg')).toBeVisible();
    expect(within(section).getByRole('button', { name: 'Play voice note' })).toBeVisible();
    expect(within(section).getByRole('button', { name: /^Open photo from Bob/ })).toBeVisible();
  });

  it('shows the day on which a capsule was finished', async () => {
    scene.memories = [memory('k2', 2, null)];
    open('/memories');
    const section = await screen.findByRole('region', { name: 'On this day' });
    const link = await within(section).findByRole('link', { name: 'You two finished this on that day.' });
    expect(link).toHaveAttribute('href', '/memories/k2');
  });

  it('hides a message at once and restores it when the server refuses', async () => {
    scene.items = [item(5, 1), item(3, 2)];
    open('/dashboard');
    const card = await screen.findByRole('region', { name: 'On this day' });
    await choose(card, /1 year ago/, 'Not this one');
    await waitFor(() => expect(within(card).queryByText('memory 5')).not.toBeInTheDocument());
    expect(scene.hidden).toEqual([{ messageId: item(5, 1).message._id }]);
    server.http.use(http.post('*/api/memories/on-this-day/hide', () => HttpResponse.json({}, { status: 500 })));
    await choose(card, /2 years ago/, 'Not this one');
    expect(await screen.findByText('Server error. Please try again later.')).toBeVisible();
    expect(await screen.findByText('memory 3')).toBeVisible();
  });

  it('restores a message when hiding it fails without a connection', async () => {
    scene.items = [item(5, 1)];
    open('/dashboard');
    const card = await screen.findByRole('region', { name: 'On this day' });
    await within(card).findByText('memory 5');
    server.http.use(http.all('*/api/*', () => HttpResponse.error()));
    await choose(card, /1 year ago/, 'Not this one');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await screen.findByText('memory 5')).toBeVisible();
  });

  it('restores both messages when hiding them fails one after the other without a connection', async () => {
    scene.items = [item(5, 1), item(4, 1), item(3, 2)];
    open('/memories');
    const section = await screen.findByRole('region', { name: 'On this day' });
    await within(section).findByText('memory 5');
    const fail: (() => void)[] = [];
    server.http.use(
      http.get('*/api/memories/on-this-day', () => HttpResponse.error()),
      http.post('*/api/memories/on-this-day/hide', async () => {
        await new Promise<void>((resolve) => fail.push(resolve));
        return HttpResponse.error();
      }),
    );
    const shown = () =>
      within(section)
        .queryAllByText(/^memory \d$/)
        .map(({ textContent }) => textContent);
    await choose(section, /your message, 1 year ago/, 'Not this one');
    await choose(section, /Bob, 1 year ago/, 'Not this one');
    await waitFor(() => expect(fail).toHaveLength(2));
    // The store may tell the page of a change a frame after the call has begun.
    await waitFor(() => expect(shown()).toEqual(['memory 3']));
    await act(async () => fail[0]?.());
    await waitFor(() => expect(shown()).toEqual(['memory 5', 'memory 3']));
    await act(async () => fail[1]?.());
    await waitFor(() => expect(shown()).toEqual(['memory 5', 'memory 4', 'memory 3']));
  });

  it('reloads when another device hides something', async () => {
    scene.items = [item(5, 1)];
    const { wire } = open('/dashboard');
    expect(await screen.findByText('memory 5')).toBeVisible();
    scene.items = [];
    act(() => wire.deliver('on_this_day_updated', { chatId: 'c1' }));
    await waitFor(() => expect(screen.queryByText('On this day')).not.toBeInTheDocument());
  });

  it('reloads when one of its messages is deleted, but not for others', async () => {
    scene.items = [item(5, 1), item(3, 1)];
    const { wire } = open('/dashboard');
    expect(await screen.findByText('memory 5')).toBeVisible();
    let asked = 0;
    server.http.events.on(
      'request:start',
      ({ request }) => void (asked += request.url.endsWith('/on-this-day') ? 1 : 0),
    );
    const deleted = (seq: number) => {
      const message = { ...aMessage(seq, partner), content: '', deletedAt: new Date().toISOString() };
      act(() =>
        wire.deliver('message_status_update', {
          chatId: 'c1',
          rev: message.rev,
          messageId: message._id,
          status: 'deleted',
          message,
        }),
      );
    };
    deleted(9);
    scene.items = [item(3, 1)];
    deleted(5);
    await waitFor(() => expect(screen.queryByText('memory 5')).not.toBeInTheDocument());
    expect(asked).toBe(1);
    server.http.events.removeAllListeners();
  });
});
