import { LIMITS } from '@duet/contracts/plain';
import { act, fireEvent } from '@testing-library/react';

/** An answer that the fake server gives only after most calls would have given up. */
export function slowAnswer() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return {
    given,
    async press(button: HTMLElement): Promise<void> {
      jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'] });
      fireEvent.click(button);
      await act(() => jest.advanceTimersByTimeAsync(LIMITS.apiTimeout + 1_000));
      jest.useRealTimers();
      give();
    },
  };
}
