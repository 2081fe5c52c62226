import type { AttachmentVariant } from '@duet/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keptPictures } from '../platform/kept/kept-pictures.js';
import { useFileAddresses } from './file-addresses.js';

export interface MediaSource {
  /** The URL for the element; null while the link is fetched and after a failure. */
  src: string | null;
  isBroken: boolean;
  /** The element failed to load: retries once with a new link, then the source is broken. */
  failed: () => void;
  /** The element loaded: a later failure is retried again. */
  loaded: () => void;
  retry: () => void;
}

interface MediaLinkOptions {
  /** False: fetches no link. */
  isWanted?: boolean;
  /** For streams: fetches a new link before the old one expires. */
  staysOpen?: boolean;
}

/** The renditions that this device keeps once they were shown. */
const KEPT: readonly AttachmentVariant[] = ['thumbnail', 'display'];

/** The URL of one rendition of a file: of the kept copy, else a signed one. */
export function useMediaLink(
  id: string | null,
  variant: AttachmentVariant,
  { isWanted = true, staysOpen = false }: MediaLinkOptions = {},
): MediaSource {
  const addresses = useFileAddresses();
  const [address, setAddress] = useState(() => (id === null ? null : addresses.cached(id, variant)));
  const [isBroken, setBroken] = useState(false);
  const [round, setRound] = useState(0);
  const retried = useRef(false);
  const [shownId, setShownId] = useState(id);

  // Another file begins anew: what is known of the one before must not be shown in its place.
  if (shownId !== id) {
    setShownId(id);
    setAddress(id === null ? null : addresses.cached(id, variant));
    setBroken(false);
    setRound(0);
  }
  useEffect(() => {
    retried.current = false;
  }, [id]);

  useEffect(() => {
    if (id === null || !isWanted) return;
    let isGone = false;
    let renewal: ReturnType<typeof setTimeout> | undefined;
    const get = async (): Promise<void> => {
      // A kept copy that did not work is not tried again.
      const kept = KEPT.includes(variant) && round === 0 ? await keptPictures.urlOf(id, variant) : null;
      const found = kept ?? (await addresses.fetch(id, variant));
      if (isGone) return;
      if (found === null) return setBroken(true);
      setAddress(found);
      if (staysOpen) renewal = setTimeout(() => void get(), addresses.usableFor(id) + 1_000);
    };
    void get();
    return () => {
      isGone = true;
      clearTimeout(renewal);
    };
  }, [id, variant, isWanted, staysOpen, addresses, round]);

  const again = useCallback(() => {
    if (id !== null && address !== null) addresses.drop(id, address);
    setAddress(null);
    setBroken(false);
    setRound((last) => last + 1);
  }, [id, address, addresses]);

  const failed = useCallback(() => {
    if (retried.current) return setBroken(true);
    retried.current = true;
    again();
  }, [again]);

  const loaded = useCallback(() => {
    retried.current = false;
    if (id !== null && address !== null && KEPT.includes(variant)) keptPictures.shown(id, variant, address);
  }, [id, variant, address]);

  const retry = useCallback(() => {
    retried.current = false;
    again();
  }, [again]);

  // Retries when the network is back.
  useEffect(() => {
    if (!isBroken) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isBroken, retry]);

  return { src: isBroken ? null : address, isBroken, failed, loaded, retry };
}
