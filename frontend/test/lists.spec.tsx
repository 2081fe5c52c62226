import { ERRORS } from '@duet/contracts/plain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openListChanges } from '../src/sync/lists/list-queue.js';
import { me, partner } from './chat-server.js';
import { ListServer } from './list-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();
let list: ListServer;

beforeEach(() => {
  list = new ListServer();
  remember(server.api);
  server.http.use(...list.handlers);
});

afterEach(async () => {
  const storage = await openListChanges();
  for (const { id } of await storage.of(me._id)) await storage.remove(id);
});

const PAGE = '/challenges?tab=lists&list=l1';
const waiting = async (): Promise<string[]> =>
  (await (await openListChanges()).of(me._id)).toSorted((a, b) => a.order - b.order).map(({ kind }) => kind);
const write = async (text: string): Promise<void> =>
  userEvent.type(await screen.findByRole('textbox', { name: 'Add to the list' }), `${text}{Enter}`);
const tick = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('checkbox', { name }));
const choose = async (item: string, action: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `More actions: ${item}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};
const openItems = (): string[] =>
  within(screen.getByRole('region', { name: 'Open' }))
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent ?? '');
const reconnect = (): void => {
  list.isReachable = true;
  act(() => void window.dispatchEvent(new Event('online')));
};

describe('a list without a connection', () => {
  it('takes changes, keeps them over a reload, and sends each once in its order', async () => {
    list.add('Milk');
    const first = open(PAGE);
    expect(await screen.findByRole('checkbox', { name: 'Milk' })).toBeVisible();
    list.isReachable = false;
    await write('Bread');
    await tick('Bread');
    await choose('Milk', 'Remove');
    expect(screen.queryByRole('checkbox', { name: 'Milk' })).toBeNull();
    await waitFor(async () => expect(await waiting()).toEqual(['add', 'edit', 'delete']));
    first.unmount();
    list.calls.length = 0;

    list.isReachable = true;
    open(PAGE);
    expect(await screen.findByRole('checkbox', { name: 'Bread' })).toBeChecked();
    await waitFor(async () => expect(await waiting()).toEqual([]));
    expect(list.calls).toMatchObject([
      ['add', { text: 'Bread' }],
      ['edit', { itemId: 's2', done: true }],
      ['delete', { itemId: 's1', rev: 1 }],
    ]);
    expect(list.texts).toEqual(['Bread']);
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  });

  it('keeps what waits while lists are switched off for the two, and sends it once they are on again', async () => {
    list.add('Milk');
    open(PAGE);
    await screen.findByRole('checkbox', { name: 'Milk' });
    list.isReachable = false;
    await write('Bread');
    await tick('Milk');
    list.isHidden = true;
    const refused = jest.fn();
    server.http.events.on('response:mocked', ({ response }) => response.status === 403 && refused());
    reconnect();
    await waitFor(() => expect(refused).toHaveBeenCalled());
    expect(await waiting()).toEqual(['add', 'edit']);
    list.isHidden = false;
    reconnect();
    await waitFor(async () => expect(await waiting()).toEqual([]));
    expect(list.texts).toEqual(['Milk', 'Bread']);
    expect(list.items[0]?.doneBy).toBe(me._id);
  });

  it('merges with what the partner did: their edit keeps an item that was removed here', async () => {
    const [milk, tea] = [list.add('Milk'), list.add('Tea')];
    open(PAGE);
    await screen.findByRole('checkbox', { name: 'Milk' });
    list.isReachable = false;
    await choose('Milk', 'Remove');
    await choose('Tea', 'Remove');
    list.edit(milk._id, { text: 'Oat milk' });
    reconnect();
    await waitFor(() => expect(list.texts).toEqual(['Oat milk']));
    expect(await screen.findByRole('checkbox', { name: 'Oat milk' })).toBeVisible();
    expect(list.items.find(({ _id }) => _id === tea._id)?.deletedRev).not.toBeNull();
  });

  it('removes an item after an own edit, and takes the removal back', async () => {
    list.add('Milk');
    open(PAGE);
    await screen.findByRole('checkbox', { name: 'Milk' });
    list.isReachable = false;
    // Each takes a rev on this page that the server, which is given less to merge, may never reach.
    await write('Bread');
    await tick('Bread');
    await tick('Bread');
    await tick('Milk');
    await choose('Milk', 'Remove');
    reconnect();
    await waitFor(() => expect(list.texts).toEqual(['Bread']));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(list.texts).toEqual(['Milk', 'Bread']));
    expect(await screen.findByRole('checkbox', { name: 'Milk' })).toBeChecked();
  });
});

it('an addition that the server refuses stays until the person decides', async () => {
  list.isFull = true;
  open(PAGE);
  await write('Bread');
  expect(await screen.findByText(ERRORS.TOO_MANY_ITEMS.message)).toBeVisible();
  await write('Salt');
  expect(await screen.findAllByText(ERRORS.TOO_MANY_ITEMS.message)).toHaveLength(2);
  list.isFull = false;
  const [first] = screen.getAllByRole('button', { name: 'Try again' });
  if (first) await userEvent.click(first);
  await waitFor(() => expect(list.texts).toEqual(['Bread']));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByRole('checkbox', { name: 'Bread' })).toBeVisible();
  expect(screen.queryByText('Salt')).toBeNull();
  expect(await waiting()).toEqual([]);
});

it('follows the partner, who ticks and moves items', async () => {
  const [milk] = [list.add('Milk'), list.add('Tea'), list.add('Salt')];
  const page = open(PAGE);
  await screen.findByRole('checkbox', { name: 'Milk' });
  expect(openItems()).toEqual(['Milk', 'Tea', 'Salt']);
  const changed = (): void =>
    act(() =>
      page.wire.deliver('partner_activity', {
        kind: 'list_changed',
        by: { _id: partner._id, firstName: 'Bob' },
        entity: { type: 'list', id: 'l1' },
        rev: list.rev,
        at: '2026-11-22T12:00:00.000Z',
      }),
    );
  list.edit(milk._id, { position: 2.5 });
  changed();
  await waitFor(() => expect(openItems()).toEqual(['Tea', 'Milk', 'Salt']));
  await choose('Milk', 'Move down');
  await waitFor(() => expect(openItems()).toEqual(['Tea', 'Salt', 'Milk']));
  list.edit(milk._id, { done: true });
  changed();
  expect(await screen.findByText('ticked by Bob')).toBeVisible();
  await waitFor(() => expect(openItems()).toEqual(['Tea', 'Salt']));
});

it('gives the focus to the page that replaces it, whose link is gone', async () => {
  list.add('Milk');
  open(PAGE);
  await screen.findByRole('checkbox', { name: 'Milk' });
  await userEvent.click(screen.getByRole('link', { name: 'All lists' }));
  expect(screen.getByRole('main')).toHaveFocus();
});
