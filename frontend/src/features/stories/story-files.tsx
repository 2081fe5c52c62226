import { type ReactNode, useMemo } from 'react';
import { entityAddresses } from '../../media/stored/entity-addresses.js';
import { FileAddressesContext } from '../../sync/index.js';
import { photosOf, useLazyGetSessionQuery } from './stories-api.js';

/** Gives the photos in it the addresses of this reading; each read of it brings new ones. */
export function StoryFiles({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const [read] = useLazyGetSessionQuery();
  const addresses = useMemo(
    () => entityAddresses(async () => photosOf(await read(sessionId).unwrap())),
    [sessionId, read],
  );
  return <FileAddressesContext value={addresses}>{children}</FileAddressesContext>;
}
