import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IconButton } from './icon-button.js';

const show = (): void =>
  void render(
    <IconButton label="Close menu">
      <svg aria-hidden />
    </IconButton>,
  );

it('says its name to a pointer that rests on it, until it is pressed', async () => {
  show();
  await userEvent.hover(screen.getByRole('button'));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Close menu');
  await userEvent.click(screen.getByRole('button'));
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('says its name to the keyboard at once, until Escape', async () => {
  show();
  await userEvent.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe('Close menu');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('says nothing while it can do nothing, nor to a focus that a press has moved', () => {
  jest.useFakeTimers();
  try {
    const button = (isDisabled: boolean) => (
      <IconButton label="Send" isDisabled={isDisabled}>
        <svg aria-hidden />
      </IconButton>
    );
    const { rerender } = render(button(true));
    fireEvent.pointerEnter(screen.getByRole('button'));
    rerender(button(false));
    fireEvent.pointerDown(document.body);
    act(() => screen.getByRole('button').focus());
    act(() => void jest.advanceTimersByTime(1_000));
    expect(screen.queryByRole('tooltip')).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});
