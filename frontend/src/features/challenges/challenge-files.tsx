import { type ReactNode, useMemo } from 'react';
import { entityAddresses } from '../../media/stored/entity-addresses.js';
import { FileAddressesContext } from '../../sync/index.js';
import { filesOf, useLazyGetChallengeQuery } from './challenges-api.js';

/** Gives the pictures and voice notes in it the addresses of this challenge; each read of it brings new ones. */
export function ChallengeFiles({ challengeId, children }: { challengeId: string; children: ReactNode }) {
  const [read] = useLazyGetChallengeQuery();
  const addresses = useMemo(
    () => entityAddresses(async () => filesOf(await read(challengeId).unwrap())),
    [challengeId, read],
  );
  return <FileAddressesContext value={addresses}>{children}</FileAddressesContext>;
}
