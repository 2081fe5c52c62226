import { useCallback, useState } from 'react';
import { useFileAddresses } from '../sync/index.js';
import type { MediaItem } from './media-item.js';

export interface Download {
  start: () => void;
  isFailed: boolean;
}

/** Saves a file under its name: from this page's copy if there is one, else by a newly signed link. */
export function useDownload(item: MediaItem): Download {
  const addresses = useFileAddresses();
  const [isFailed, setFailed] = useState(false);
  const start = useCallback(async () => {
    const href = item.local ?? (item.id === null ? null : await addresses.fetch(item.id, 'original'));
    setFailed(href === null);
    if (href === null) return;
    const link = document.createElement('a');
    link.href = href;
    link.download = item.name;
    link.click();
  }, [addresses, item]);
  return { start: () => void start(), isFailed };
}
