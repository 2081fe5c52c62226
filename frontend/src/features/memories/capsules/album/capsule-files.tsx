import { type ReactNode, useMemo } from 'react';
import { entityAddresses } from '../../../../media/stored/entity-addresses.js';
import { FileAddressesContext } from '../../../../sync/index.js';
import { useDescribeFilesMutation } from '../capsules-api.js';

/** Gives the pictures, videos and voice notes in it the addresses of this capsule. */
export function CapsuleFiles({ capsuleId, children }: { capsuleId: string; children: ReactNode }) {
  const [describe] = useDescribeFilesMutation();
  const addresses = useMemo(
    () => entityAddresses(async (ids) => (await describe({ id: capsuleId, ids }).unwrap()).files),
    [capsuleId, describe],
  );
  return <FileAddressesContext value={addresses}>{children}</FileAddressesContext>;
}
