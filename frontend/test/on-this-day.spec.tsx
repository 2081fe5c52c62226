import type { HiddenMemory, OnThisDayItem, OnThisDayMemory, OnThisDayView } from '@duet/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { loadLanguage } from '../src/texts/load-language.js';
import { aContribution, aFile, aText } from './capsules.js';
import { aMessage, me, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

let enabled: boolean;
let items: OnThisDayItem[];
let memories: OnThisDayMemory[];
let exclusions: HiddenMemory[];
let hidden: object[];

const item = (seq: number, yearsAgo: number, more: object = {}): OnThisDayItem => {
  const date = `${2026 - yearsAgo}-11-21`;
  return {
    yearsAgo,
    date,
    message: {
      ...aMessage(seq, seq % 2 ? me : partner),
      chatId: 'c1',
      createdAt: `${date}T10:00:00.000Z`,
      content: `memory ${seq}`,
      ...more,
    },
  };
};

const memory = (id: string, yearsAgo: number, text: string | null): OnThisDayMemory => {
  const date = `${2026 - yearsAgo}-11-21`;
  const contribution = aText({
    _id: `${id}-${text}`,
    capsuleId: id,
    author: partner._id,
    text: text ?? '',
    place: { label: 'Lisbon' },
    happenedAt: date,
    createdAt: `${date}T10:00:00.000Z`,
  });
  const capsule = { _id: id, title: `Capsule ${id}`, emoji: '🌊' };
  return { yearsAgo, date, capsule, contribution: text === null ? null : contribution };
};

const data = (value: unknown) => HttpResponse.json({ success: true, data: value });

beforeEach(() => {
  [enabled, items, memories, exclusions, hidden] = [true, [], [], [], []];
  remember(server.api);
  server.http.use(
    http.get('*/api/memories/on-this-day', () =>
      data({
        enabled,
        day: '2026-11-21',
        until: '2126-01-01T00:00:00.000Z',
        items: enabled ? items : [],
        memories: enabled ? memories : [],
      } satisfies OnThisDayView),
    ),
    http.put('*/api/memories/on-this-day', async ({ request }) => {
      ({ enabled } = Object(await request.json()));
      return data({ enabled });
    }),
    http.post('*/api/memories/on-this-day/hide', async ({ request }) => {
      const what = Object(await request.json());
      hidden.push(what);
      items = items.filter(
        ({ message, date }) => message._id !== what.messageId && !(what.from <= date && date <= what.to),
      );
      memories = memories.filter(
        ({ capsule, date }) => capsule._id !== what.capsuleId && !(what.from <= date && date <= what.to),
      );
      return data({ _id: 'e', kind: 'period', from: '2025-01-01', to: '2025-01-01' });
    }),
    http.post<never, { ids: string[] }>('*/api/capsules/:id/links', async ({ request }) =>
      data({ files: (await request.json()).ids.map((id) => ({ id, file: aFile(id) })) }),
    ),
    http.get('*/api/memories/on-this-day/exclusions', () => data({ enabled, exclusions })),
    http.delete('*/api/memories/on-this-day/exclusions/:id', ({ params }) => {
      exclusions = exclusions.filter(({ _id }) => _id !== params['id']);
      return data({ done: true });
    }),
  );
});

const choose = async (scope: HTMLElement, label: RegExp, entry: string): Promise<void> => {
  await userEvent.click(within(scope).getByRole('button', { name: label }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

describe('"On this day" on the dashboard', () => {
  it('is hidden without messages', async () => {
    open('/dashboard');
    expect(await screen.findByRole('region', { name: 'Activity' })).toBeVisible();
    expect(screen.queryByText('On this day')).not.toBeInTheDocument();
  });

  it('shows three messages with their years and links to the chat and the full list', async () => {
    items = [item(5, 1), item(3, 2), item(2, 2), item(1, 3)];
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
    items = [item(5, 1), item(4, 1), item(3, 1)];
    memories = [memory('k1', 1, 'the storm'), memory('k2', 2, null)];
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
    expect(hidden).toEqual([{ capsuleId: 'k1' }]);
    expect(app.at()).toBe('/dashboard');
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
    memories = pieces.map((contribution) => ({ ...kept, contribution }));
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
    memories = [memory('k2', 2, null)];
    open('/memories');
    const section = await screen.findByRole('region', { name: 'On this day' });
    const link = await within(section).findByRole('link', { name: 'You two finished this on that day.' });
    expect(link).toHaveAttribute('href', '/memories/k2');
  });

  it('hides a message at once and restores it when the server refuses', async () => {
    items = [item(5, 1), item(3, 2)];
    open('/dashboard');
    const card = await screen.findByRole('region', { name: 'On this day' });
    await choose(card, /1 year ago/, 'Not this one');
    await waitFor(() => expect(within(card).queryByText('memory 5')).not.toBeInTheDocument());
    expect(hidden).toEqual([{ messageId: item(5, 1).message._id }]);
    server.http.use(http.post('*/api/memories/on-this-day/hide', () => HttpResponse.json({}, { status: 500 })));
    await choose(card, /2 years ago/, 'Not this one');
    expect(await screen.findByText('Server error. Please try again later.')).toBeVisible();
    expect(await screen.findByText('memory 3')).toBeVisible();
  });

  it('restores a message when hiding it fails without a connection', async () => {
    items = [item(5, 1)];
    open('/dashboard');
    const card = await screen.findByRole('region', { name: 'On this day' });
    await within(card).findByText('memory 5');
    server.http.use(http.all('*/api/*', () => HttpResponse.error()));
    await choose(card, /1 year ago/, 'Not this one');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await screen.findByText('memory 5')).toBeVisible();
  });

  it('restores both messages when hiding them fails one after the other without a connection', async () => {
    items = [item(5, 1), item(4, 1), item(3, 2)];
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
    expect(shown()).toEqual(['memory 3']);
    await act(async () => fail[0]?.());
    await waitFor(() => expect(shown()).toEqual(['memory 5', 'memory 3']));
    await act(async () => fail[1]?.());
    await waitFor(() => expect(shown()).toEqual(['memory 5', 'memory 4', 'memory 3']));
  });

  it('reloads when another device hides something', async () => {
    items = [item(5, 1)];
    const { wire } = open('/dashboard');
    expect(await screen.findByText('memory 5')).toBeVisible();
    items = [];
    act(() => wire.deliver('on_this_day_updated', { chatId: 'c1' }));
    await waitFor(() => expect(screen.queryByText('On this day')).not.toBeInTheDocument());
  });

  it('reloads when one of its messages is deleted, but not for others', async () => {
    items = [item(5, 1), item(3, 1)];
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
    items = [item(3, 1)];
    deleted(5);
    await waitFor(() => expect(screen.queryByText('memory 5')).not.toBeInTheDocument());
    expect(asked).toBe(1);
    server.http.events.removeAllListeners();
  });
});

describe('"On this day" on the memories page', () => {
  it('says that there is nothing yet', async () => {
    open('/memories');
    expect(await screen.findByRole('heading', { name: 'Nothing from this day yet' })).toBeVisible();
  });

  it('hides a range of days and rejects one that ends before it starts', async () => {
    items = [item(5, 1), item(3, 2)];
    open('/memories');
    const section = await screen.findByRole('region', { name: 'On this day' });
    await within(section).findByText('memory 5');
    await choose(section, /1 year ago/, 'Not this period…');
    const dialog = await screen.findByRole('dialog', { name: 'Hide a period' });
    const last = within(dialog).getByRole('group', { name: 'Last day' });
    await userEvent.click(within(last).getByRole('spinbutton', { name: /year/ }));
    await userEvent.keyboard('2024');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Hide' }));
    expect(await within(dialog).findByText('The last day must not be before the first')).toBeVisible();
    await userEvent.click(within(last).getByRole('spinbutton', { name: /year/ }));
    await userEvent.keyboard('2026');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(hidden).toEqual([{ from: '2025-11-21', to: '2026-11-21' }]));
    await waitFor(() => expect(within(section).queryByText('memory 5')).not.toBeInTheDocument());
    expect(within(section).getByText('memory 3')).toBeVisible();
  });

  it('can be switched off and on', async () => {
    items = [item(5, 1)];
    open('/memories');
    const section = await screen.findByRole('region', { name: 'On this day' });
    await within(section).findByText('memory 5');
    await choose(section, /1 year ago/, 'Switch off');
    expect(await within(section).findByRole('heading', { name: 'On this day is switched off' })).toBeVisible();
    await userEvent.click(within(section).getByRole('button', { name: 'Switch on' }));
    expect(await within(section).findByText('memory 5')).toBeVisible();
  });

  it('is absent without a partner', async () => {
    server.api.linked = false;
    open('/memories');
    expect(await screen.findByRole('heading', { name: 'Memories are for two' })).toBeVisible();
    expect(screen.queryByText('On this day')).not.toBeInTheDocument();
  });
});

describe('"On this day" in the settings', () => {
  it('takes changes back that fail without a connection', async () => {
    exclusions = [{ _id: 'e2', kind: 'period', from: '2024-01-01', to: '2024-01-31' }];
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    const panel = await screen.findByRole('group', { name: 'On this day' });
    const again = await within(panel).findByRole('button', { name: /^Show again/ });
    server.http.use(http.all('*/api/*', () => HttpResponse.error()));
    await userEvent.click(within(panel).getByRole('switch', { name: /On this day/ }));
    await waitFor(() => expect(within(panel).getByRole('switch', { name: /On this day/ })).toBeChecked());
    await userEvent.click(again);
    expect(await within(panel).findByRole('button', { name: /^Show again/ })).toBeVisible();
  });

  it('takes back both entries that were to be shown again, where both calls fail', async () => {
    exclusions = ['01', '02', '03'].map((month) => ({
      _id: month,
      kind: 'period',
      from: `2024-${month}-01`,
      to: `2024-${month}-01`,
    }));
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    const panel = await screen.findByRole('group', { name: 'On this day' });
    const rows = () =>
      within(panel)
        .queryAllByRole('listitem')
        .map(({ textContent }) => /Jan|Feb|Mar/.exec(textContent)?.[0]);
    await waitFor(() => expect(rows()).toEqual(['Jan', 'Feb', 'Mar']));
    const fail: (() => void)[] = [];
    server.http.use(
      http.get('*/api/memories/on-this-day/exclusions', () => HttpResponse.error()),
      http.delete('*/api/memories/on-this-day/exclusions/:id', async () => {
        await new Promise<void>((resolve) => fail.push(resolve));
        return HttpResponse.error();
      }),
    );
    for (const month of [/January/, /February/])
      await userEvent.click(within(panel).getByRole('button', { name: month }));
    await waitFor(() => expect(fail).toHaveLength(2));
    expect(rows()).toEqual(['Mar']);
    await act(async () => fail[0]?.());
    await waitFor(() => expect(rows()).toEqual(['Jan', 'Mar']));
    await act(async () => fail[1]?.());
    await waitFor(() => expect(rows()).toEqual(['Jan', 'Feb', 'Mar']));
  });

  it('lists hidden entries, shows them again and has the switch', async () => {
    exclusions = [
      { _id: 'e2', kind: 'period', from: '2024-01-01', to: '2024-01-31' },
      {
        _id: 'e1',
        kind: 'message',
        sentAt: '2023-11-21T10:00:00.000Z',
        message: { _id: 'm1', seq: 1, rev: 1, sender: me, content: '', messageType: 'image', deletedAt: null },
      },
    ];
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    const panel = await screen.findByRole('group', { name: 'On this day' });
    expect((await within(panel).findAllByRole('listitem')).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/January.*2024.*–.*January.*2024.*Period/),
      expect.stringMatching(/PhotoYou, .*2023/),
    ]);
    await userEvent.click(within(panel).getByRole('button', { name: 'Show again: Photo' }));
    await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(1));
    expect(exclusions).toHaveLength(1);
    await userEvent.click(within(panel).getByRole('switch', { name: /On this day/ }));
    await waitFor(() => expect(enabled).toBe(false));
    expect(within(panel).getByRole('switch', { name: /On this day/ })).not.toBeChecked();
  });
});

