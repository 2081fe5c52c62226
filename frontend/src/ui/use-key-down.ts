import { useEffectEvent, useLayoutEffect } from 'react';

/** Calls `act` for each key that reaches the window, from the first paint on: a key that is pressed at the sight of the page counts. */
export function useKeyDown(act: (event: KeyboardEvent) => void): void {
  const onKeyDown = useEffectEvent(act);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
