import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { toast, toastQueue } from './toast-queue.js';
import { ToastRegion } from './toast-region.js';

beforeEach(() => {
  jest.useFakeTimers();
  render(<ToastRegion />);
  for (const text of ['one', 'two']) act(() => void toast.undoable(text, 1_000, { label: text, onAction: jest.fn() }));
});
afterEach(() => {
  act(() => toast.clear());
  jest.useRealTimers();
});

const pass = (): void => act(() => void jest.advanceTimersByTime(2_000));
const texts = (): string[] => toastQueue.get().map(({ text }) => text);
const region = (): HTMLElement => screen.getByRole('region', { name: 'Messages from Duet' });
/** jsdom's pointer events have no type. */
function enter(pointerType: string): void {
  const event = createEvent.pointerOver(region());
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  fireEvent(region(), event);
}

describe('toasts', () => {
  it.each([
    ['the pointer is on them', () => enter('mouse')],
    ['one of them has the focus', () => screen.getByRole('button', { name: 'one' }).focus()],
  ])('stay while %s', (_what, begin) => {
    act(() => void begin());
    pass();
    expect(texts()).toEqual(['one', 'two']);
  });

  it('go after another one was pressed, which takes the focus with it', () => {
    const button = screen.getByRole('button', { name: 'one' });
    act(() => button.focus());
    fireEvent.click(button);
    expect(texts()).toEqual(['two']);
    pass();
    expect(texts()).toEqual([]);
  });

  it('are in a status that is there before them, and errors are alerts', () => {
    const status = screen.getByRole('status');
    act(() => toast.clear());
    expect(screen.getByRole('status')).toBe(status);
    act(() => void toast.success('saved'));
    act(() => void toast.error('not saved'));
    expect(status.textContent).toMatch(/^saved/);
    expect(screen.getByRole('alert').textContent).toMatch(/^not saved/);
  });

  it('go after a tap on one of them', () => {
    enter('touch');
    fireEvent.click(screen.getByRole('button', { name: 'one' }));
    pass();
    expect(texts()).toEqual([]);
  });
});
