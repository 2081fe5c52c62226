import { render, screen } from '@testing-library/react';
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
