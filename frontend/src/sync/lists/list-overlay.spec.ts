import type { ListItemView } from '@duet/contracts';
import { mergeDeletion, mergeEdit } from '@duet/contracts/plain';
import fc from 'fast-check';
import type { ItemFields, ListChange } from './list-change.js';
import { inList, seenOf, sightOf, withChanges } from './list-overlay.js';

const AT = '2026-11-22T12:00:00.000Z';
const MILK: ListItemView = {
  _id: 'milk',
  clientId: 'c-milk',
  createdBy: 'bob',
  createdAt: AT,
  text: 'Milk',
  position: 1,
  assignedTo: null,
  dueAt: null,
  doneAt: null,
  doneBy: null,
  rev: 1,
  editedRev: 1,
  deletedRev: null,
};

const common = (id: string) => ({ id, userId: 'ada', listId: 'l', at: AT, order: 0, failure: null });
const editing = (id: string, { _id: itemId }: ListItemView, fields: ItemFields): ListChange => ({
  ...common(id),
  ...{ kind: 'edit', itemId, seen: MILK.rev, fields },
});
const deleting = (id: string, item: ListItemView): ListChange => ({
  ...common(id),
  ...{ kind: 'delete', itemId: item._id, seen: MILK.rev, saw: sightOf(item) },
});
const adding = (id: string, text: string): ListChange => ({
  ...common(id),
  ...{ kind: 'add', itemId: id, seen: 0, fields: { text, position: 2 } },
});

/** The server's part: it merges one change that arrives. */
function arrive(item: ListItemView, change: ListChange): ListItemView {
  const rev = item.rev + 1;
  if (change.kind === 'delete') return mergeDeletion(item, { seen: seenOf(change, item), rev });
  if (change.kind === 'edit') return mergeEdit(item, change.fields, { seen: change.seen, rev, by: 'ada', at: AT });
  return item;
}

const shown = (item: ListItemView, changes: readonly ListChange[]): ListItemView =>
  withChanges({ [item._id]: item }, changes)[item._id] ?? item;

describe('the changes that wait in a browser', () => {
  it('show an addition at once, and once only when the server has it', () => {
    const [add, tick] = [adding('a1', 'Bread'), { ...editing('e1', MILK, { done: true }), itemId: 'a1', seen: 0 }];
    const before = inList(withChanges({ milk: MILK }, [add, tick]));
    expect(before.map(({ text, doneBy }) => [text, doneBy])).toEqual([
      ['Milk', null],
      ['Bread', 'ada'],
    ]);
    const stored = { ...MILK, _id: 's1', clientId: 'a1', createdBy: 'ada', text: 'Bread', position: 2, rev: 2 };
    const after = inList(withChanges({ milk: MILK, s1: stored }, [add, tick]));
    expect(after.map(({ _id, doneBy }) => [_id, doneBy])).toEqual([
      ['milk', null],
      ['s1', 'ada'],
    ]);
  });

  it('let a removal follow own edits, which the server has merged first', () => {
    const renamed = editing('e1', MILK, { text: 'Oat milk' });
    const removed = deleting('d1', shown(MILK, [renamed]));
    expect(shown(MILK, [renamed, removed]).deletedRev).not.toBeNull();
    expect(arrive(arrive(MILK, renamed), removed).deletedRev).not.toBeNull();
  });

  it('keep an item that the partner has changed since it was removed here', () => {
    const theirs = mergeEdit(MILK, { text: 'Rice milk' }, { seen: 1, rev: 2, by: 'bob', at: AT });
    const removed = deleting('d1', MILK);
    expect(inList({ milk: shown(theirs, [removed]) })).toEqual([theirs]);
    expect(arrive(theirs, removed)).toEqual(theirs);
  });

  it('bring an item back that was removed here', () => {
    const removed = deleting('d1', MILK);
    const back = editing('e1', MILK, {});
    expect(inList({ milk: shown(MILK, [removed, back]) })).toHaveLength(1);
    expect(inList({ milk: arrive(arrive(MILK, removed), back) })).toHaveLength(1);
    const ticked = editing('e0', MILK, { done: true });
    const after = [ticked, deleting('d2', shown(MILK, [ticked])), back];
    expect(inList({ milk: after.reduce(arrive, MILK) })).toMatchObject([{ doneBy: 'ada' }]);
  });
});

const fields = fc.record(
  { text: fc.constantFrom('Milk', 'Oat milk'), done: fc.boolean(), position: fc.constantFrom(1, 2) },
  { requiredKeys: [] },
);
const press = fc.oneof(fields, fc.constant(null));

/** Edits and removals of one person, each on the item as it then looks. Nothing touches a removed item again. */
function pressed(item: ListItemView, presses: readonly (ItemFields | null)[]): ListChange[] {
  const changes: ListChange[] = [];
  for (const [index, one] of presses.entries()) {
    const now = shown(item, changes);
    if (now.deletedRev !== null) break;
    changes.push(one === null ? deleting(`d${index}`, now) : editing(`e${index}`, now, one));
  }
  return changes;
}

const looks = (item: ListItemView) => ({ ...sightOf(item), isGone: item.deletedRev !== null });

it('whatever waits, the page shows what the server comes to', () => {
  fc.assert(
    fc.property(fc.array(press, { maxLength: 6 }), fc.array(fields, { maxLength: 3 }), (presses, theirs) => {
      const changes = pressed(MILK, presses);
      const met = theirs.reduce<ListItemView>(
        (item, edit) => mergeEdit(item, edit, { seen: item.rev, rev: item.rev + 1, by: 'bob', at: AT }),
        MILK,
      );
      expect(looks(changes.reduce(arrive, met))).toEqual(looks(shown(met, changes)));
    }),
  );
});
