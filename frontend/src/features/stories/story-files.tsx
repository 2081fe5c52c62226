import { type ReactNode, useMemo } from 'react';
import { entityAddresses } from '../../media/stored/entity-addresses.js';
import { FileAddressesContext } from '../../sync/index.js';
import { photosOf, useLazyGetReadingQuery } from './stories-api.js';

/** Gives the photos in it the addresses of this reading; each read of it brings new ones. */
export function StoryFiles({ readingId, children }: { readingId: string; children: ReactNode }) {
  const [read] = useLazyGetReadingQuery();
  const addresses = useMemo(
    () => entityAddresses(async () => photosOf(await read(readingId).unwrap())),
    [readingId, read],
  );
  return <FileAddressesContext value={addresses}>{children}</FileAddressesContext>;
}
