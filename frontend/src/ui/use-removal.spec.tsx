import { LIMITS } from '@duet/contracts/plain';
import { act, renderHook } from '@testing-library/react';
import { leaving } from '../observable/leaving.js';
import { toast, toastQueue } from './toast-queue.js';
import { useRemoval } from './use-removal.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  toast.clear();
  jest.useRealTimers();
});

function removed(answer = Promise.resolve()) {
  const removeNow = jest.fn(() => answer);
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
    ['the person signs out', () => void leaving.finish()],
  ])('happens once and at once when %s, and nothing offers to undo it', async (_what, leave) => {
    const { hook, removeNow } = removed();
    await act(async () => leave(hook));
    expect([removeNow.mock.calls.length, toastQueue.get()]).toEqual([1, []]);
    await pass(LIMITS.deleteUndo);
    expect(removeNow).toHaveBeenCalledTimes(1);
  });

  it('under way is waited for by a sign-out, also from another screen', async () => {
    let answer = (): void => undefined;
    const { hook } = removed(new Promise((resolve) => void (answer = resolve)));
    act(() => hook.unmount());
    const signedOut = jest.fn();
    void leaving.finish().then(signedOut);
    await pass(0);
    expect(signedOut).not.toHaveBeenCalled();
    answer();
    await pass(0);
    expect(signedOut).toHaveBeenCalledTimes(1);
  });
});
