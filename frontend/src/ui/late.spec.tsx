import { act, render, screen, waitFor } from '@testing-library/react';

it('keeps the state of a component that had to wait, when its parent renders again', async () => {
  const { late } = await import('./late.js');
  const Field = late(() => Promise.resolve(({ turn }: { turn: number }) => <input aria-label="PIN" step={turn} />));
  const { rerender } = await act(async () => render(<Field turn={1} />));
  const field = screen.getByLabelText('PIN');
  rerender(<Field turn={2} />);
  expect(screen.getByLabelText('PIN')).toBe(field);
});

/** A page of its own: nothing is loaded, and nothing waits. */
async function freshPage() {
  jest.resetModules();
  const { late, loadLateComponents } = await import('./late.js');
  const loaded: string[] = [];
  const noting = (name: string) =>
    late(() => {
      loaded.push(name);
      return Promise.resolve(() => null);
    });
  return { late, loadLateComponents, loaded, noting };
}

it('loads late components one after another, each in its turn', async () => {
  const { loadLateComponents, loaded, noting } = await freshPage();
  const turns: (() => void)[] = [];
  const take = async (turn: number): Promise<void> => {
    await waitFor(() => expect(turns).toHaveLength(turn));
    turns[turn - 1]?.();
  };
  noting('first');
  noting('second');
  const all = loadLateComponents(() => new Promise((resolve) => turns.push(resolve)));
  expect(loaded).toEqual([]);
  await take(1);
  await waitFor(() => expect(turns).toHaveLength(2));
  expect(loaded).toEqual(['first']);
  // A page that opens now has late components of its own.
  noting('of the next page');
  await take(2);
  await take(3);
  await all;
  expect(loaded).toEqual(['first', 'second', 'of the next page']);
});

it('goes on after a load that failed', async () => {
  const { late, loadLateComponents, loaded, noting } = await freshPage();
  late(() => Promise.reject(new Error('not reached')));
  noting('next');
  await loadLateComponents();
  expect(loaded).toEqual(['next']);
});
