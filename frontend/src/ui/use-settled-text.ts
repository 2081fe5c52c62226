import { LIMITS } from '@duet/contracts/plain';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from './use-debounced.js';

/**
 * The text of a search field whose words stand in the address.
 * @param given the words of the address; the field follows when they change by themselves, as on the way back
 * @param onSettled called with the trimmed text once typing pauses
 */
export function useSettledText(given: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(given);
  const [followed, setFollowed] = useState(given);
  if (followed !== given) {
    setFollowed(given);
    if (typed.trim() !== given) setTyped(given);
  }
  const settled = useDebounced(typed.trim(), LIMITS.searchDebounce);
  const report = useEffectEvent((text: string) => {
    // A text that the field no longer has must not overwrite the address.
    if (text !== given && text === typed.trim()) onSettled(text);
  });
  useEffect(() => report(settled), [settled]);
  return [typed, setTyped];
}
