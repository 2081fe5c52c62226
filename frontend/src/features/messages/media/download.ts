import { useCallback, useState } from 'react';
import { useMediaAddress } from '../../../api/use-media-link.js';
import { type Shown, pathOf } from './shown.js';

export interface Download {
  start: () => void;
  isFailed: boolean;
}

/** Saves a file under its own name: from this browser's memory where it is there, else over a link made for it now. */
export function useDownload(item: Shown): Download {
  const address = useMediaAddress();
  const [isFailed, setFailed] = useState(false);
  const start = useCallback(async () => {
    const href = item.local ?? (item.id === null ? null : await address(item.id, pathOf(item, 'original')));
    setFailed(href === null);
    if (href === null) return;
    const link = document.createElement('a');
    link.href = href;
    link.download = item.name;
    link.click();
  }, [address, item]);
  return { start: () => void start(), isFailed };
}
