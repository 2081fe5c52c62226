import fc from 'fast-check';
import { type ListItemEdit, foldItems, mergeDeletion, mergeEdit } from './list-merge.js';
import type { ListItemView } from './list-views.js';

const AT = '2026-11-22T12:00:00.000Z';
const FIRST: ListItemView = {
  _id: 'item',
  clientId: 'client',
  createdBy: 'ada',
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

const edit: fc.Arbitrary<ListItemEdit> = fc.record(
  {
    text: fc.constantFrom('Milk', 'Oat milk', 'Bread'),
    assignedTo: fc.constantFrom(null, 'ada', 'bob'),
    dueAt: fc.constantFrom(null, AT),
    done: fc.boolean(),
    position: fc.constantFrom(1, 1.5, 2),
  },
  { requiredKeys: [] },
);
const by = fc.constantFrom('ada', 'bob');
/** How many states ago the author of a change had looked: 0 is the present one. */
const behind = fc.nat(4);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), edit, by, behind }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), by, behind }) },
);
type Act = typeof act extends fc.Arbitrary<infer Of> ? Of : never;

/** Merges the acts in order. @returns each state, beginning with the first */
function historyOf(acts: readonly Act[]): ListItemView[] {
  const states = [FIRST];
  for (const [index, one] of acts.entries()) {
    const now = states.at(-1) ?? FIRST;
    const seen = (states.at(-1 - one.behind) ?? FIRST).rev;
    const rev = index + 2;
    const next =
      one.do === 'edit'
        ? mergeEdit(now, one.edit, { seen, rev, by: one.by, at: AT })
        : mergeDeletion(now, { seen, rev });
    states.push(next);
  }
  return states;
}

const later = { seen: 1, rev: 5, by: 'bob', at: AT };

describe('merging edits', () => {
  it('lets the later edit of one field win and leaves the other fields alone', () => {
    const renamed = mergeEdit(FIRST, { text: 'Oat milk' }, { ...later, rev: 2 });
    const ticked = mergeEdit(renamed, { done: true }, { ...later, rev: 3 });
    const again = mergeEdit(ticked, { text: 'Soy milk' }, { ...later, rev: 4 });
    expect(again).toEqual({ ...FIRST, text: 'Soy milk', doneAt: AT, doneBy: 'bob', rev: 4, editedRev: 4 });
  });

  it('leaves the first tick as it is', () => {
    const ticked = mergeEdit(FIRST, { done: true }, { ...later, by: 'ada' });
    expect(mergeEdit(ticked, { done: true }, { ...later, rev: 6 })).toBe(ticked);
  });

  it('restores an item that its author did not know to be deleted, and no other', () => {
    const deleted = mergeDeletion(FIRST, { seen: 1, rev: 2 });
    expect(mergeEdit(deleted, {}, { ...later, seen: 1 })).toEqual({ ...FIRST, rev: 5, editedRev: 5 });
    expect(mergeEdit(deleted, { text: 'Bread' }, { ...later, seen: 2 })).toBe(deleted);
  });

  it('ignores a deletion by someone who had not seen the last edit', () => {
    const renamed = mergeEdit(FIRST, { text: 'Oat milk' }, { ...later, rev: 2 });
    expect(mergeDeletion(renamed, { seen: 1, rev: 3 })).toBe(renamed);
    expect(mergeDeletion(renamed, { seen: 2, rev: 3 })).toEqual({ ...renamed, rev: 3, deletedRev: 3 });
  });
});

describe('any history of edits and deletions', () => {
  it('ends deleted only where the deletion had seen every edit before it', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const states = historyOf(acts);
        for (const [index, one] of acts.entries()) {
          const [before, after] = [states[index] ?? FIRST, states[index + 1] ?? FIRST];
          const seen = (states.slice(0, index + 1).at(-1 - one.behind) ?? FIRST).rev;
          if (before.deletedRev === null && after.deletedRev !== null) {
            expect(one.do).toBe('delete');
            expect(seen).toBeGreaterThanOrEqual(before.editedRev);
          }
          if (one.do === 'edit' && seen < (before.deletedRev ?? Infinity)) expect(after.deletedRev).toBeNull();
        }
      }),
    );
  });

  it('gives each field the value of the last edit of it that was merged', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const acts = edits.map((one) => ({ do: 'edit' as const, edit: one, by: 'ada' as const, behind: 0 }));
        const { text, position, assignedTo, dueAt, doneAt } = historyOf(acts).at(-1) ?? FIRST;
        const first = { text: 'Milk', position: 1, assignedTo: null, dueAt: null, done: false };
        const last = Object.assign(first, ...edits) as object;
        expect({ text, position, assignedTo, dueAt, done: doneAt !== null }).toEqual(last);
      }),
    );
  });

  it('reaches clients that receive it in any order, and repeated, in the same state', () => {
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 15 }).chain((acts) => {
          const states = historyOf(acts);
          const shuffled = fc.shuffledSubarray([...states, ...states], { minLength: states.length * 2 });
          return fc.record({ states: fc.constant(states), arrivals: shuffled });
        }),
        ({ states, arrivals }) => {
          const known = arrivals.reduce((items, item) => foldItems(items, [item]), {});
          expect(known).toEqual({ item: states.at(-1) });
          expect(foldItems(known, arrivals)).toBe(known);
        },
      ),
    );
  });
});
