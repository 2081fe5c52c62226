import { type RefObject, useEffect, useState } from 'react';
import { conversationIsInView } from '../../api/live-seen.js';

/** Whether the element is on the screen; without the browser's help, whether it exists. */
function useInView(ref: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(!('IntersectionObserver' in window));
  useEffect(() => {
    const element = ref.current;
    if (!element || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return inView;
}

/** Whether this tab is visible and has the focus. */
function useAttention(): boolean {
  const look = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
  const [attention, setAttention] = useState(look);
  useEffect(() => {
    const update = (): void => setAttention(look());
    window.addEventListener('focus', update);
    window.addEventListener('blur', update);
    document.addEventListener('visibilitychange', update);
    return () => {
      window.removeEventListener('focus', update);
      window.removeEventListener('blur', update);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return attention;
}

/** The person looks at this conversation right now: then its messages are read, and no toast tells of them. */
export function useSeen(chatId: string, ref: RefObject<HTMLElement | null>): boolean {
  const inView = useInView(ref);
  const attention = useAttention();
  useEffect(() => (inView ? conversationIsInView(chatId) : undefined), [chatId, inView]);
  return inView && attention;
}
