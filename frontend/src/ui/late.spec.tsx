import { act, render, screen } from '@testing-library/react';
import { Component, type ComponentType, type ReactNode } from 'react';
import { late } from './late.js';

/** Shows a failure in place of what failed. */
class Boundary extends Component<{ children: ReactNode }, { failure: string | null }> {
  static getDerivedStateFromError = (error: unknown) => ({ failure: String(error) });
  override state: { failure: string | null } = { failure: null };
  override render = (): ReactNode => this.state.failure ?? this.props.children;
}

it('keeps the state of a component that had to wait, when its parent renders again', async () => {
  const Field = late(() => Promise.resolve(({ turn }: { turn: number }) => <input aria-label="PIN" step={turn} />));
  const { rerender } = await act(async () => render(<Field turn={1} />));
  const field = screen.getByLabelText('PIN');
  rerender(<Field turn={2} />);
  expect(screen.getByLabelText('PIN')).toBe(field);
});

it('fails once at the error boundary and loads again with the next mount', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const load = jest.fn<Promise<ComponentType>, []>(async () => () => 'Here');
  load.mockRejectedValueOnce(new Error('offline'));
  const Shown = late(load);
  const open = (key: number) => (
    <Boundary key={key}>
      <Shown />
    </Boundary>
  );
  const { container, rerender } = await act(async () => render(open(1)));
  expect([container.textContent, load.mock.calls.length]).toEqual(['Error: offline', 1]);
  await act(async () => rerender(open(2)));
  expect([container.textContent, load.mock.calls.length]).toEqual(['Here', 2]);
  jest.restoreAllMocks();
});
