import { act, renderHook } from '@testing-library/react';
import { appLock } from './app-lock.js';
import { createTypedState } from './typed-state.js';

const useDay = createTypedState<string | null>();

const day = () => renderHook(() => useDay('day', 'today'));

describe('a typed state', () => {
  it('comes back after the app lock also where the person emptied it', () => {
    const { result, unmount } = day();
    act(() => result.current[1](null));
    jest.spyOn(appLock, 'get').mockReturnValue({ ...appLock.get(), isLocked: true });
    unmount();
    jest.restoreAllMocks();
    expect(day().result.current[0]).toBeNull();
    expect(day().result.current[0]).toBe('today');
  });
});
