import { createHash } from 'node:crypto';

/** Characters of a tag. The rest of a session id is random. */
const LENGTH = 8;

/**
 * A short name of a replica. realtime prefixes each session id with it, so that the gateway finds the replica of a session.
 * @param address IP address at which other processes reach the replica
 * @returns the first characters of the address's SHA-256 in base64url
 */
export function replicaTag(address: string): string {
  // A dual-stack socket shows IPv4 addresses in this form.
  const plain = address.replace(/^::ffff:/, '');
  return createHash('sha256').update(plain).digest('base64url').slice(0, LENGTH);
}
