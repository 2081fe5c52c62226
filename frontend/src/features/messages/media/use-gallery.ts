import type { MessageView } from '@duet/contracts';
import { isGone, messageAt } from '@duet/contracts/plain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLiveState } from '../../../api/live-context.js';
import { type GalleryKind, useLazyGalleryPageQuery } from './media-api.js';

export interface Gallery {
  messages: MessageView[];
  state: 'loading' | 'idle' | 'failed' | 'done';
  more: () => void;
}

/** One tab of the gallery, newest first, page by page; what has changed since is shown as it is now. */
export function useGallery(kind: GalleryKind): Gallery {
  const [load] = useLazyGalleryPageQuery();
  const [pages, setPages] = useState<MessageView[]>([]);
  const [state, setState] = useState<Gallery['state']>('loading');
  const isLoading = useRef(false);
  const held = useLiveState((root) => root.live.held);
  const [now] = useState(() => Date.now());

  const read = useCallback(
    async (before: number | undefined): Promise<void> => {
      if (isLoading.current) return;
      isLoading.current = true;
      setState('loading');
      const { data } = await load({ kind, ...(before !== undefined && { before }) });
      isLoading.current = false;
      if (data) setPages((last) => (before === undefined ? data.messages : [...last, ...data.messages]));
      setState(data ? (data.hasMore ? 'idle' : 'done') : 'failed');
    },
    [kind, load],
  );

  useEffect(() => {
    const first = setTimeout(() => void read(undefined));
    return () => clearTimeout(first);
  }, [read]);

  const last = pages.at(-1)?.seq;
  const more = useCallback(() => void read(last), [read, last]);
  const messages = useMemo(
    () => pages.map((message) => (held && messageAt(held, message.seq)) ?? message).filter((message) => !isGone(message, now)),
    [pages, held, now],
  );
  return { messages, state, more };
}
