import { withRows } from './rows-in-order.js';

interface Row {
  id: string;
  order: number;
  note?: string;
}

const idOf = ({ id }: Row): string => id;

it('puts rows in the order in which they are sent, whichever came first', () => {
  const rows = withRows(
    [{ id: 'b', order: 2 }],
    [
      { id: 'c', order: 3 },
      { id: 'a', order: 1 },
    ],
    idOf,
  );
  expect(rows.map(idOf)).toEqual(['a', 'b', 'c']);
});

it('replaces the whole of the row with the same id', () => {
  const before = [
    { id: 'a', order: 1, note: 'old' },
    { id: 'b', order: 2 },
  ];
  expect(withRows(before, [{ id: 'a', order: 3 }], idOf)).toEqual([
    { id: 'b', order: 2 },
    { id: 'a', order: 3 },
  ]);
});
