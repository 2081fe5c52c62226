import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { failureSentences } from '../src/api/show-failure.js';
import { loadLanguage } from '../src/texts/load-language.js';
import { data } from './api-server.js';
import { aText } from './capsules.js';
import { me, partner } from './chat-server.js';
import { choose, item, memory, useOnThisDay } from './on-this-day-scene.js';
import { open } from './pages.js';

const scene = useOnThisDay();
const { server } = scene;

describe('"On this day" on the memories page', () => {
  it('says that there is nothing yet', async () => {
    open('/memories');
    expect(await screen.findByRole('heading', { name: 'Nothing from this day yet' })).toBeVisible();
  });

  it('hides a range of days and rejects one that ends before it starts', async () => {
    scene.items = [item(5, 1), item(3, 2)];
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
    await waitFor(() => expect(scene.hidden).toEqual([{ from: '2025-11-21', to: '2026-11-21' }]));
    await waitFor(() => expect(within(section).queryByText('memory 5')).not.toBeInTheDocument());
    expect(within(section).getByText('memory 3')).toBeVisible();
  });

  it('can be switched off and on', async () => {
    scene.items = [item(5, 1)];
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
    scene.exclusions = [{ _id: 'e2', kind: 'period', from: '2024-01-01', to: '2024-01-31' }];
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
    scene.exclusions = ['01', '02', '03'].map((month) => ({
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
    await waitFor(() => expect(rows()).toEqual(['Mar']));
    await act(async () => fail[0]?.());
    await waitFor(() => expect(rows()).toEqual(['Jan', 'Mar']));
    await act(async () => fail[1]?.());
    await waitFor(() => expect(rows()).toEqual(['Jan', 'Feb', 'Mar']));
  });

  it.each([
    ['in their order', [0, 1]],
    ['the other way round', [1, 0]],
  ])('shows what the server has, where two presses of the switch fail %s', async (_order, order) => {
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    const panel = await screen.findByRole('group', { name: 'On this day' });
    await within(panel).findByText('Nothing is hidden.');
    const shown = (): HTMLElement => within(panel).getByRole('switch', { name: /On this day/ });
    const fail: (() => void)[] = [];
    // The server is asked again once both have failed.
    let reloads = 0;
    server.http.use(
      http.get('*/api/memories/on-this-day/exclusions', () => {
        reloads += 1;
        return HttpResponse.error();
      }),
      http.put('*/api/memories/on-this-day', async () => {
        await new Promise<void>((resolve) => fail.push(resolve));
        return HttpResponse.error();
      }),
    );
    await userEvent.click(shown());
    await waitFor(() => expect(fail).toHaveLength(1));
    await waitFor(() => expect(shown()).not.toBeChecked());
    await userEvent.click(shown());
    await waitFor(() => expect(fail).toHaveLength(2));
    const failures = jest.fn();
    failureSentences.subscribe(failures);
    for (const [count, at] of order.entries()) {
      await act(async () => fail[at]?.());
      await waitFor(() => expect(failures).toHaveBeenCalledTimes(count + 1));
    }
    await waitFor(() => expect(reloads).toBe(1));
    await waitFor(() => expect(shown()).toBeChecked());
  });

  it('lists hidden entries, shows them again and has the switch', async () => {
    scene.exclusions = [
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
    expect(scene.exclusions).toHaveLength(1);
    await userEvent.click(within(panel).getByRole('switch', { name: /On this day/ }));
    await waitFor(() => expect(scene.enabled).toBe(false));
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
    scene.memories = contributions.map((contribution) => ({ ...memory('k1', 1, ''), contribution }));
    scene.exclusions = [
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
