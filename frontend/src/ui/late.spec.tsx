import { act, render, screen } from '@testing-library/react';
import { late } from './late.js';

it('keeps the state of a component that had to wait, when its parent renders again', async () => {
  const Field = late(() => Promise.resolve(({ turn }: { turn: number }) => <input aria-label="PIN" step={turn} />));
  const { rerender } = await act(async () => render(<Field turn={1} />));
  const field = screen.getByLabelText('PIN');
  rerender(<Field turn={2} />);
  expect(screen.getByLabelText('PIN')).toBe(field);
});
