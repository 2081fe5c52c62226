import { type ReactNode, useMemo } from 'react';
import { FileAddressesContext } from '../../../../sync/index.js';
import { useDescribeFilesMutation } from '../capsules-api.js';
import { capsuleAddresses } from './memory-links.js';

/** Gives the pictures, videos and voice notes in it the addresses of this capsule. */
export function CapsuleFiles({ capsuleId, children }: { capsuleId: string; children: ReactNode }) {
  const [describe] = useDescribeFilesMutation();
  const addresses = useMemo(
    () => capsuleAddresses(capsuleId, async (id, ids) => (await describe({ id, ids }).unwrap()).files),
    [capsuleId, describe],
  );
  return <FileAddressesContext value={addresses}>{children}</FileAddressesContext>;
}
