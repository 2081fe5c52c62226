import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PressButton } from './press-button.js';

describe('a button', () => {
  it('keeps its presses, by pointer and by key, from what it lies on', async () => {
    const [pressed, around] = [jest.fn(), jest.fn()];
    render(
      <div onClick={around} onPointerDown={around} onKeyDown={around}>
        <PressButton onPress={pressed}>Love</PressButton>
      </div>,
    );
    await userEvent.click(screen.getByRole('button'));
    await userEvent.keyboard('{Enter}');
    expect(pressed).toHaveBeenCalledTimes(2);
    expect(around).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(around).toHaveBeenCalledTimes(1);
  });

  it('has the focus after a press also where the browser gives it none', async () => {
    render(<PressButton onMouseDown={(event) => event.preventDefault()}>Open</PressButton>);
    await userEvent.click(screen.getByRole('button'));
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });

  it('that is pending keeps the focus, and sends its form no second time', async () => {
    const sent = jest.fn();
    const form = (isPending: boolean) => (
      <form onSubmit={sent}>
        <input aria-label="Words" />
        <PressButton type="submit" isPending={isPending}>
          Send
        </PressButton>
      </form>
    );
    const { rerender } = render(form(false));
    sent.mockImplementation((event: Event) => event.preventDefault());
    await userEvent.type(screen.getByLabelText('Words'), 'Hi{Enter}');
    expect(sent).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(screen.getByLabelText('Words'));
    await userEvent.click(screen.getByRole('button'));
    expect(sent).toHaveBeenCalledTimes(2);
    rerender(form(true));
    await userEvent.click(screen.getByRole('button'));
    await userEvent.type(screen.getByLabelText('Words'), '{Enter}');
    expect(sent).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  });
});
