import fc from 'fast-check';
import { endOf, positionAt, positionPast } from './positions.js';

const at = (...positions: number[]) => positions.map((position) => ({ position }));

describe('the position of an item', () => {
  it('is after all others at the end', () => {
    expect(endOf([])).toBe(1);
    expect(endOf(at(-3, 4.5, 2))).toBe(5);
  });

  it('lies between the neighbour and what follows it, or beyond the last', () => {
    expect(positionPast(at(1, 2, 4), { position: 2 }, 1)).toBe(3);
    expect(positionPast(at(1, 2, 4), { position: 2 }, -1)).toBe(1.5);
    expect(positionPast(at(1, 2), { position: 2 }, 1)).toBe(3);
    expect(positionPast(at(1, 2), { position: 1 }, -1)).toBe(0);
  });

  it('puts an item into the place of another, and all between them keep their order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(), fc.nat(), (count, a, b) => {
        const items = Array.from({ length: count }, (_, position) => ({ position }));
        const [from, to] = [a % count, b % count];
        fc.pre(from !== to);
        const moved = { position: positionAt(items, from, to) };
        const sorted = [...items.toSpliced(from, 1), moved].toSorted((one, other) => one.position - other.position);
        expect(sorted).toEqual(items.toSpliced(from, 1).toSpliced(to, 0, moved));
      }),
    );
  });

  it('passes every neighbour with the same position', () => {
    const position = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(
        fc.array(position, { minLength: 1 }),
        fc.nat(),
        fc.constantFrom(-1 as const, 1 as const),
        (all, i, way) => {
          const near = all[i % all.length] ?? 0;
          const moved = positionPast(at(...all), { position: near }, way);
          expect((moved - near) * way).toBeGreaterThan(0);
          for (const other of all) if ((other - near) * way > 0) expect((other - moved) * way).toBeGreaterThan(0);
        },
      ),
    );
  });
});
