import { type RefObject, useEffect, useRef } from 'react';
import { useLive, useLiveState } from '../../api/live-context.js';
import { Button } from '../../ui/button.js';
import { Spinner } from '../../ui/spinner.js';
import styles from './message-list.module.css';

interface OlderMessagesProps {
  scroller: RefObject<HTMLElement | null>;
  hasOlder: boolean;
}

/** Loads the next older page as soon as the reader comes near the top; the button is for those who do not scroll. */
export function OlderMessages({ scroller, hasOlder }: OlderMessagesProps) {
  const { conversation } = useLive();
  const state = useLiveState((root) => root.live.older);
  const from = useLiveState((root) => root.live.held?.window?.from);
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element || !hasOlder || state !== 'idle' || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void conversation.loadOlder(), {
      root: scroller.current,
      rootMargin: '400px 0px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
    // Looks anew after each page: the mark may still be near.
  }, [conversation, hasOlder, state, from, scroller]);
  if (!hasOlder) return null;
  return (
    <div ref={mark} className={styles.older}>
      {state === 'loading' && <Spinner label="Loading earlier messages" />}
      {state === 'failed' && <span>Earlier messages could not be loaded.</span>}
      {state !== 'loading' && (
        <Button look="soft" size="small" onPress={() => void conversation.loadOlder()}>
          {state === 'failed' ? 'Retry' : 'Load earlier messages'}
        </Button>
      )}
    </div>
  );
}
