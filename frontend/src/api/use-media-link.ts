import { useCallback, useEffect, useRef, useState } from 'react';
import { useLive } from './live-context.js';
import { mediaLinks, signed } from './media-links.js';

export interface MediaSource {
  /** What an element loads; null while the link is on its way, and for what could not be had. */
  src: string | null;
  isBroken: boolean;
  /** The element could not load it: once with a new link, then it is broken. */
  failed: () => void;
  /** It loaded: a later failure gets its own second chance. */
  loaded: () => void;
  retry: () => void;
}

interface Options {
  /** What is not looked at asks for nothing. */
  isWanted?: boolean;
  /** For what keeps on loading while it plays: a new link before the old one runs out. What has loaded keeps its own. */
  staysOpen?: boolean;
}

/** One attachment's address with a signed link that works when it is needed. `path` is one of the attachment's paths. */
export function useMediaLink(id: string | null, path: string, { isWanted = true, staysOpen = false }: Options = {}): MediaSource {
  const { signMedia } = useLive();
  const [query, setQuery] = useState(() => (id === null ? null : mediaLinks.heldQuery(id)));
  const [isBroken, setBroken] = useState(false);
  const [round, setRound] = useState(0);
  const retried = useRef(false);

  useEffect(() => {
    if (id === null || !isWanted) return;
    let isGone = false;
    let renewal: ReturnType<typeof setTimeout> | undefined;
    const get = async (): Promise<void> => {
      const found = await mediaLinks.query(id, signMedia);
      if (isGone) return;
      if (found === null) return setBroken(true);
      setQuery(found);
      if (staysOpen) renewal = setTimeout(() => void get(), mediaLinks.restOf(id) + 1_000);
    };
    void get();
    return () => {
      isGone = true;
      clearTimeout(renewal);
    };
  }, [id, isWanted, staysOpen, signMedia, round]);

  const again = useCallback(() => {
    if (id !== null && query !== null) mediaLinks.refused(id, query);
    setQuery(null);
    setBroken(false);
    setRound((last) => last + 1);
  }, [id, query]);

  const failed = useCallback(() => {
    if (retried.current) return setBroken(true);
    retried.current = true;
    again();
  }, [again]);

  const loaded = useCallback(() => void (retried.current = false), []);

  const retry = useCallback(() => {
    retried.current = false;
    again();
  }, [again]);

  // What failed without a connection is there again with it.
  useEffect(() => {
    if (!isBroken) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isBroken, retry]);

  return { src: query === null || isBroken ? null : signed(path, query), isBroken, failed, loaded, retry };
}

/** For a moment's need, a download for instance: resolves to an address that opens, or null. */
export function useMediaAddress(): (id: string, path: string) => Promise<string | null> {
  const { signMedia } = useLive();
  return useCallback(
    async (id, path) => {
      const query = await mediaLinks.query(id, signMedia);
      return query === null ? null : signed(path, query);
    },
    [signMedia],
  );
}
