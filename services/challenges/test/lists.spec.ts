import { randomUUID } from 'node:crypto';
import {
  type ChangeListItemByIdDto,
  type CreateListDto,
  LIMITS,
  type ListItemView,
  type ListSummary,
  addListItem,
  changeList,
  changeListItem,
  createList,
  deleteList,
  deleteListItem,
  foldItems,
  listChanged,
  listCreated,
  listListTemplates,
  listListRecords,
  listLists,
  pickListItem,
  searchLists,
  syncList,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { RunningChallenges } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

const inputOf = (more: Partial<CreateListDto> = {}): CreateListDto => ({
  title: 'Groceries',
  kind: 'shopping',
  clientId: randomUUID(),
  ...more,
});

const create = (user: TestUser, more: Partial<CreateListDto> = {}): Promise<ListSummary> =>
  user.call(createList, inputOf(more));

type Of = Pick<ListSummary, '_id'>;

const add = (user: TestUser, { _id: id }: Of, text: string): Promise<ListItemView> =>
  user.call(addListItem, { id, text, clientId: randomUUID() });

const edit = (
  user: TestUser,
  { _id: id }: Of,
  { _id: itemId, rev }: ListItemView,
  fields: Partial<ChangeListItemByIdDto>,
): Promise<ListItemView> => user.call(changeListItem, { id, itemId, rev, clientId: randomUUID(), ...fields });

const remove = (user: TestUser, { _id: id }: Of, { _id: itemId, rev }: ListItemView): Promise<ListItemView> =>
  user.call(deleteListItem, { id, itemId, rev });

const read = (user: TestUser, { _id: id }: Of, after = 0) => user.call(syncList, { id, after });

const textsOf = async (user: TestUser, list: Of): Promise<string[]> =>
  (await read(user, list)).items.map(({ text }) => text).toSorted();

const revsOf = ({ _id }: Of) =>
  challenges.bus
    .live(listChanged)
    .filter(({ activity }) => activity.entity.id === _id)
    .map(({ activity }) => activity.rev);

describe('a list', () => {
  it('is created once for a clientId, and announced without a word of it', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const input = inputOf({ title: 'A secret title' });
    const [first, again] = [await ada.call(createList, input), await ada.call(createList, input)];
    expect(again).toEqual(first);
    expect(first).toMatchObject({ coupleId, createdBy: ada.id, open: 0, done: 0, pick: null, rev: 0, version: 1 });
    expect((await bob.call(listLists, {})).lists).toEqual([first]);
    await eventually(async () => expect(revsOf(first)).toEqual([0]));
    const updates = challenges.bus.live(listChanged).filter(({ activity }) => activity.entity.id === first._id);
    expect(updates).toMatchObject([{ coupleId, activity: { kind: 'list_changed', by: { firstName: 'Ada' } } }]);
    expect(JSON.stringify(updates)).not.toContain('secret');
    const created = (await challenges.bus.events(listCreated)).filter(({ listId }) => listId === first._id);
    expect(created).toEqual([{ coupleId, listId: first._id, actorId: ada.id }]);
  });

  it('goes into the archive and comes back, with all its items', async () => {
    const [ada, bob] = await challenges.couple();
    const list = await create(ada);
    await add(ada, list, 'Milk');
    const archived = await bob.call(changeList, { id: list._id, version: 1, archived: true });
    expect(archived).toMatchObject({ archivedAt: expect.any(String), open: 1, version: 2 });
    const renamed = await ada.call(changeList, { id: list._id, version: 2, title: 'Market' });
    expect(renamed.archivedAt).toBe(archived.archivedAt);
    const { archivedAt } = await ada.call(changeList, { id: list._id, version: 3, archived: false });
    expect(archivedAt).toBeNull();
    expect(await textsOf(bob, list)).toEqual(['Milk']);
  });

  it('begins with the items of a template', async () => {
    const [ada, bob] = await challenges.couple();
    const { templates } = await ada.call(listListTemplates, {});
    const template = templates.find(({ kind }) => kind === 'packing');
    const list = await create(ada, { title: 'Our trip', kind: 'packing', templateId: template?.id ?? '' });
    expect(list).toMatchObject({ open: template?.items.length, rev: template?.items.length });
    expect((await read(bob, list)).items.map(({ text }) => text)).toEqual(template?.items);
    const unknown = inputOf({ templateId: 'none' });
    expect(await ada.refusal(createList, unknown)).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });

  it('refuses a change on an old version, with the list as it is', async () => {
    const [ada, bob] = await challenges.couple();
    const { _id: id, version } = await create(ada);
    const current = await bob.call(changeList, { id, version, title: 'Market' });
    expect(current).toMatchObject({ title: 'Market', version: 2, rev: 1 });
    expect(await ada.refusal(changeList, { id, version, title: 'Late' })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current,
    });
  });

  it('is deleted at once if only its author wrote into it, otherwise once both agree', async () => {
    const [ada, bob] = await challenges.couple();
    const own = await create(ada);
    await ada.call(deleteList, { id: own._id });
    const both = await create(ada);
    await add(bob, both, 'Tea');
    for (const user of [ada, ada])
      expect(await user.refusal(deleteList, { id: both._id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    expect((await bob.call(listLists, {})).lists).toMatchObject([{ _id: both._id, deleteAskedBy: ada.id }]);
    await bob.call(deleteList, { id: both._id });
    expect((await ada.call(listLists, {})).lists).toEqual([]);
  });

  it('picks one of the open items for both, and another one the next time', async () => {
    const [ada, bob] = await challenges.couple();
    const list = await create(ada, { kind: 'films' });
    const { _id: id } = list;
    expect(await ada.refusal(pickListItem, { id })).toMatchObject({ code: 'NOTHING_TO_PICK' });
    const [first, second, seen] = [await add(ada, list, 'A'), await add(bob, list, 'B'), await add(bob, list, 'C')];
    await edit(ada, list, seen, { done: true });
    const { pick } = await ada.call(pickListItem, { id });
    expect((await read(bob, list)).list.pick).toEqual(pick);
    const other = pick?.itemId === first._id ? second : first;
    expect((await bob.call(pickListItem, { id })).pick).toMatchObject({ itemId: other._id, by: bob.id });
    await edit(ada, list, other, { done: true });
    expect((await read(ada, list)).list.pick).toBeNull();
  });
});

describe('items', () => {
  it('are added once for a clientId, with a member and a day', async () => {
    const [ada, bob] = await challenges.couple();
    const [list, [stranger]] = [await create(ada), await challenges.couple()];
    const { _id: id } = list;
    const input = { id, text: 'Milk', assignedTo: bob.id, dueAt: '2027-06-01T21:59:00Z', clientId: randomUUID() };
    const item = await ada.call(addListItem, input);
    expect(item).toMatchObject({ text: 'Milk', assignedTo: bob.id, dueAt: '2027-06-01T21:59:00.000Z', rev: 1 });
    await edit(bob, list, item, { text: 'Oat milk' });
    expect(await ada.call(addListItem, input)).toMatchObject({ _id: item._id, text: 'Oat milk' });
    for (const more of [{ assignedTo: stranger.id }, { text: ' ' }, { text: 'x'.repeat(121) }, { dueAt: 'soon' }])
      expect(await ada.refusal(addListItem, { ...input, clientId: randomUUID(), ...more })).toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    expect((await read(ada, list)).items).toHaveLength(1);
  });

  it('stand at the end, or where a member has put them', async () => {
    const [ada, bob] = await challenges.couple();
    const list = await create(ada);
    const { _id: id } = list;
    const [first, second] = [await add(ada, list, 'A'), await add(bob, list, 'B')];
    expect([first.position, second.position]).toEqual([1, 2]);
    expect(await edit(bob, list, first, { position: 2.5 })).toMatchObject({ position: 2.5, text: 'A' });
    expect(await add(ada, list, 'C')).toMatchObject({ position: 3 });
    const given = { id, text: 'D', position: -4.25, clientId: randomUUID() };
    expect(await ada.call(addListItem, given)).toMatchObject({ position: -4.25 });
    for (const position of [Number.NaN, 2e9])
      expect(await ada.refusal(addListItem, { ...given, clientId: randomUUID(), position })).toMatchObject({
        code: 'VALIDATION_FAILED',
      });
  });

  it('take every edit that both make at the same moment, field by field', async () => {
    const [ada, bob] = await challenges.couple();
    const list = await create(ada);
    const item = await add(ada, list, 'Milk');
    await Promise.all([
      edit(ada, list, item, { done: true }),
      edit(bob, list, item, { text: 'Oat milk' }),
      ...['Bread', 'Tea', 'Salt'].map((text, index) => add(index % 2 === 0 ? ada : bob, list, text)),
    ]);
    const { items, list: now } = await read(bob, list);
    expect(items.find(({ _id }) => _id === item._id)).toMatchObject({ text: 'Oat milk', doneBy: ada.id });
    expect(await textsOf(ada, list)).toEqual(['Bread', 'Oat milk', 'Salt', 'Tea']);
    expect(now).toMatchObject({ open: 3, done: 1, rev: 6 });
    await eventually(async () => expect(revsOf(list).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]));
  });

  it('ignore the repetition of an edit that the partner has changed meanwhile', async () => {
    const [ada, bob] = await challenges.couple();
    const list = await create(ada);
    const item = await add(ada, list, 'Milk');
    const clientId = randomUUID();
    await edit(ada, list, item, { text: 'Bread', clientId });
    const theirs = await edit(bob, list, item, { text: 'Tea' });
    expect(await edit(ada, list, item, { text: 'Bread', clientId })).toEqual(theirs);
  });

  it('come back by an edit that had not seen the deletion, and stay where a deletion had not seen the edit', async () => {
    const [ada, bob] = await challenges.couple();
    const list = await create(ada);
    const item = await add(ada, list, 'Milk');
    const deleted = await remove(ada, list, item);
    expect(deleted.deletedRev).toBe(deleted.rev);
    expect(await remove(ada, list, item)).toEqual(deleted);
    expect(await textsOf(bob, list)).toEqual([]);
    expect(await edit(bob, list, deleted, { text: 'Late' })).toEqual(deleted);
    const restored = await edit(bob, list, item, { text: 'Oat milk' });
    expect(restored).toMatchObject({ text: 'Oat milk', deletedRev: null });
    expect(await remove(ada, list, item)).toEqual(restored);
    expect(await textsOf(ada, list)).toEqual(['Oat milk']);
  });

  it('reach a client in pages of changes, deletions too', async () => {
    const [ada] = await challenges.couple();
    const list = await create(ada);
    const gone = await add(ada, list, 'Gone');
    const { upTo } = await read(ada, list);
    await remove(ada, list, gone);
    // One statement instead of as many calls: a page and one item more.
    const count = LIMITS.listSyncPage + 1;
    await challenges.rows(
      `INSERT INTO list_items (id, list_id, created_by, client_id, text, position, created_at, rev, edited_rev, edit_ids)
       SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'Item ' || n, n, $3, 2 + n, 2 + n, '{}'
       FROM generate_series(1, $4::integer) n`,
      [list._id, ada.id, list.createdAt, count],
    );
    await challenges.rows('UPDATE lists SET rev = 2 + $2 WHERE id = $1', [list._id, count]);
    let known = foldItems({}, [gone]);
    const first = await read(ada, list, upTo);
    expect(first).toMatchObject({ more: true, upTo: first.items.at(-1)?.rev });
    const second = await read(ada, list, first.upTo);
    expect(second).toMatchObject({ more: false, upTo: second.list.rev });
    known = foldItems(foldItems(known, second.items), first.items);
    const open = Object.values(known).filter(({ deletedRev }) => deletedRev === null);
    expect(open).toHaveLength(LIMITS.listSyncPage + 1);
    for (const after of [second.upTo, Number.MAX_SAFE_INTEGER])
      expect(await read(ada, list, after)).toMatchObject({ items: [], more: false });
  });
});

it('a search finds titles and items, and none that are deleted', async () => {
  const [ada, bob] = await challenges.couple();
  const [stranger] = await challenges.couple();
  const list = await create(ada, { title: 'Crème brûlée' });
  await add(ada, list, 'Sugar');
  await remove(ada, list, await add(ada, list, 'Lantern'));
  const found = async (by: TestUser, q: string) => (await by.call(searchLists, { q })).hits.map(({ title }) => title);
  for (const q of ['creme', 'sugar']) expect(await found(bob, q)).toEqual(['Crème brûlée']);
  expect(await found(bob, 'lantern')).toEqual([]);
  expect(await found(stranger, 'creme')).toEqual([]);
});

describe('strangers, ended couples and deleted accounts', () => {
  it('find nothing, and nothing lands in an ended couple', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const [stranger] = await challenges.couple();
    const list = await create(ada);
    const item = await add(ada, list, 'Milk');
    const theirs = await create(stranger);
    for (const call of [pickListItem, deleteList])
      expect(await stranger.refusal(call, { id: list._id })).toMatchObject({ code: 'LIST_NOT_FOUND' });
    await expect(read(stranger, list)).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
    await expect(add(stranger, list, 'Poison')).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
    for (const press of [edit(stranger, theirs, item, { done: true }), remove(stranger, theirs, item)])
      await expect(press).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await challenges.unlink(ada, bob, coupleId);
    await expect(read(bob, list)).rejects.toMatchObject({ code: 'NO_PARTNER' });
    await expect(edit(bob, list, item, { done: true })).rejects.toMatchObject({ code: 'NO_PARTNER' });
    const token = accessToken(challenges.keys, { userId: bob.id, sessionId: randomUUID() }, 60, 'export');
    expect(await challenges.bus.call(listListRecords, {}, { token })).toMatchObject({
      lists: [{ id: list._id, items: [{ author: ada.id, text: 'Milk' }] }],
    });
    expect(await ada.refusal(listListRecords, {})).toMatchObject({ code: 'UNAUTHENTICATED' });
    await challenges.relink(ada, bob, coupleId, 3);
    expect(await textsOf(bob, list)).toEqual(['Milk']);
  });

  it('leave none of their words, and what the partner added stays', async () => {
    const [ada, bob] = await challenges.couple();
    const [mine, both] = [await create(ada), await create(ada)];
    await add(ada, mine, 'Milk of Ada');
    await add(ada, both, 'Tea of Ada');
    const item = await add(bob, both, 'Salt of Bob');
    await edit(ada, both, item, { done: true, assignedTo: ada.id });
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect((await bob.call(listLists, {})).lists).toHaveLength(1));
    expect((await read(bob, both)).items).toMatchObject([{ text: 'Salt of Bob', doneBy: null, assignedTo: null }]);
    // An export that names an erased person is never finished.
    const token = accessToken(challenges.keys, { userId: bob.id, sessionId: randomUUID() }, 60, 'export');
    expect(await challenges.bus.call(listListRecords, {}, { token })).toMatchObject({ lists: [{ createdBy: null }] });
  });
});
