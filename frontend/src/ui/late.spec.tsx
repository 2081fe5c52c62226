import { act, render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { late, sayMissing } from './late.js';
import { toast, toastQueue } from './toast-queue.js';

afterEach(toast.clear);

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

it('shows a component that loads between a render and its effects', async () => {
  let arrive: (component: () => string) => void = () => undefined;
  const Part = late(() => new Promise<() => string>((resolve) => (arrive = resolve)));
  render(<Part />).unmount();
  function Page() {
    useLayoutEffect(() => arrive(() => 'Arrived'));
    return <Part />;
  }
  const page = document.createElement('div');
  const root = createRoot(page);
  // In `act` nothing could load between the effects of a layout and the others.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  root.render(<Page />);
  await waitFor(() => expect(page.textContent).toBe('Arrived'));
  root.unmount();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

const Here = () => 'Here';
const failingOnce = () =>
  jest.fn<Promise<typeof Here>, []>(async () => Here).mockRejectedValueOnce(new Error('offline'));

it('fails once at the error boundary and loads again with the next mount', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const load = failingOnce();
  const Shown = late(load, null, 'throw');
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

it('leaves the fallback of a part that did not load, and loads it with the next mount', async () => {
  const Part = late(failingOnce(), <>Plain</>);
  const { container, rerender } = await act(async () => render(<Part key={1} />));
  expect(container.textContent).toContain('Plain');
  expect(toastQueue.get()).toEqual([]);
  await act(async () => rerender(<Part key={2} />));
  expect(container.textContent).toContain('Here');
});

const presentToasts = () => toastQueue.get().map(({ kind, text, action }) => [kind, text, action?.label]);

it('says that an overlay did not load, closes it, and loads it with the next press', async () => {
  const Overlay = late<{ isOpen: boolean; onClose: () => void }>(failingOnce());
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen ? 'open' : 'closed'}: <Overlay isOpen={isOpen} onClose={() => setOpen(false)} />
      </>
    );
  }
  const { container } = render(<Page />);
  const press = () => act(async () => screen.getByRole('button', { name: 'Open' }).click());
  await press();
  expect(container.textContent).toContain('closed:');
  expect(presentToasts()).toEqual([['error', 'This could not be loaded.', 'Try again']]);
  await press();
  expect(container.textContent).toContain('open: Here');
});

it('offers a new page once, because browsers remember a failed import', () => {
  sayMissing();
  sayMissing();
  expect(presentToasts()).toEqual([['error', 'This could not be loaded.', 'Try again']]);
  const errors = jest.spyOn(console, 'error').mockReturnValue();
  toastQueue.get()[0]?.action?.onAction();
  // jsdom says that it cannot load another page.
  expect(errors).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining('navigation') }));
  errors.mockRestore();
});

it('promises it with the connection, and offers no new page, while the device is offline', () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  sayMissing();
  expect(presentToasts()).toEqual([
    ['error', 'Your device has not kept this. It comes with the connection.', undefined],
  ]);
  onLine.mockRestore();
});
