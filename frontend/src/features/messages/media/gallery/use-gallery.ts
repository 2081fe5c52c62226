import type { MessageView } from '@duet/contracts';
import { isGone, messageAt } from '@duet/contracts/plain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { needsConnection } from '../../../../api/errors.js';
import { useLiveState, useMessagesOnDevice, useOnReconnect } from '../../../../sync/index.js';
import { type GalleryKind, useLazyGalleryPageQuery } from '../media-api.js';
import { isOfKind } from './gallery-kinds.js';

export interface GalleryState {
  messages: MessageView[];
  /** `away`: no answer came, and `messages` has what this device knows. */
  state: 'loading' | 'idle' | 'failed' | 'away' | 'done';
  more: () => void;
}

/** One tab of the gallery, newest first, page by page. Later changes of a message are applied. */
export function useGallery(kind: GalleryKind): GalleryState {
  const [load] = useLazyGalleryPageQuery();
  const [pages, setPages] = useState<MessageView[]>([]);
  const [state, setState] = useState<GalleryState['state']>('loading');
  const isLoading = useRef(false);
  const conversation = useLiveState((root) => root.live.conversation);
  const [now] = useState(() => Date.now());

  const loadPage = useCallback(
    async (before: number | undefined): Promise<void> => {
      if (isLoading.current) return;
      isLoading.current = true;
      setState('loading');
      const { data, error } = await load({ kind, ...(before !== undefined && { before }) });
      isLoading.current = false;
      if (data) setPages((last) => (before === undefined ? data.messages : [...last, ...data.messages]));
      if (data) setState(data.hasMore ? 'idle' : 'done');
      else setState(needsConnection(error) ? 'away' : 'failed');
    },
    [kind, load],
  );

  useEffect(() => {
    const first = setTimeout(() => void loadPage(undefined));
    return () => clearTimeout(first);
  }, [loadPage]);

  const last = pages.at(-1)?.seq;
  const more = useCallback(() => void loadPage(last), [loadPage, last]);
  const isAway = state === 'away';
  useOnReconnect(() => isAway && more());
  const onDevice = useMessagesOnDevice(isAway);
  const messages = useMemo(() => {
    const loaded = pages
      .map((message) => (conversation && messageAt(conversation, message.seq)) ?? message)
      .filter((message) => !isGone(message, now));
    const further = onDevice.filter(
      (message) => message.seq < (last ?? Number.POSITIVE_INFINITY) && isOfKind(message, kind),
    );
    return [...loaded, ...further];
  }, [pages, conversation, now, onDevice, last, kind]);
  return { messages, state, more };
}
