import { act, renderHook } from '@testing-library/react';
import { appLock } from './app-lock.js';
import { clearedOf, useTypedText } from './use-typed-text.js';

const field = (place: string, initial?: string) => renderHook(() => useTypedText(place, initial));

/** The two values of one type, what a person typed, and then the lock or not. */
function typedAndLeft(isLocked: boolean): void {
  const [one, other] = [field('one'), field('other', 'as stored')];
  act(() => one.result.current[1]('words for one'));
  act(() => other.result.current[1]('words for the other'));
  jest.spyOn(appLock, 'get').mockReturnValue({ ...appLock.get(), isLocked });
  one.unmount();
  other.unmount();
  jest.restoreAllMocks();
}

describe('a typed text', () => {
  it('comes back to its own place after the app lock, once', () => {
    typedAndLeft(true);
    expect(field('one').result.current[0]).toBe('words for one');
    expect(field('other', 'as stored').result.current[0]).toBe('words for the other');
    expect(field('one').result.current[0]).toBe('');
  });

  it('goes with a form that the person leaves', () => {
    typedAndLeft(false);
    expect(field('one').result.current[0]).toBe('');
    expect(field('other', 'as stored').result.current[0]).toBe('as stored');
  });

  it('stays when more was typed while it was stored', () => {
    expect(clearedOf('Dear')('Dear')).toBe('');
    expect(clearedOf('Dear')('Dear Ben')).toBe('Dear Ben');
  });
});
