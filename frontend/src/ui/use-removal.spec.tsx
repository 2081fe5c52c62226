import { LIMITS } from '@duet/contracts/plain';
import { act, renderHook } from '@testing-library/react';
import { toast, toastQueue } from './toast-queue.js';
import { useRemoval } from './use-removal.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  toast.clear();
  jest.useRealTimers();
});

function removed() {
  const removeNow = jest.fn(() => Promise.resolve());
  const hook = renderHook(() => useRemoval('Removed', removeNow));
  act(() => hook.result.current.remove());
  return { hook, removeNow, isGoing: () => hook.result.current.isGoing };
}

const pass = (milliseconds: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(milliseconds));

describe('a removal', () => {
  it('happens after the time in which it can be undone', async () => {
    const { removeNow, isGoing } = removed();
    await pass(LIMITS.deleteUndo - 1);
    expect([removeNow.mock.calls.length, isGoing()]).toEqual([0, true]);
    await pass(1);
    // No region counts the toast down here, as none does while the pointer is on it.
    expect([removeNow.mock.calls.length, toastQueue.get()]).toEqual([1, []]);
  });

  it('is undone by the toast', async () => {
    const { removeNow, isGoing } = removed();
    act(() => toastQueue.get()[0]?.action?.onAction());
    await pass(LIMITS.deleteUndo);
    expect([removeNow.mock.calls.length, isGoing()]).toEqual([0, false]);
  });

  it.each<[string, (hook: ReturnType<typeof removed>['hook']) => void]>([
    ['the person leaves the screen', (hook) => hook.unmount()],
    ['the page closes', () => window.dispatchEvent(new Event('pagehide'))],
  ])('happens once and at once when %s, and nothing offers to undo it', async (_what, leave) => {
    const { hook, removeNow } = removed();
    await act(async () => leave(hook));
    expect([removeNow.mock.calls.length, toastQueue.get()]).toEqual([1, []]);
    await pass(LIMITS.deleteUndo);
    expect(removeNow).toHaveBeenCalledTimes(1);
  });
});