// The last one of the file: a page keeps its language.
describe('on a German page', () => {
  beforeAll(() => loadLanguage('de'));

  it('stickers in memories have German names, and texts stay as they were written', async () => {
    const message = { _id: 'm1', seq: 1, rev: 1, sender: me, messageType: 'text', deletedAt: null } as const;
    const sentAt = '2023-11-21T10:00:00.000Z';
    const kept = { messageId: 'm7', seq: 7, by: partner._id, sentAt };
    const contributions = [
      aText({ _id: 'k1', kind: 'message', keptMessage: { ...kept, words: 'Big hug', sticker: 'hug' } }),
      aText({ _id: 'k2', kind: 'message', keptMessage: { ...kept, words: 'A hug from then', sticker: 'newer' } }),
      aText({ _id: 'k3', kind: 'message', keptMessage: { ...kept, words: 'Big hug' } }),
    ];
    memories = contributions.map((contribution) => ({ ...memory('k1', 1, ''), contribution }));
    exclusions = [
      { _id: 'e1', kind: 'message', sentAt, message: { ...message, content: 'Kiss', sticker: 'kiss' } },
      { _id: 'e2', kind: 'message', sentAt, message: { ...message, content: 'Kiss' } },
    ];
    const proposal = { year: 2026, messages: 2, memories: 0, challenges: 0, finished: [] };
    const candidates = [
      { ...kept, words: 'Good night', isFirst: true, sticker: 'good-night' },
      { ...kept, messageId: 'm8', words: 'Good night', isFirst: false },
    ];
    server.http.use(http.get('*/api/memories/our-year', () => data({ proposal: { ...proposal, candidates } })));
    open('/memories');
    const section = await screen.findByRole('region', { name: 'An diesem Tag' });
    expect(await within(section).findByText('Dicke Umarmung')).toBeVisible();
    expect(within(section).getByText('A hug from then')).toBeVisible();
    expect(within(section).getByText('Big hug')).toBeVisible();
    const year = within(await screen.findByRole('region', { name: 'Unser Jahr 2026' }));
    expect(year.getByRole('checkbox', { name: 'Gute Nacht' })).toBeChecked();
    expect(year.getByRole('checkbox', { name: 'Good night' })).toBeChecked();
    cleanup();
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Beziehung ändern' }));
    const panel = await screen.findByRole('group', { name: 'An diesem Tag' });
    const rows = await within(panel).findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Kuss/),
      expect.stringMatching(/^Kiss/),
    ]);
  });
});
